/**
 * Operations that workflows may call, as far as known without querying connectors. Built-in operations are checked with
 * their arguments. Any other operation may be offered by a server, and is resolved when a run starts.
 */
import type { ConnectorOperation, ConnectorOperations } from '../../languages/index.ts';
import type { Connector } from '../../runtime/index.ts';

export async function knownOperations(builtIn: readonly Connector[]): Promise<ConnectorOperations> {
  const known = new Map<string, ConnectorOperation>();
  for (const connector of builtIn) {
    for (const operation of await connector.operations()) {
      known.set(operation.name, operation);
      known.set(`${connector.name}.${operation.name}`, operation);
    }
  }
  const isBuiltIn = (name: string): boolean =>
    builtIn.some((connector) => name.startsWith(`${connector.name}.`));
  return {
    names: [...known.keys()],
    find: (name) => known.get(name) ?? (isBuiltIn(name) ? undefined : assumedOperation(name)),
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
