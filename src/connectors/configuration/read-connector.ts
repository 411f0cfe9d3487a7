/** Reads one connector of connectors.yaml: a program to start, a server at an address, or an API with its document. */
import { dirname, resolve } from 'node:path';
import {
  type Located,
  type LocatedEntry,
  type Reporter,
  readShape,
  report,
  type ShapeFields,
} from '../../languages/index.ts';
import { isHeaderName, isHeaderValue, parseUrl } from '../../runtime/index.ts';
import type { McpServer } from '../mcp/mcp-server.ts';
import type { Credential } from '../openapi/api-credentials.ts';
import type { ApiServer } from '../openapi/api-server.ts';
import type { ConfiguredConnector } from './connectors-configuration.ts';
import { connectorShape } from './connectors-shape.ts';
import { readCredential } from './read-credential.ts';
import { type Environment, type FilledSetting, optionOf, readFilled, reportName } from './read-setting.ts';

type Fields = ShapeFields<typeof connectorShape.keys>;
type Key = keyof typeof connectorShape.keys;

/** By the key that decides: what such a connector is, and its other keys. */
const kinds = {
  command: { what: 'a “command” that is started', keys: ['args', 'env', 'cwd'] },
  openapi: { what: 'an API with a document under “openapi”', keys: ['url', 'headers', 'auth'] },
  url: { what: 'a server at an “url”', keys: ['headers'] },
} as const satisfies { readonly [key in Key]?: { readonly what: string; readonly keys: readonly Key[] } };

type Kind = keyof typeof kinds;
const specific = ['command', 'args', 'env', 'cwd', 'openapi', 'url', 'headers', 'auth'] as const;

/** `undefined` if it has an error. */
export function readConnector(
  reporter: Reporter,
  entry: LocatedEntry,
  environment: Environment,
): ConfiguredConnector | undefined {
  const before = reporter.count();
  const name = entry.key;
  checkName(reporter, entry);
  const fields = readShape(reporter, entry.value, connectorShape, {
    what: `The connector “${name}”`,
  });
  if (fields === undefined) return undefined;
  const server = readServer(reporter, fields, name, environment);
  const concurrency = fields.read('concurrency');
  const timeout = fields.read('timeout');
  if (server === undefined || reporter.count() > before) return undefined;
  return {
    name,
    server,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(timeout === undefined ? {} : { timeout }),
  };
}

/** The names of the built-in ones. */
export const reservedConnectors: readonly string[] = ['http', 'sql', 'built-in'];

function checkName(reporter: Reporter, entry: LocatedEntry): void {
  const { key } = entry;
  if (reservedConnectors.includes(key)) {
    const message = `A connector cannot be named “${key}”: the name is reserved.`;
    reportName(reporter, entry, 'reserved-name', message, 'another name');
  } else if (!/^[a-z][a-z0-9_-]{0,39}$/.test(key)) {
    const message =
      'The name of a connector must have lower-case letters, digits, _ and -, begin with a letter, and have at most 40 characters.';
    reportName(reporter, entry, 'bad-name', message, 'a name such as “crm”');
  }
}

function readServer(
  reporter: Reporter,
  fields: Fields,
  name: string,
  environment: Environment,
): ConfiguredConnector['server'] | undefined {
  const isGiven = (key: Kind): boolean => fields.entry(key) !== undefined;
  const kind: Kind = isGiven('command') ? 'command' : isGiven('openapi') ? 'openapi' : 'url';
  const other = (['openapi', 'url'] as const).find(isGiven);
  if (!isGiven(kind) || (kind === 'command' && other !== undefined)) {
    reportKind(reporter, fields, name, other);
    return undefined;
  }
  const allowed: readonly Key[] = [kind, ...kinds[kind].keys];
  for (const key of specific) {
    const entry = fields.entry(key);
    if (entry === undefined || allowed.includes(key)) continue;
    const owners = (Object.keys(kinds) as Kind[]).filter((each) =>
      [each, ...kinds[each].keys].some((other) => other === key),
    );
    const message = `“${key}” is not allowed here: it is for ${owners.map((owner) => kinds[owner].what).join(' or ')}.`;
    reportName(reporter, entry, 'misplaced-key', message, allowed.join(', '));
  }
  if (kind === 'command') return readProgram(reporter, fields, environment);
  return kind === 'url'
    ? readAddress(reporter, fields, environment)
    : readApiServer(reporter, fields, environment);
}

/** @param other what it has beside a command; `undefined` if it has nothing */
function reportKind(reporter: Reporter, { map }: Fields, name: string, other: string | undefined): void {
  const isBoth = other !== undefined;
  reporter.report({
    at: { start: map.span.start, end: map.entries[0]?.keySpan.end ?? map.span.end },
    path: map.path,
    rule: isBoth ? 'bad-value' : 'missing-key',
    message: isBoth
      ? `The connector “${name}” has a “command” and a “${other}”. Use one of them.`
      : `The connector “${name}” needs a “command” to start, the “url” of a server, or the document of an API under “openapi”.`,
    expected: 'command: …, url: … or openapi: …',
    actual: isBoth ? 'both' : 'neither',
  });
}

