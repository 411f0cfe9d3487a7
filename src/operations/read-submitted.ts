/** Reads the text of a document for a caller. */
import type { SourceFile } from '../languages/index.ts';
import type { Services } from './contract/services.ts';
import type { KnownOperations } from './jobs/known-operations.ts';
import { shareEnvironment } from './jobs/read-environment-data.ts';
import { type JobOptions, type JobOwner, runJob } from './jobs/run-job.ts';
import { type Definition, definitionOf } from './read-definition.ts';

/** Rejects with OperationError if a limit is exceeded. @param operations that it may call; null: any */
export async function readSubmitted(
  services: Pick<Services, 'jobs' | 'directory'>,
  owner: JobOwner,
  file: SourceFile,
  operations: KnownOperations | null,
  options: Omit<JobOptions, 'shared'> = {},
): Promise<Definition> {
  const shared = shareEnvironment(operations, services.directory ?? null);
  return definitionOf(file.path, await runJob(services, owner, 'read', file, { ...options, shared }));
}
