/**
 * Operations that workflows may call, as far as known without querying connectors. Built-in operations are checked with
 * their arguments. Any other operation may be offered by a server, and is resolved when a run starts.
 */
import type { Connector } from '../../runtime/index.ts';
import {
  createKnownOperations,
  type KnownOperations,
  type OperationsData,
} from '../jobs/known-operations.ts';

export async function knownOperations(builtIn: readonly Connector[]): Promise<KnownOperations> {
  const known: OperationsData['known'][number][] = [];
  for (const connector of builtIn) {
    for (const operation of await connector.operations()) {
      known.push([operation.name, operation], [`${connector.name}.${operation.name}`, operation]);
    }
  }
  return createKnownOperations({ known, closed: builtIn.map(({ name }) => name) });
}
