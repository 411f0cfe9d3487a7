/** `signalbox workflows`: what can be run. */
import { cleanText } from '../../drawing/index.ts';
import type { Command, Given } from '../command.ts';
import { drawTable } from '../draw-table.ts';
import type { Host } from '../host.ts';
import { folderOptions, jsonOption, numberOf, optionValue, pageOptions } from '../options.ts';
import { printJson } from '../print-json.ts';
import { type Answers, lookOn } from '../session.ts';

type Definition = Answers['definitions.list']['definitions'][number];

export const workflows: Command = {
  meaning:
    'Lists the workflows of the workflows folders, by name; those with mistakes are there too, and cannot be run.',
  options: [...pageOptions, jsonOption, ...folderOptions],
  examples: ['workflows', 'workflows --workflows examples'],
  run: runWorkflows,
};

async function runWorkflows(given: Given, host: Host): Promise<number> {
  const limit = numberOf(given, '--limit', 1, 500);
  if (limit.kind === 'misunderstood') {
    host.err(`${limit.message}\n`);
    return 2;
  }
  const cursor = optionValue(given, '--cursor');
  return lookOn(given, host, async (session) => {
    const list = await session.call('definitions.list', {
      limit: limit.number ?? 100,
      ...(cursor === null ? {} : { cursor }),
    });
    if (given.chosen.has('--json')) {
      printJson(host, list);
      return 0;
    }
    if (list.definitions.length === 0) {
      host.err(`There are no workflows in ${session.settings.workflows.map(cleanText).join(', ')}.\n`);
    } else {
      host.out(drawTable(['workflow', '', 'meaning', 'file'], list.definitions.map(rowOf), host.columns));
    }
    if (list.nextCursor !== null) host.err(`There are more: add --cursor ${list.nextCursor}\n`);
    return 0;
  });
}

function rowOf({ id, valid, description, path }: Definition): readonly string[] {
  return [cleanText(id), valid ? '✓' : '✗', cleanText(description), cleanText(path)];
}
