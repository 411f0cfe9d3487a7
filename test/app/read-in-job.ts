/** Ways to read documents for `createReader`. */
import type { SourceFile } from '../../src/languages/index.ts';
import { performJob } from '../../src/operations/jobs/perform-job.ts';
import type { SharedData } from '../../src/runtime/index.ts';

/** As a job does it, in this process. */
export const readInJob = async (file: SourceFile, shared: SharedData): Promise<string> =>
  performJob({ name: 'read', input: JSON.stringify(file), shared, forgets: false });

export const readNothing = async (): Promise<string> => {
  throw new Error('It was computed again.');
};
