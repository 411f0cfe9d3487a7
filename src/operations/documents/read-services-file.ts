/** Reads services.yaml and reports all violations at once, each with its location. The directory contains the valid part. */
import { findNearest } from '../../expression/index.ts';
import {
  type ConnectorOperations,
  createReporter,
  type Located,
  type LocatedEntry,
  type LocatedMap,
  listViolations,
  parseDocument,
  type Reporter,
  readShape,
  report,
  type ServiceBinding,
  type ServiceDirectory,
  type SourceFile,
  type Violation,
} from '../../languages/index.ts';
import { bindingShape, nameType, servicesShape } from './services-shape.ts';

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
  const fields = document.root === null ? undefined : readShape(reporter, document.root, servicesShape);
  const entriesOf = (key: keyof typeof servicesShape.keys): readonly LocatedEntry[] =>
    fields?.read(key)?.entries ?? [];
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
        const name = nameType.read(reporter, entry.value, `The ${what} “${entry.key}”`);
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
    const name = nameType.read(reporter, value, 'The operation');
    const operation = knownOperation(reporter, value, name, what, operations);
    return operation === undefined ? undefined : { operation, args: null, result: null };
  }
  const fields = readShape(reporter, value, bindingShape, { what });
  if (fields === undefined) return undefined;
  const { read } = fields;
  const operation = knownOperation(reporter, fields.value('operation'), read('operation'), what, operations);
  const args = readArguments(reporter, read('args'), { what, operation, operations });
  const result = read('result');
  if (operation === undefined) return undefined;
  return { operation, args: args ?? null, result: result ?? null };
}

function knownOperation(
  reporter: Reporter,
  located: Located | undefined,
  name: string | undefined,
  what: string,
  operations: ConnectorOperations | null,
): string | undefined {
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
  map: LocatedMap | undefined,
  { what, operation: name, operations }: Called,
): ServiceBinding['args'] | undefined {
  if (map === undefined) return undefined;
  const operation = name === undefined ? undefined : operations?.find(name);
  const known = operation === undefined || operation.open === true ? null : operation.parameters;
  const args = map.entries.flatMap(({ key, keySpan, value }) => {
    const parameter = nameType.read(reporter, value, `The argument “${key}” of ${lower(what)}`);
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

const lower = (what: string): string => what.charAt(0).toLowerCase() + what.slice(1);
