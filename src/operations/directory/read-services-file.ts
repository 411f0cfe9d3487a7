/** Reads services.yaml and reports all violations at once, each with its location. The directory contains the valid part. */
import { findNearest } from '../../expression/index.ts';
import {
  type ConnectorOperations,
  createReporter,
  type Located,
  type LocatedEntry,
  listViolations,
  parseDocument,
  type Reporter,
  readMap,
  readText,
  report,
  type ServiceBinding,
  type ServiceDirectory,
  type SourceFile,
  type Violation,
} from '../../languages/index.ts';
import { mapOf } from '../script/map-of.ts';

export interface ServicesFileResult {
  /** The valid part. */
  readonly directory: ServiceDirectory;
  readonly violations: readonly Violation[];
}

/** @param operations null if the operations are unknown */
export function readServicesFile(
  source: SourceFile,
  operations: ConnectorOperations | null,
): ServicesFileResult {
  const document = parseDocument(source);
  const reporter = createReporter(document, document.quota);
  const fields =
    document.root === null
      ? undefined
      : readMap(reporter, document.root, {
          what: 'services.yaml',
          keys: ['services', 'codelets', 'participants', 'roles'],
          synonyms: { service: 'services', codelet: 'codelets', people: 'participants' },
        });
  const entriesOf = (key: 'services' | 'codelets' | 'participants' | 'roles'): readonly LocatedEntry[] =>
    mapOf(reporter, fields?.value(key), key)?.entries ?? [];
  const bindings = (key: 'services' | 'codelets', what: string): ReadonlyMap<string, ServiceBinding> =>
    new Map(
      entriesOf(key).flatMap((entry) => {
        const binding = readBinding(reporter, entry, `The ${what} “${entry.key}”`, operations);
        return binding === undefined ? [] : [[entry.key, binding] as const];
      }),
    );
  const names = (key: 'participants' | 'roles', what: string): ReadonlyMap<string, string> =>
    new Map(
      entriesOf(key).flatMap((entry) => {
        const name = readName(reporter, entry.value, `The ${what} “${entry.key}”`);
        return name === undefined ? [] : [[entry.key, name] as const];
      }),
    );
  return {
    directory: {
      services: bindings('services', 'service'),
      codelets: bindings('codelets', 'codelet'),
      participants: names('participants', 'participant'),
      roles: names('roles', 'role'),
    },
    violations: listViolations([...document.violations, ...reporter.violations()]),
  };
}

/** An operation name alone is short for a map that only names it. */
function readBinding(
  reporter: Reporter,
  { value }: LocatedEntry,
  what: string,
  operations: ConnectorOperations | null,
): ServiceBinding | undefined {
  if (value.kind === 'scalar' && value.value !== null) {
    const operation = readOperation(reporter, value, what, operations);
    return operation === undefined ? undefined : { operation, args: null, result: null };
  }
  const fields = readMap(reporter, value, {
    what,
    keys: ['operation', 'args', 'result'],
    synonyms: { call: 'operation', arguments: 'args', output: 'result' },
    required: { operation: 'connector.operation' },
  });
  if (fields === undefined) return undefined;
  const operation = readOperation(reporter, fields.value('operation'), what, operations);
  const args = readArguments(reporter, fields.value('args'), { what, operation, operations });
  const result = readName(reporter, fields.value('result'), 'The result');
  if (operation === undefined) return undefined;
  return { operation, args: args ?? null, result: result ?? null };
}

function readOperation(
  reporter: Reporter,
  located: Located | undefined,
  what: string,
  operations: ConnectorOperations | null,
): string | undefined {
  const name = readName(reporter, located, 'The operation');
  if (located === undefined || name === undefined) return undefined;
  if (operations === null || operations.find(name) !== undefined) return name;
  const nearest = findNearest(name, operations.names);
  report(reporter, located, {
    rule: 'unknown-operation',
    message: `${what} refers to “${name}”, which no connector offers.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`,
    expected: nearest ?? 'an operation of a connector',
    actual: name,
  });
  return undefined;
}

interface Called {
  readonly what: string;
  readonly operation: string | undefined;
  readonly operations: ConnectorOperations | null;
}

/** `undefined` if they are unknown. */
function readArguments(
  reporter: Reporter,
  located: Located | undefined,
  { what, operation: name, operations }: Called,
): ServiceBinding['args'] | undefined {
  const map = mapOf(reporter, located, 'args');
  if (map === undefined) return undefined;
  const operation = name === undefined ? undefined : operations?.find(name);
  const known = operation === undefined || operation.open === true ? null : operation.parameters;
  const args = map.entries.flatMap(({ key, keySpan, value }) => {
    const parameter = readName(reporter, value, `The argument “${key}” of ${lower(what)}`);
    const isKnown = known === null || known.some((each) => each.name === key);
    if (!isKnown) {
      const names = known.map((each) => each.name);
      const nearest = findNearest(key, names);
      reporter.report({
        at: keySpan,
        path: value.path,
        rule: 'unknown-argument',
        message: `“${name}” has no argument “${key}”. ${nearest === undefined ? `Arguments: ${names.join(', ') || 'none'}.` : `Did you mean “${nearest}”?`}`,
        expected: nearest ?? (names.join(', ') || 'no argument'),
        actual: key,
      });
    }
    return parameter === undefined ? [] : [[key, parameter] as const];
  });
  return Object.fromEntries(args);
}

/** A non-empty text. */
function readName(reporter: Reporter, located: Located | undefined, what: string): string | undefined {
  const name = readText(reporter, located, what)?.trim();
  if (located === undefined || name === undefined || name !== '') return name;
  report(reporter, located, {
    rule: 'bad-value',
    message: `${what} must be a name, but is an empty text.`,
    expected: 'a name',
    actual: 'an empty text',
  });
  return undefined;
}

const lower = (what: string): string => what.charAt(0).toLowerCase() + what.slice(1);
