/**
 * What workflows may call, as far as it is known without asking anybody: what Signalbox brings itself is checked to the
 * last argument; whatever else is named may be offered by a server, and is looked for when a run starts.
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
