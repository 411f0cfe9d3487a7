/** A document that somebody has sent, read when it is their turn: reading one may take a while, and nothing else is done meanwhile. */
import type { ConnectorOperations, SourceFile } from '../languages/index.ts';
import type { Services } from './contract/services.ts';
import { type Definition, readDefinition } from './read-definition.ts';

/** Rejects with OperationError where too many wait already. */
export const readQueued = (
  services: Pick<Services, 'fairQueue' | 'directory'>,
  tenant: string,
  file: SourceFile,
  operations: ConnectorOperations | null,
): Promise<Definition> =>
  runQueued(services, tenant, () =>
    readDefinition(file, { operations, services: services.directory ?? null }),
  );

export const runQueued = async <Result>(
  { fairQueue }: Pick<Services, 'fairQueue'>,
  tenant: string,
  work: () => Result,
): Promise<Result> => (fairQueue === undefined ? work() : fairQueue.run(tenant, work));
