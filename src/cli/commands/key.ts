/** `signalbox key`: manages API keys for programs. */
import { cleanText } from '../../drawing/index.ts';
import { findNearest } from '../../expression/index.ts';
import type { KeyView } from '../../operations/index.ts';
import { scopes as knownScopes } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import {
  jsonOption,
  listOption,
  numberOption,
  optionValue,
  pageOptions,
  sessionOptions,
} from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { type Column, drawTable } from '../print/draw-table.ts';
import { printJson } from '../print/print-json.ts';
import { agoText, dateTimeText } from '../print/run-texts.ts';
import { type Session, withReadOnlySession, withSession } from '../session/session.ts';

export const key: Command = {
  meaning:
    'Creates an API key for a program, lists the keys, or revokes one. A key is shown once, when it is created: anyone who\nhas it may use its scopes. Once a key exists, the server requires credentials.',
  arguments: { usage: 'create NAME | list | revoke KEY', min: 1, max: 2 },
  options: [
    { name: '--scopes', value: 'A,B', meaning: 'scopes of the key; required for create' },
    { name: '--roles', value: 'A,B', meaning: 'roles of the key' },
    {
      name: '--kind',
      value: 'KIND',
      choices: ['service', 'agent', 'person'],
      meaning: 'kind of the caller: service (default), agent or person',
    },
    {
      name: '--ttl',
      value: 'TIME',
      meaning: 'how long the key is valid, such as 30d; default: no expiry',
    },
    ...pageOptions,
    jsonOption,
    // --roles means the roles of the key, not those of the user.
    ...sessionOptions.filter(({ name }) => name !== '--roles'),
  ],
  examples: ['key create reports --scopes workflows:query --ttl 30d', 'key list', 'key revoke reports'],
  run: runKey,
};

type KeyAction = (args: CommandArguments, host: Host, word: string | undefined) => Promise<number>;

const actions: Readonly<Record<string, KeyAction>> = {
  create: (args, host, name) =>
    name === undefined
      ? misunderstood(host, 'key create needs a name: signalbox key create NAME --scopes A,B')
      : withSession(args, host, (session) => create(session, args, host, name)),
  list: (args, host, surplus) =>
    surplus === undefined ? list(args, host) : misunderstood(host, 'key list takes no name.'),
  revoke: (args, host, named) =>
    named === undefined
      ? misunderstood(host, 'key revoke needs the id or the name of a key: signalbox key revoke KEY')
      : withSession(args, host, (session) => revoke(session, args, host, named)),
};

async function runKey(args: CommandArguments, host: Host): Promise<number> {
  const [word = '', named] = args.arguments;
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  if (action !== undefined) return action(args, host, named);
  const nearest = findNearest(word, Object.keys(actions));
  const hint = nearest === undefined ? 'Use one of: create, list, revoke.' : `Did you mean “${nearest}”?`;
  return misunderstood(host, `Unknown action “key ${cleanText(word)}”. ${hint}`);
}

async function create(session: Session, args: CommandArguments, host: Host, name: string): Promise<number> {
  const scopes = listOption(args, '--scopes');
  if (scopes.length === 0) {
    return misunderstood(host, 'key create needs scopes: --scopes workflows:query,workflows:launch');
  }
  const unknown = scopes.filter((scope) => !isScope(scope));
  if (unknown.length > 0) return misunderstood(host, unknown.map(unknownScope).join('\n'));
  const kind = optionValue(args, '--kind');
  const ttl = optionValue(args, '--ttl');
  const created = await session.call('keys.create', {
    name,
    scopes,
    roles: listOption(args, '--roles'),
    ...(kind === null ? {} : { kind }),
    ...(ttl === null ? {} : { ttl }),
  });
  if (args.chosen.has('--json')) {
    printJson(host, created);
    return 0;
  }
  // Only the key itself, so that it can be piped.
  host.out(`${created.secret}\n`);
  host.err(`${describe(created.key)} It is not shown again.\n`);
  return 0;
}

const isScope = (word: string): boolean => knownScopes.some((scope) => scope === word);

function unknownScope(word: string): string {
  const nearest = findNearest(word, knownScopes);
  const hint =
    nearest === undefined ? `Use one of: ${knownScopes.join(', ')}.` : `Did you mean “${nearest}”?`;
  return `Unknown scope “${cleanText(word)}”. ${hint}`;
}

async function list(args: CommandArguments, host: Host): Promise<number> {
  const limit = numberOption(args, '--limit', 1, 200);
  if (limit.kind === 'misunderstood') return misunderstood(host, limit.message);
  const cursor = optionValue(args, '--cursor');
  return withReadOnlySession(args, host, async (session) => {
    const page = await session.call('keys.list', {
      limit: limit.number ?? 50,
      ...(cursor === null ? {} : { cursor }),
    });
    if (args.chosen.has('--json')) {
      printJson(host, page);
      return 0;
    }
    if (page.keys.length === 0) host.err('No keys exist.\n');
    else host.out(drawTable(host, columns, page.keys.map(rowOf)));
    if (page.nextCursor !== null) host.err(`There are more: add --cursor ${page.nextCursor}\n`);
    return 0;
  });
}

async function revoke(session: Session, args: CommandArguments, host: Host, named: string): Promise<number> {
  const revoked = await session.call('keys.revoke', { key: named });
  if (args.chosen.has('--json')) printJson(host, revoked);
  else host.out(`The key “${revoked.key.name}” (${revoked.key.id}) is revoked.\n`);
  return 0;
}

const columns: readonly Column[] = [
  { head: 'key' },
  { head: 'name', cuts: true },
  { head: 'state' },
  { head: 'scopes', cuts: true },
  { head: 'made' },
  { head: 'ends' },
  { head: 'used' },
];

function rowOf({ id, name, state, scopes, createdAt, expiresAt, usedAt }: KeyView): readonly string[] {
  const ends = expiresAt === null ? 'never' : dateTimeText(expiresAt);
  const used = usedAt === null ? 'never' : agoText(usedAt);
  return [id, name, state.replace('_', ' '), scopes.join(','), agoText(createdAt), ends, used];
}

function describe({ subject, expiresAt }: KeyView): string {
  const end = expiresAt === null ? 'until it is revoked' : `until ${dateTimeText(expiresAt)}`;
  return `This key authenticates as “${subject}”, ${end}.`;
}

async function misunderstood(host: Host, message: string): Promise<number> {
  host.err(`${message}\n`);
  return 2;
}
