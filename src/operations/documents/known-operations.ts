/** Operations that documents may call, as plain data: processes that read documents receive them. */
import type { ConnectorOperation, ConnectorOperations } from '../../languages/index.ts';

export interface OperationsData {
  /** All operations of these connectors. */
  readonly offered: readonly (readonly [connector: string, operations: readonly ConnectorOperation[]])[];
  /** Whether no other connector exists; otherwise any other operation may be offered by one. */
  readonly isComplete: boolean;
}

export interface KnownOperations extends ConnectorOperations {
  readonly data: OperationsData;
  /** The connectors that offer an operation of this name. */
  offeredBy(operation: string): readonly string[];
}

export function createKnownOperations(data: OperationsData): KnownOperations {
  const { offered, isComplete } = data;
  const known = new Map<string, ConnectorOperation>();
  const connectorsOf = new Map<string, readonly string[]>();
  for (const [connector, operations] of offered) {
    for (const operation of operations) {
      const { name } = operation;
      known.set(`${connector}.${name}`, operation);
      // A name with a dot is always read as a connector and its operation.
      if (name.includes('.')) continue;
      known.set(name, operation);
      connectorsOf.set(name, [...(connectorsOf.get(name) ?? []), connector]);
    }
  }
  const offeredBy = (name: string): readonly string[] => connectorsOf.get(name) ?? [];
  const isAmbiguous = (name: string): boolean => offeredBy(name).length > 1;
  const mayExist = (name: string): boolean =>
    !isComplete && !offered.some(([connector]) => name.startsWith(`${connector}.`));
  return {
    data,
    names: [...known.keys()],
    offeredBy,
    find: (name) => {
      if (isAmbiguous(name)) return assumedOperation(name);
      return known.get(name) ?? (mayExist(name) ? assumedOperation(name) : undefined);
    },
    problemOf: (name) => {
      if (isAmbiguous(name)) return describeAmbiguous(name, offeredBy(name));
      return isComplete && name.includes('.') && !known.has(name)
        ? `No connector offers “${name}”.`
        : undefined;
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