function readProgram(reporter: Reporter, fields: Fields, environment: Environment): McpServer | undefined {
  const read = (located: Located | undefined, setting: FilledSetting): string | undefined =>
    readFilled(reporter, located, setting, environment);
  const command = read(fields.value('command'), { what: 'The command' });
  const items = fields.read('args')?.items ?? [];
  const args = items.flatMap(
    (item, at) => read(item, { what: 'An argument', name: optionOf(items[at - 1]) }) ?? [],
  );
  const env = (fields.read('env') ?? []).flatMap((entry) => {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(entry.key)) {
      const message = 'A variable must be named with letters, digits and _, not starting with a digit.';
      reportName(reporter, entry, 'bad-name', message, 'a name such as “API_TOKEN”');
    }
    const value = read(entry.value, { what: `The variable “${entry.key}”`, name: entry.key });
    return value === undefined ? [] : [[entry.key, value] as const];
  });
  const folder = read(fields.value('cwd'), { what: 'The folder' }) ?? '.';
  if (command === undefined) return undefined;
  if (command.trim() === '') {
    const message = 'The command must be the name or the path of a program.';
    reportValue(reporter, fields.value('command'), message, 'a program');
    return undefined;
  }
  // Paths are relative to the file that holds them.
  const cwd = resolve(dirname(reporter.source.path), folder);
  return { kind: 'stdio', command, args, env: Object.fromEntries(env), cwd };
}

function readAddress(reporter: Reporter, fields: Fields, environment: Environment): McpServer | undefined {
  const headers = readHeaders(reporter, fields, environment);
  const url = readUrl(reporter, fields, environment, 'https://crm.example.com/mcp');
  return url === undefined ? undefined : { kind: 'http', url, headers };
}

/** `undefined` if it has an error. */
function readApiServer(reporter: Reporter, fields: Fields, environment: Environment): ApiServer | undefined {
  const document = readFilled(reporter, fields.value('openapi'), { what: 'The document' }, environment);
  const headers = readHeaders(reporter, fields, environment);
  const isGiven = fields.value('url') !== undefined;
  const url = isGiven ? readUrl(reporter, fields, environment, 'https://api.example.com/v1') : '';
  const credentials = new Map<string, Credential>();
  for (const entry of fields.read('auth') ?? []) {
    const credential = readCredential(reporter, entry, environment);
    if (credential !== undefined) credentials.set(entry.key, credential);
  }
  if (document?.trim() === '') {
    const message = 'The document must be the path of a file.';
    reportValue(reporter, fields.value('openapi'), message, 'a path such as “./petstore.json”');
    return undefined;
  }
  if (document === undefined || url === undefined) return undefined;
  return { kind: 'api', path: resolve(dirname(reporter.source.path), document), url, headers, credentials };
}

function readHeaders(
  reporter: Reporter,
  fields: Fields,
  environment: Environment,
): { readonly [name: string]: string } {
  const headers = (fields.read('headers') ?? []).flatMap((entry) => {
    if (!isHeaderName(entry.key)) {
      const message = `“${entry.key}” is not a valid header name.`;
      reportName(reporter, entry, 'bad-name', message, 'a name such as “Authorization”');
    }
    // Headers carry credentials under any name.
    const setting = { what: `The header “${entry.key}”`, isSecret: true };
    const value = readFilled(reporter, entry.value, setting, environment);
    if (value !== undefined && !isHeaderValue(value)) {
      const message = `The header “${entry.key}” has characters that no header can have, such as line breaks.`;
      reportValue(reporter, entry.value, message, 'a line of plain characters');
    }
    return value === undefined ? [] : [[entry.key, value] as const];
  });
  return Object.fromEntries(headers);
}

/** `undefined` if it has an error. @param example in messages */
function readUrl(
  reporter: Reporter,
  fields: Fields,
  environment: Environment,
  example: string,
): string | undefined {
  const url = readFilled(reporter, fields.value('url'), { what: 'The address' }, environment);
  if (url === undefined) return undefined;
  const parsed = parseUrl(url);
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    const message = 'The address must begin with https:// or http://.';
    reportValue(reporter, fields.value('url'), message, `an address such as “${example}”`);
    return undefined;
  }
  if (parsed.username !== '' || parsed.password !== '') {
    const message = 'The address holds a user name or a password. Put credentials under “headers”.';
    reportValue(reporter, fields.value('url'), message, 'an address without credentials');
    return undefined;
  }
  return parsed.href;
}

/** Does not show the value: it may come from the environment. */
function reportValue(
  reporter: Reporter,
  located: Located | undefined,
  message: string,
  expected: string,
): void {
  if (located === undefined) return;
  report(reporter, located, { rule: 'bad-value', message, expected, actual: 'something else' });
}
