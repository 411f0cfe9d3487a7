/** Runs jobs in processes, under limits: of the computing of one principal, of the jobs that wait, of each job. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  JobPool,
  type JobRequest,
  LruCache,
  maxResultLength,
  type PoolOutcome,
  type SharedData,
  type TimeLimit,
} from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { principalKey } from '../contract/principal.ts';
import { type JobInput, type JobName, jobs } from '../jobs/jobs.ts';
import { performJob } from '../jobs/perform-job.ts';
import type { JobOptions, JobOwner, Jobs } from '../jobs/run-job.ts';
import { outsideLanguageFiles } from '../language-lists/outside-languages.ts';
import { createRateLimiter } from '../quotas/rate-limiter.ts';
import type { Settings } from '../settings/settings-table.ts';

export interface OpenJobs extends Jobs {
  /**
   * Runs a job that no caller waits for: it is never refused, but charged to its owner. Rejects with OperationError.
   * @returns JSON
   */
  runInBackground<Name extends JobName>(
    owner: JobOwner | ProgramItself,
    name: Name,
    input: JobInput<Name>,
    shared?: SharedData,
  ): Promise<string>;
  close(): void;
}

/**
 * Empty: no caller is served yet. It may use all processes, and performs small jobs itself: a process takes longer to start.
 */
export type ProgramItself = '' | 'documents';

/** Node runs the built file: for the sources that is the build next to them. */
const program = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../dist/program/job-process.js' : './job-process.js',
    import.meta.url,
  ),
);

/** Jobs of one party that may wait. */
const maxWaiting = 20;
/** Memory of one process. */
const memoryMb = 512;
/** Limit of the characters of all remembered results. */
const maxRemembered = 16 * 1024 * 1024;
/** Characters of all documents that the main process reads before it serves a caller. */
const maxOwnLength = 65_536;
/** Characters that the main process parses in a millisecond. */
const parsedPerMs = 100_000;
/** If no caller waits for it. */
const backgroundLimit: TimeLimit = { timeMs: 10_000, elapsedMs: 60_000 };
/** Computing that a principal may use at once after a pause, in seconds of its rate. */
const burst = 60;

export type JobSettings = Pick<Settings, 'workers' | 'computingRate' | 'tenants'>;

export function openJobs(
  { workers, computingRate, tenants }: JobSettings,
  pool: Pick<JobPool, 'run' | 'countOf' | 'load' | 'close'> = new JobPool({
    program,
    args: outsideLanguageFiles(),
    memoryMb,
    size: workers,
    hasSpare: tenants,
  }),
  now: () => number = () => performance.now(),
): OpenJobs {
  const budget = createRateLimiter(computingRate, burst, now);
  /** Results of reading, which depend on nothing else than their input. */
  const remembered = new LruCache<string>(maxRemembered, (text) => text.length);
  const reading = new Map<string, Promise<string>>();
  // A language of the operator may contain an endless loop.
  let ownLength = outsideLanguageFiles().length > 0 ? 0 : maxOwnLength;

  const partyOf = ({ tenant, subject }: JobOwner): string => (tenants ? tenant : subject);

  const performForCaller = async (
    owner: JobOwner,
    always: boolean,
    job: Omit<JobRequest, 'party'>,
  ): Promise<string> => {
    const party = partyOf(owner);
    const principal = principalKey(owner);
    const wait = budget.waitOf(principal);
    if (wait > 0 && !always) throw budgetSpent(wait);
    if (pool.countOf(party) >= maxWaiting && !always) throw tooMany();
    // The caller does not wait longer, so the job must not either.
    const deadline = AbortSignal.timeout(job.limit.elapsedMs);
    const signal = job.signal === undefined ? deadline : AbortSignal.any([job.signal, deadline]);
    const request = { ...job, party, signal };
    const outcome = await pool.run(request);
    budget.add(principal, outcome.usedMs);
    if (outcome.kind !== 'aborted' || !deadline.aborted) return textOf(outcome, request);
    throw outcome.usedMs < job.limit.timeMs ? tooMany() : tooSlow(request);
  };

  /** The same document is read once, also if several callers ask for it at the same time. */
  const read = async (
    owner: JobOwner | ProgramItself,
    job: Omit<JobRequest, 'party'>,
    compute: () => Promise<string>,
  ): Promise<string> => {
    const key = createHash('sha256').update(`${job.shared?.hash} ${job.input}`).digest('base64url');
    const known = remembered.get(key) ?? (await reading.get(key)?.catch(() => undefined));
    if (known !== undefined) {
      // It is parsed again.
      if (typeof owner !== 'string') budget.add(principalKey(owner), known.length / parsedPerMs);
      return known;
    }
    const pending = compute();
    reading.set(key, pending);
    try {
      const text = await pending;
      remembered.set(key, text);
      return text;
    } finally {
      reading.delete(key);
    }
  };

  return {
    async run(owner, name, input, { shared, signal, always = false }: JobOptions = {}) {
      const job = { name, input: JSON.stringify(input), shared, limit: jobs[name].limit, signal };
      const compute = () => performForCaller(owner, always, job);
      return name === 'read' ? read(owner, job, compute) : compute();
    },
    async runInBackground(owner, name, input, shared) {
      const job = { name, input: JSON.stringify(input), shared, limit: backgroundLimit };
      const compute = async () => {
        if (owner === '' && job.input.length <= ownLength) {
          ownLength -= job.input.length;
          return performJob({ name, input: job.input, shared: shared ?? null, forgets: false });
        }
        const request = { ...job, party: typeof owner === 'string' ? owner : partyOf(owner) };
        const outcome = await pool.run(request);
        if (typeof owner !== 'string') budget.add(principalKey(owner), outcome.usedMs);
        return textOf(outcome, request);
      };
      return name === 'read' ? read(owner, job, compute) : compute();
    },
    load: () => pool.load(),
    close: () => pool.close(),
  };
}

function textOf(outcome: PoolOutcome, { limit }: JobRequest): string {
  switch (outcome.kind) {
    case 'done':
      return outcome.text;
    case 'large':
      throw tooExpensive(`its result has more than ${maxResultLength / 1024 / 1024} million characters`);
    case 'late':
      throw tooSlow({ limit });
    case 'ended':
      throw tooExpensive(`it needs more than ${memoryMb} MB of memory, or its process was killed`);
    case 'aborted':
      throw new OperationError({
        code: 'engine_unavailable',
        message: 'The request was aborted. Nothing was changed.',
      });
    case 'absent':
      throw new OperationError({
        code: 'overloaded',
        message: 'The process that reads documents does not start.',
        suggestedAction: 'Try again shortly. If it happens again, the machine lacks memory or processes.',
        context: { retryAfterMs: 5_000 },
      });
    case 'failed':
      throw new Error('A job failed.', { cause: outcome.trace });
  }
}

const tooSlow = ({ limit }: Pick<JobRequest, 'limit'>): OperationError =>
  tooExpensive(`it takes more than ${limit.timeMs / 1_000} s of computing`);

function tooExpensive(why: string): OperationError {
  return new OperationError({ code: 'computing_limit', message: `The work was stopped: ${why}.` });
}

function tooMany(): OperationError {
  return new OperationError({
    code: 'overloaded',
    message: 'Too many of your documents are waiting to be read.',
    context: { retryAfterMs: 5_000 },
  });
}

function budgetSpent(wait: number): OperationError {
  return new OperationError({
    code: 'rate_limited',
    message: 'Your documents and simulations need more computing time than one principal may use.',
    suggestedAction: 'Wait as long as Retry-After says, then send fewer or simpler documents.',
    context: { retryAfterMs: wait },
  });
}
