/** Reads one secret of connectors.yaml: where it may be sent, for which tenants, and where its value comes from. */
import { dirname, resolve } from 'node:path';
import {
  describeLocated,
  type Located,
  type LocatedEntry,
  type Reporter,
  readShape,
  readText,
  report,
  type ShapeFields,
} from '../../languages/index.ts';
import {
  type HostPattern,
  parseHostPattern,
  type SecretRule,
  type SecretSource,
} from '../../runtime/index.ts';
import { secretShape } from './connectors-shape.ts';
import { type Environment, optionOf, readFilled, reportName } from './read-setting.ts';

type Fields = ShapeFields<typeof secretShape.keys>;

export function readSecret(
  reporter: Reporter,
  entry: LocatedEntry,
  environment: Environment,
): SecretRule | undefined {
  const name = entry.key;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    const message = 'The name of a secret must be letters, digits and _, and not begin with a digit.';
    reportName(reporter, entry, 'bad-name', message, 'a name such as “API_TOKEN”');
  }
  const fields = readShape(reporter, entry.value, secretShape, { what: `The secret “${name}”` });
  if (fields === undefined) return undefined;
  const hosts = fields.read('hosts')?.items.flatMap((item) => readHost(reporter, item) ?? []) ?? [];
  const tenants = fields.read('tenants')?.items ?? [];
  const source = readSource(reporter, fields, environment);
  return {
    name,
    hosts,
    ...(source === undefined ? {} : { source }),
    tenants:
      fields.entry('tenants') === undefined
        ? '*'
        : tenants.flatMap((item) => readText(reporter, item, 'An item of this list') ?? []),
  };
}

function readSource(reporter: Reporter, fields: Fields, environment: Environment): SecretSource | undefined {
  const second = fields.entry('command');
  if (second !== undefined && fields.entry('file') !== undefined) {
    const message = '“command” is not allowed here: the secret has a “file”. Use one of them.';
    reportName(reporter, second, 'misplaced-key', message, 'file: … or command: …');
  }
  // Paths are relative to the file that holds them.
  const folder = dirname(reporter.source.path);
  const path = readFilled(reporter, fields.value('file'), { what: 'The file' }, environment);
  const [command, ...args] = readWords(reporter, fields, environment);
  reportBlank(reporter, fields.value('file'), path, 'The path of the file is empty.');
  const message = 'The command must begin with the name or the path of a program.';
  reportBlank(reporter, fields.value('command'), command, message);
  if (path !== undefined) return { kind: 'file', path: resolve(folder, path) };
  return command === undefined ? undefined : { kind: 'command', command, args, folder };
}

function readWords(reporter: Reporter, fields: Fields, environment: Environment): readonly string[] {
  const items = fields.read('command')?.items;
  if (items?.length === 0) return [''];
  return (items ?? []).map((item, at) => {
    const setting = { what: at === 0 ? 'The command' : 'An argument', name: optionOf(items?.[at - 1]) };
    // What cannot be read is reported.
    return readFilled(reporter, item, setting, environment) ?? unreadable;
  });
}

const unreadable = '?';

function reportBlank(
  reporter: Reporter,
  located: Located | undefined,
  read: string | undefined,
  message: string,
): void {
  if (located === undefined || read === undefined || read.trim() !== '') return;
  report(reporter, located, { rule: 'bad-value', message, expected: 'a path', actual: 'nothing' });
}

function readHost(reporter: Reporter, located: Located): HostPattern | undefined {
  const pattern =
    located.kind === 'scalar' && typeof located.value === 'string'
      ? parseHostPattern(located.value)
      : undefined;
  if (pattern === undefined) reportHost(reporter, located);
  return pattern;
}

function reportHost(reporter: Reporter, located: Located): void {
  report(reporter, located, {
    rule: 'bad-value',
    message: `A host must be written “api.example.com”, “*.example.com” or “api.example.com:8443”, but is ${describeLocated(located)}.`,
    expected: 'a host',
    actual: describeLocated(located),
  });
}
