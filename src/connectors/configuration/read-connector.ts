/** Reads one connector of connectors.yaml: a program to start, or a server at an address. */
import { dirname, resolve } from 'node:path';
import {
  type Located,
  type LocatedEntry,
  type Reporter,
  readShape,
  report,
  type ShapeFields,
} from '../../languages/index.ts';
import { parseUrl } from '../../runtime/index.ts';
import type { McpServer } from '../mcp/mcp-server.ts';
import type { ConfiguredConnector } from './connectors-configuration.ts';
import { connectorShape } from './connectors-shape.ts';
import { type Environment, type FilledSetting, optionOf, readFilled, reportName } from './read-setting.ts';

type Fields = ShapeFields<typeof connectorShape.keys>;
type Key = keyof typeof connectorShape.keys;

const ofPrograms: readonly Key[] = ['command', 'args', 'env', 'cwd'];
const ofAddresses: readonly Key[] = ['url', 'headers'];

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

const reserved = ['http', 'sql', 'built-in'];

function checkName(reporter: Reporter, entry: LocatedEntry): void {
  const { key } = entry;
  if (reserved.includes(key)) {
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
): McpServer | undefined {
  const isProgram = fields.entry('command') !== undefined;
  const isAddress = fields.entry('url') !== undefined;
  if (isProgram === isAddress) {
    reportKind(reporter, fields, name, isProgram);
    return undefined;
  }
  for (const key of isProgram ? ofAddresses : ofPrograms) {
    const entry = fields.entry(key);
    if (entry === undefined) continue;
    const kind = isProgram ? 'a server at an “url”' : 'a “command” that is started';
    const message = `“${key}” is not allowed here: it is for ${kind}.`;
    reportName(reporter, entry, 'misplaced-key', message, (isProgram ? ofPrograms : ofAddresses).join(', '));
  }
  return isProgram ? readProgram(reporter, fields, environment) : readAddress(reporter, fields, environment);
}

function reportKind(reporter: Reporter, { map }: Fields, name: string, isBoth: boolean): void {
  reporter.report({
    at: { start: map.span.start, end: map.entries[0]?.keySpan.end ?? map.span.end },
    path: map.path,
    rule: isBoth ? 'bad-value' : 'missing-key',
    message: isBoth
      ? `The connector “${name}” has a “command” and a “url”. Use one of them.`
      : `The connector “${name}” needs a “command” to start, or the “url” of a server.`,
    expected: 'command: … or url: …',
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
  const url = readFilled(reporter, fields.value('url'), { what: 'The address' }, environment);
  const headers = (fields.read('headers') ?? []).flatMap((entry) => {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(entry.key)) {
      const message = `“${entry.key}” is not a valid header name.`;
      reportName(reporter, entry, 'bad-name', message, 'a name such as “Authorization”');
    }
    // Headers carry credentials under any name.
    const setting = { what: `The header “${entry.key}”`, isSecret: true };
    const value = readFilled(reporter, entry.value, setting, environment);
    if (value !== undefined && !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      const message = `The header “${entry.key}” has characters that no header can have, such as line breaks.`;
      reportValue(reporter, entry.value, message, 'a line of plain characters');
    }
    return value === undefined ? [] : [[entry.key, value] as const];
  });
  if (url === undefined) return undefined;
  const parsed = parseUrl(url);
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    const message = 'The address must begin with https:// or http://.';
    reportValue(reporter, fields.value('url'), message, 'an address such as “https://crm.example.com/mcp”');
    return undefined;
  }
  if (parsed.username !== '' || parsed.password !== '') {
    const message = 'The address holds a user name or a password. Put credentials under “headers”.';
    reportValue(reporter, fields.value('url'), message, 'an address without credentials');
    return undefined;
  }
  return { kind: 'http', url: parsed.href, headers: Object.fromEntries(headers) };
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
