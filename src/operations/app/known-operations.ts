/**
 * Operations that workflows may call, as far as known without querying connectors. Built-in operations are checked with
 * their arguments. Any other operation may be offered by a server, and is resolved when a run starts.
 */
import type { Connector } from '../../runtime/index.ts';
import { createKnownOperations, type KnownOperations } from '../documents/known-operations.ts';

export async function knownOperations(builtIn: readonly Connector[]): Promise<KnownOperations> {
  const offered = builtIn.map(async (connector) => [connector.name, await connector.operations()] as const);
  return createKnownOperations({ offered: await Promise.all(offered), isComplete: false });
}
