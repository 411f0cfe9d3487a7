/** `signalbox workflows`: lists the workflows. */
import { cleanText } from '../../drawing/index.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { jsonOption, numberOption, optionValue, pageOptions, sessionOptions } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { oneLine } from '../print/clean-lines.ts';
import { type Column, drawTable } from '../print/draw-table.ts';
import { printJson } from '../print/print-json.ts';
import { type ListedDefinition, listProblems } from '../session/document-problems.ts';
import { type Session, withReadOnlySession } from '../session/session.ts';
import { findFolderProblems, foldersRead } from '../session/workflow-folders.ts';

export const workflows: Command = {
  meaning:
    'Lists the workflows of the workflow folders, by name. Workflows with errors are listed, too, but cannot run (✗). A\nsuperseded version (–) starts no new runs; its existing runs continue.',
  options: [...pageOptions, jsonOption, ...sessionOptions],
  examples: ['workflows', 'workflows --workflows examples'],
  run: runWorkflows,
};

async function runWorkflows(args: CommandArguments, host: Host): Promise<number> {
  const limit = numberOption(args, '--limit', 1, 500);
  if (limit.kind === 'misunderstood') {
    host.err(`${limit.message}\n`);
    return 2;
  }
  const cursor = optionValue(args, '--cursor');
  return withReadOnlySession(args, host, async (session) => {
    const list = await session.call('definitions.list', {
      limit: limit.number ?? 100,
      ...(cursor === null ? {} : { cursor }),
    });
    const folderProblems = findFolderProblems(session);
    if (args.chosen.has('--json')) {
      printJson(host, list);
    } else {
      // The entry for a folder that cannot be read has no file.
      const listed = list.definitions.filter(({ path }) => path !== '');
      if (listed.length > 0) host.out(drawDefinitions(host, listed));
      else if (folderProblems.length === 0) host.err(`No workflows in ${describeFolders(session)}.\n`);
      host.err(folderProblems.map((message) => `${cleanText(message)}\n`).join(''));
      for (const { problem, advice } of await listProblems(session, host, listed)) {
        host.err(`${problem}\n${advice === undefined ? '' : `→ ${advice}\n`}`);
      }
      if (list.nextCursor !== null) host.err(`There are more: add --cursor ${list.nextCursor}\n`);
    }
    return folderProblems.length > 0 && args.chosen.has('--workflows') ? 2 : 0;
  });
}

function describeFolders(session: Session): string {
  return session.role === 'owner'
    ? foldersRead(session).map(cleanText).join(', ')
    : `the folders of process ${session.owner ?? '?'}, which owns this data folder`;
}

/** Versions are shown if there are any, origins unless they are obvious. */
function drawDefinitions(host: Host, listed: readonly ListedDefinition[]): string {
  const columns: readonly (Column & { readonly cell: (each: ListedDefinition) => string })[] = [
    { head: 'workflow', cell: ({ id }) => cleanText(id) },
    { head: '', cell: markOf },
    ...(listed.some(({ version }) => version !== '') ? [{ head: 'version', cell: versionOf }] : []),
    { head: 'meaning', cuts: true, cell: ({ description }) => oneLine(description) },
    { head: 'file', cuts: true, cell: ({ path }) => cleanText(path) },
    ...(isObvious(listed) ? [] : [{ head: 'from', cuts: true, cell: originOf }]),
  ];
  return drawTable(
    host,
    columns,
    listed.map((each) => columns.map(({ cell }) => cell(each))),
  );
}

/** A superseded version starts no runs. */
const markOf = ({ valid, supersededBy }: ListedDefinition): string =>
  valid ? (supersededBy === undefined ? '✓' : '–') : '✗';

const versionOf = ({ version, supersededBy }: ListedDefinition): string =>
  `${cleanText(version)}${supersededBy === undefined ? '' : ', superseded'}`;

/** The name of the bundled source adds nothing. */
const originOf = ({ origin: { kind, name } }: ListedDefinition): string =>
  kind === 'bundled' ? kind : cleanText(`${kind}: ${name}`);

/** All workflows come from the one folder that the user knows. */
const isObvious = (listed: readonly ListedDefinition[]): boolean =>
  new Set(listed.map(originOf)).size === 1 &&
  listed.every(({ origin: { kind } }) => kind === 'project' || kind === 'configured');
