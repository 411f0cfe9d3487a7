/** Operations that documents may call, as plain data: processes that read documents receive them. */
import { findNearest } from '../../expression/index.ts';
import type { ConnectorOperation, ConnectorOperations } from '../../languages/index.ts';

type Offered = readonly [connector: string, operations: readonly ConnectorOperation[]];

export interface OperationsData {
  /** All operations of these connectors. */
  readonly offered: readonly Offered[];
  /** Likewise, but they can only be called with the name of their connector. Default: none. */
  readonly exact?: readonly Offered[];
  /** Whether no other connector exists; otherwise any other operation may be offered by one. */
  readonly isComplete: boolean;
}

export interface KnownOperations extends ConnectorOperations {
  readonly data: OperationsData;
  /** The connectors that offer an operation of this name. */
  offeredBy(operation: string): readonly string[];
}

export function createKnownOperations(data: OperationsData): KnownOperations {
  const { offered, exact = [], isComplete } = data;
  const known = new Map<string, ConnectorOperation>();
  /** Other names of operations of APIs. */
  const canonical = new Map<string, ConnectorOperation>();
  const connectorsOf = new Map<string, readonly string[]>();
  const all = [...offered, ...exact];
  for (const [at, [connector, operations]] of all.entries()) {
    for (const operation of operations) {
      const { name, command } = operation;
      known.set(`${connector}.${name}`, operation);
      if (command !== undefined) canonical.set(`${connector}.${command.canonical}`, operation);
      // A name with a dot is always read as a connector and its operation.
      if (name.includes('.') || at >= offered.length) continue;
      known.set(name, operation);
      connectorsOf.set(name, [...(connectorsOf.get(name) ?? []), connector]);
    }
  }
  const offeredBy = (name: string): readonly string[] => connectorsOf.get(name) ?? [];
  const isAmbiguous = (name: string): boolean => offeredBy(name).length > 1;
  const mayExist = (name: string): boolean =>
    !isComplete && !all.some(([connector]) => name.startsWith(`${connector}.`));
  return {
    data,
    names: [...known.keys()],
    offeredBy,
    find: (name) => {
      if (isAmbiguous(name)) return assumedOperation(name);
      return known.get(name) ?? canonical.get(name) ?? (mayExist(name) ? assumedOperation(name) : undefined);
    },
    problemOf: (name) => {
      if (isAmbiguous(name)) return describeAmbiguous(name, offeredBy(name));
      if (!name.includes('.') || mayExist(name) || known.has(name) || canonical.has(name)) return undefined;
      const nearest = findNearest(name, [...known.keys()]);
      const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
      return `No connector offers “${name}”.${hint}`;
    },
  };
}

/** What is wrong with a name that several connectors offer, and how to write it. */
export function describeAmbiguous(operation: string, offeredBy: readonly string[]): string {
  const written = offeredBy.map((connector) => `“${connector}.${operation}”`).join(' or ');
  return `“${operation}” is offered by ${offeredBy.join(' and ')}. Write ${written}.`;
}

const assumedOperation = (name: string): ConnectorOperation => ({
  name,
  description: '',
  parameters: [],
  open: true,
  result: { kind: 'any' },
  example: undefined,
});

/** So many operations are sent as they are. */
const maxWhole = 200;

/**
 * The same names with what is known of the operations that a text mentions, so that many operations can be sent to another
 * process.
 */
export function narrowOperations(known: KnownOperations, text: string): KnownOperations {
  const { data } = known;
  if (known.names.length <= maxWhole) return known;
  const words = new Set(text.match(/[\p{L}\p{N}_:-]+/gu));
  const isMentioned = (name: string): boolean => words.has(name) || /[^\p{L}\p{N}_:-]/u.test(name);
  const narrow = ([connector, operations]: Offered): Offered => [
    connector,
    operations.map((each) => {
      const { name, command } = each;
      if (isMentioned(name) || (command !== undefined && isMentioned(command.canonical))) return each;
      const { parameters, result, example } = assumedOperation(name);
      return { name, description: '', parameters, open: true, result, example };
    }),
  ];
  return createKnownOperations({
    isComplete: data.isComplete,
    offered: data.offered.map(narrow),
    ...(data.exact === undefined ? {} : { exact: data.exact.map(narrow) }),
  });
}
