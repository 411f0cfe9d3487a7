/** Reads a submitted document when its turn in the queue comes. Parsing may take a while and blocks other work. */
import type { ConnectorOperations, SourceFile } from '../languages/index.ts';
import type { Services } from './contract/services.ts';
import { type Definition, readDefinition } from './read-definition.ts';

/** Rejects with OperationError if too many already wait. */
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
