/** Operations that documents may call, as plain data: processes that read documents receive them. */
import type { ConnectorOperation, ConnectorOperations } from '../../languages/index.ts';

export interface OperationsData {
  readonly known: readonly (readonly [name: string, operation: ConnectorOperation])[];
  /**
   * Connectors that offer no other operations than the known ones; any other operation may exist. Null: no other
   * operation exists.
   */
  readonly closed: readonly string[] | null;
}

export interface KnownOperations extends ConnectorOperations {
  readonly data: OperationsData;
}

export function createKnownOperations(data: OperationsData): KnownOperations {
  const known = new Map(data.known);
  const mayExist = (name: string): boolean =>
    data.closed !== null && !data.closed.some((connector) => name.startsWith(`${connector}.`));
  return {
    data,
    names: [...known.keys()],
    find: (name) => known.get(name) ?? (mayExist(name) ? assumedOperation(name) : undefined),
  };
}

const assumedOperation = (name: string): ConnectorOperation => ({
  name,
  description: '',
  parameters: [],
  open: true,
  result: { kind: 'any' },
  example: undefined,
});
