/** Runs a job for the caller of an operation, under the limits of that caller. */
import { type PoolLoad, type RunRecord, type SharedData, yieldToEventLoop } from '../../runtime/index.ts';
import type { JobInput, JobName, JobOutput } from './jobs.ts';
import { performJob } from './perform-job.ts';

/** Who waits for the job. */
export interface JobOwner {
  readonly tenant: string;
  readonly subject: string;
}

export interface JobOptions {
  readonly shared?: SharedData | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Part of a change that was made: the job is not refused. */
  readonly always?: boolean;
}

/** @param record of the run that the job is about */
export const ownerOf = ({ tenant, startedBy }: Pick<RunRecord, 'tenant' | 'startedBy'>): JobOwner => ({
  tenant,
  subject: startedBy,
});

export interface Jobs {
  /** Rejects with OperationError. @returns the output as JSON */
  run<Name extends JobName>(
    owner: JobOwner,
    name: Name,
    input: JobInput<Name>,
    options?: JobOptions,
  ): Promise<string>;
  /** The current load. */
  load(): PoolLoad;
}

/** Performs jobs at once, in this process. */
const ownProcess: Jobs = {
  run: async (_, name, input, { shared = null } = {}) =>
    performJob({ name, input: JSON.stringify(input), shared, forgets: false }),
  load: () => ({ jobs: 0, waitingJobs: 0, stoppedJobs: 0 }),
};

export async function runJob<Name extends JobName>(
  { jobs = ownProcess }: { readonly jobs?: Jobs },
  owner: JobOwner,
  name: Name,
  input: JobInput<Name>,
  options: JobOptions = {},
): Promise<JobOutput<Name>> {
  const text = await jobs.run(owner, name, input, options);
  await yieldToEventLoop();
  return JSON.parse(text);
}
