/** `signalbox runs`: lists runs. */
import { cleanText } from '../../drawing/index.ts';
import { findNearest } from '../../expression/index.ts';
import type { RunSummary } from '../../operations/index.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { jsonOption, numberOption, optionValue, pageOptions, sessionOptions } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { type Column, drawTable } from '../print/draw-table.ts';
import { durationText } from '../print/duration-text.ts';
import { printJson } from '../print/print-json.ts';
import { agoText, stateText } from '../print/run-texts.ts';
import { withReadOnlySession } from '../session/session.ts';

const statuses: readonly string[] = ['created', 'running', 'completed', 'failed', 'cancelled'];

export const runs: Command = {
  meaning: 'Lists runs, the newest first.',
  options: [
    {
      name: '--status',
      value: 'STATUS',
      choices: statuses,
      repeats: true,
      meaning: `only runs with this status: ${statuses.join(', ')}`,
    },
    { name: '--workflow', value: 'NAME', meaning: 'only runs of this workflow' },
    { name: '--waiting', meaning: 'only runs with open work items' },
    ...pageOptions,
    jsonOption,
    ...sessionOptions,
  ],
  examples: ['runs --status running --status failed', 'runs --workflow order_lunch --waiting'],
  run: runRuns,
};

async function runRuns(args: CommandArguments, host: Host): Promise<number> {
  const limit = numberOption(args, '--limit', 1, 200);
  const wanted = args.values.get('--status') ?? [];
  const unknown = wanted.find((each) => !statuses.includes(each));
  if (limit.kind === 'misunderstood' || unknown !== undefined) {
    host.err(`${limit.kind === 'misunderstood' ? limit.message : unknownStatus(unknown ?? '')}\n`);
    return 2;
  }
  const workflow = optionValue(args, '--workflow');
  const cursor = optionValue(args, '--cursor');
  return withReadOnlySession(args, host, async (session) => {
    const list = await session.call('runs.list', {
      limit: limit.number ?? 20,
      ...(wanted.length === 0 ? {} : { statuses: [...new Set(wanted)] }),
      ...(workflow === null ? {} : { workflow }),
      ...(args.chosen.has('--waiting') ? { waiting: true } : {}),
      ...(cursor === null ? {} : { cursor }),
    });
    if (args.chosen.has('--json')) {
      printJson(host, list);
      return 0;
    }
    if (list.runs.length === 0) host.err('No runs found.\n');
    else host.out(drawTable(host, columns, list.runs.map(rowOf)));
    if (list.nextCursor !== null) host.err(`There are more: add --cursor ${list.nextCursor}\n`);
    return 0;
  });
}

const columns: readonly Column[] = [
  { head: 'run' },
  { head: 'workflow', cuts: true },
  { head: 'state' },
  { head: 'began' },
  { head: 'took' },
  { head: '', cuts: true },
];

function rowOf(summary: RunSummary): readonly string[] {
  const { run, workflow, createdAt, endedAt, openItems, failureCode } = summary;
  const took = endedAt === null ? '' : durationText(Date.parse(endedAt) - Date.parse(createdAt));
  const note = openItems > 0 ? `asks ${openItems}` : (failureCode ?? '');
  return [run, cleanText(workflow), stateText(summary), agoText(createdAt), took, cleanText(note)];
}

function unknownStatus(word: string): string {
  const nearest = findNearest(word, statuses);
  const hint = nearest === undefined ? `Use one of: ${statuses.join(', ')}.` : `Did you mean “${nearest}”?`;
  return `Unknown status “${cleanText(word)}”. ${hint}`;
}
