/** `signalbox items`: lists open work items. */
import { cleanText } from '../../drawing/index.ts';
import type { ItemView } from '../../operations/index.ts';
import { describeWho, presentItem } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { jsonOption, numberOption, optionValue, pageOptions, sessionOptions } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { oneLine } from '../print/clean-lines.ts';
import { type Column, drawTable } from '../print/draw-table.ts';
import { printJson } from '../print/print-json.ts';
import { agoText } from '../print/run-texts.ts';
import { findRun } from '../session/find-run.ts';
import { withReadOnlySession } from '../session/session.ts';

export const items: Command = {
  meaning: 'Lists open questions and other work items, the oldest first, of all runs or of one.',
  arguments: { usage: '[RUN]', min: 0, max: 1 },
  options: [
    { name: '--workflow', value: 'NAME', meaning: 'only items of runs of this workflow' },
    { name: '--mine', meaning: 'only items that you hold' },
    ...pageOptions,
    jsonOption,
    ...sessionOptions,
  ],
  examples: ['items', 'items last'],
  run: runItems,
};

async function runItems(args: CommandArguments, host: Host): Promise<number> {
  const limit = numberOption(args, '--limit', 1, 200);
  if (limit.kind === 'misunderstood') {
    host.err(`${limit.message}\n`);
    return 2;
  }
  const [word] = args.arguments;
  const workflow = optionValue(args, '--workflow');
  const cursor = optionValue(args, '--cursor');
  return withReadOnlySession(args, host, async (session) => {
    const list = await session.call('items.list', {
      limit: limit.number ?? 20,
      ...(word === undefined ? {} : { run: await findRun(session, word) }),
      ...(workflow === null ? {} : { workflow }),
      ...(args.chosen.has('--mine') ? { mine: true } : {}),
      ...(cursor === null ? {} : { cursor }),
    });
    if (args.chosen.has('--json')) {
      printJson(host, list);
      return 0;
    }
    if (list.items.length === 0) host.err('No open work items.\n');
    else host.out(drawItems(host, list.items));
    if (list.nextCursor !== null) host.err(`There are more: add --cursor ${list.nextCursor}\n`);
    return 0;
  });
}

/** For whom each item is; shown if an item is restricted. */
function drawItems(host: Host, shown: readonly ItemView[]): string {
  if (shown.every(({ who }) => who === null)) return drawTable(host, columns, shown.map(rowOf));
  const whom = ({ who }: ItemView) => (who === null ? '' : cleanText(describeWho(who)));
  const head: Column = { head: 'for', cuts: true };
  const rows = shown.map((item) => [...rowOf(item), whom(item)]);
  return drawTable(host, [...columns, head], rows);
}

const columns: readonly Column[] = [
  { head: 'item' },
  { head: 'workflow', cuts: true },
  { head: 'asks', cuts: true },
  { head: 'since' },
  { head: 'held by', cuts: true },
];

function rowOf(view: ItemView): readonly string[] {
  const { item, workflow, task, message, createdAt, holder } = view;
  const { name, title } = presentItem(view) ?? {};
  // The texts of steps often start alike.
  const words = title ?? message;
  const asks = words === '' ? task : words;
  const named = name === undefined ? item : cleanText(name);
  return [named, cleanText(workflow), oneLine(asks), agoText(createdAt), cleanText(holder)];
}
