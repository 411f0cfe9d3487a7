/** Nets of items with their own rights, in sequence or in parallel, without a document. */
import type { Expression, Json, Program, Task } from '../../src/kernel/index.ts';
import { chooseBySeed } from '../../src/operations/items/read-model/choose-by-seed.ts';
import { ann, type OperationsHarness } from '../operations/operations-harness.ts';
import { listed, operator } from '../operations/test-principals.ts';

export interface ResourcedTask {
  readonly id: string;
  /** Parts of `who`; the rest is unrestricted. */
  readonly who?: { readonly [key: string]: Json };
  readonly privileges?: { readonly [key: string]: Json };
  readonly whom?: Expression;
}

/** The default for a task without resourcing. */
export const openToAll = {
  roles: [],
  subjects: [],
  kind: null,
  fourEyes: false,
  familiar: [],
  apartFrom: [],
  offeredBy: 'system',
  allocatedBy: 'user',
  startedBy: 'user',
  from: [],
} as const;

export function resourcedProgram(tasks: readonly ResourcedTask[], mode: 'sequence' | 'parallel'): Program {
  const isSequence = mode === 'sequence';
  const offers = tasks.map(({ id, who, privileges, whom }, at): Task => {
    const item: Json = {
      ...(who === undefined ? {} : { who: { ...openToAll, ...who } }),
      ...(privileges === undefined ? {} : { privileges }),
    };
    const next = isSequence && at < tasks.length - 1 ? `p${at + 1}` : `o${at}`;
    return {
      id,
      from: [`p${at}`],
      join: 'and',
      split: 'and',
      flows: [{ to: next }],
      work: { kind: 'offer', item, takes: 'hold', ...(whom === undefined ? {} : { whom }) },
    };
  });
  const ends = tasks.map((_, at) => `o${at}`);
  const starts = isSequence ? ['p0'] : tasks.map((_, at) => `p${at}`);
  const pass = { kind: 'pass' } as const;
  return {
    semantics: 1,
    root: 'net',
    nets: [
      {
        id: 'net',
        input: 'i',
        output: 'o',
        places: ['i', 'o', ...tasks.map((_, at) => `p${at}`), ...ends].map((id) => ({ id })),
        tasks: [
          {
            id: 'split',
            from: ['i'],
            join: 'and',
            split: 'and',
            flows: starts.map((to) => ({ to })),
            work: pass,
          },
          ...offers,
          {
            id: 'join',
            from: isSequence ? ends.slice(-1) : ends,
            join: 'and',
            split: 'and',
            flows: [{ to: 'o' }],
            work: pass,
          },
        ],
        variables: [{ name: 'people', initial: null, parameter: 'optional' }],
        onFailure: 'abort',
      },
    ],
  };
}

/** Starts one, and returns the id of its run. */
export async function startResourcedProgram(
  { services }: Pick<OperationsHarness, 'services'>,
  program: Program,
  input: { readonly [name: string]: Json } = {},
  id?: string,
): Promise<string> {
  const answer = await services.engine.start({
    tenant: ann.tenant,
    by: 'starter',
    workflow: { language: 'graph', name: 'net', version: '1', source: '', revision: '0'.repeat(64), program },
    input,
    ...(id === undefined ? {} : { id }),
  });
  if (answer.kind !== 'done') throw new Error(JSON.stringify(answer));
  return answer.run.id;
}

/** The participant that the seed of its run chooses for an item. */
export async function bySeed(
  { services: { store } }: Pick<OperationsHarness, 'services'>,
  item: string,
  among: readonly string[],
): Promise<string> {
  const row = await store.items.find(ann.tenant, item);
  const [started] = await store.journals.read(ann.tenant, row?.run ?? '', 0, 1);
  if (row === undefined || started?.event.kind !== 'started') throw new Error(item);
  return chooseBySeed(started.event.seed, row.instance, among) ?? '';
}

/** The open items of a run by their task. */
export async function itemsByTask(
  harness: OperationsHarness,
  run: string,
): Promise<Readonly<Record<string, string>>> {
  const ids = await listed(harness, operator, { run });
  const rows = await Promise.all(ids.map((id) => harness.services.store.items.find(ann.tenant, id)));
  return Object.fromEntries(rows.flatMap((row) => (row === undefined ? [] : [[row.task, row.id]])));
}
