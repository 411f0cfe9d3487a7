/** `signalbox workflows`: what can be run. */
import { cleanText } from '../../drawing/index.ts';
import { oneLine } from '../clean-lines.ts';
import type { Command, Given } from '../command.ts';
import { countOf } from '../count-of.ts';
import { type Column, drawTable } from '../draw-table.ts';
import type { Host } from '../host.ts';
import { jsonOption, numberOf, optionValue, pageOptions, sessionOptions } from '../options.ts';
import { printJson } from '../print-json.ts';
import { type Answers, lookOn, type Session } from '../session.ts';
import { fileOfDocument, troublesOfFolders } from '../workflow-folders.ts';

type Definition = Answers['definitions.list']['definitions'][number];

export const workflows: Command = {
  meaning:
    'Lists the workflows of the workflows folders, by name; those with mistakes are there too, and cannot be run.',
  options: [...pageOptions, jsonOption, ...sessionOptions],
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
    const troubles = troublesOfFolders(session);
    if (given.chosen.has('--json')) {
      printJson(host, list);
    } else {
      // What stands for a whole folder that cannot be read has no file.
      const listed = list.definitions.filter(({ path }) => path !== '');
      if (listed.length > 0) host.out(drawTable(host, columns, listed.map(rowOf)));
      else if (troubles.length === 0) host.err(`There are no workflows in ${foldersOf(session)}.\n`);
      host.err(troubles.map((trouble) => `${cleanText(trouble)}\n`).join(''));
      host.err(adviceOn(session, host, listed).join(''));
      if (list.nextCursor !== null) host.err(`There are more: add --cursor ${list.nextCursor}\n`);
    }
    return troubles.length > 0 && given.chosen.has('--workflows') ? 2 : 0;
  });
}

function foldersOf({ settings, role, owner }: Session): string {
  return role === 'owner'
    ? settings.workflows.map(cleanText).join(', ')
    : `the folders that process ${owner ?? '?'} reads, which owns this data folder`;
}

const columns: readonly Column[] = [
  { head: 'workflow' },
  { head: '' },
  { head: 'meaning', cuts: true },
  { head: 'file', cuts: true },
];

function rowOf({ id, valid, description, path }: Definition): readonly string[] {
  return [cleanText(id), valid ? '✓' : '✗', oneLine(description), cleanText(path)];
}

/** So many files with mistakes it is told of how to see them. */
const most = 5;

function adviceOn(session: Session, host: Host, listed: readonly Definition[]): readonly string[] {
  const mistaken = new Map(listed.filter(({ valid }) => !valid).map((each) => [each.path, each.violations]));
  return [...mistaken].slice(0, most).map(([path, mistakes]) => {
    const file = cleanText(fileOfDocument(session, host, path));
    return `${cleanText(path)} has ${countOf(mistakes, 'mistake')}.\n→ signalbox validate ${file}\n`;
  });
}
