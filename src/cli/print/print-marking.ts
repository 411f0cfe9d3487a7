/** Prints the marking of a run: the tokens in conditions and the active tasks, net by net. */
import { cleanText } from '../../drawing/index.ts';
import type { CaseView } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { type Column, drawTable } from './draw-table.ts';

type Marking = NonNullable<CaseView['marking']>;

export function printMarking(host: Host, marking: Marking): void {
  if (marking.length === 0) host.out('\nMarking: nothing is active.\n');
  else host.out(`\nMarking:\n${drawTable(host, columns, marking.flatMap(rowsOf))}`);
}

const columns: readonly Column[] = [
  { head: 'net' },
  { head: 'case' },
  { head: 'where', cuts: true },
  { head: 'what' },
];

function rowsOf({ net, case_id: owner, conditions, tasks }: Marking[number]): readonly (readonly string[])[] {
  const place = [cleanText(net), cleanText(owner)];
  return [
    ...conditions.map(({ id, tokens }) => [
      ...place,
      cleanText(id),
      tokens === 1 ? '1 token' : `${tokens} tokens`,
    ]),
    ...tasks.map(({ id, ...counts }) => [...place, cleanText(id), underWay(counts)]),
  ];
}

function underWay({
  entered,
  executing,
  complete,
}: Pick<Marking[number]['tasks'][number], 'entered' | 'executing' | 'complete'>): string {
  const parts = [
    executing === 0 ? '' : `${executing} executing`,
    entered === 0 ? '' : `${entered} to be started`,
    complete === 0 ? '' : `${complete} complete`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
