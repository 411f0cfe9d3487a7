/** Reads the text of a document for a caller. */
import type { SourceFile } from '../../languages/index.ts';
import type { Services } from '../contract/services.ts';
import type { KnownOperations } from '../documents/known-operations.ts';
import { type Definition, definitionOf } from '../documents/read-definition.ts';
import { shareEnvironment } from '../jobs/read-environment-data.ts';
import { type JobOptions, type JobOwner, runJob } from '../jobs/run-job.ts';

/** Rejects with OperationError if a limit is exceeded. @param operations that it may call; null: any */
export async function readSubmitted(
  services: Pick<Services, 'jobs' | 'directory'>,
  owner: JobOwner,
  file: SourceFile,
  operations: KnownOperations | null,
  options: Omit<JobOptions, 'shared'> = {},
): Promise<Definition> {
  const shared = shareEnvironment(operations, services.directory ?? null);
  const found = await runJob(services, owner, 'read', withoutName(file), { ...options, shared });
  return definitionOf(file.path, found);
}

/** Only the extension of a name matters for reading: a document that is renamed need not be read again. */
export const withoutName = ({ path, text }: SourceFile): SourceFile => ({
  path: `document${/\.[a-z]+$/i.exec(path)?.[0].toLowerCase() ?? ''}`,
  text,
});
