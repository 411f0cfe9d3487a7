/**
 * Performs CPU-intensive jobs in a few processes, so that this one keeps answering. Parties take turns by the time that
 * they have used, and none occupies all processes, so that one party cannot delay the others [W7.4]. Processes start
 * when they are needed and end when they are idle.
 */
import { type Job, type JobOutcome, JobWorker, type JobWorkerOptions } from './job-worker.ts';

export interface JobPoolOptions extends JobWorkerOptions {
  /** Maximum number of processes. */
  readonly size: number;
  /** Starts the next process before it is needed, so that no other party waits for its start. Default: false. */
  readonly hasSpare?: boolean;
  /** How long an idle process is kept, in milliseconds. */
  readonly idleMs?: number;
  readonly now?: () => number;
}

export interface JobRequest extends Job {
  /** Who shares one turn: a tenant, or a principal. Empty: the program itself, which may use all processes. */
  readonly party: string;
  /** Aborts the job, also while it waits. */
  readonly signal?: AbortSignal | undefined;
}

type Outcome = JobOutcome | { readonly kind: 'aborted' };

export type PoolOutcome = Outcome & {
  /** How long it occupied a process, in milliseconds. */
  readonly usedMs: number;
};

export interface PoolLoad {
  /** In progress. */
  readonly jobs: number;
  readonly waitingJobs: number;
  /** Since the start: stopped at a limit. */
  readonly stoppedJobs: number;
}

interface WaitingJob {
  readonly request: JobRequest;
  readonly settle: (outcome: PoolOutcome) => void;
}

interface Party {
  readonly waiting: WaitingJob[];
  running: number;
  /** Time that it has used since it became active, from the level of the others at that time. */
  usedMs: number;
}

export class JobPool {
  readonly #options: JobPoolOptions;
  readonly #now: () => number;
  /** Active parties only. */
  readonly #parties = new Map<string, Party>();
  readonly #idle: JobWorker[] = [];
  readonly #busy = new Set<JobWorker>();
  readonly #lastParty = new WeakMap<JobWorker, string>();
  #isClosed = false;
  #stopped = 0;
  #running = 0;

  constructor(options: JobPoolOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  load(): PoolLoad {
    const parties = [...this.#parties.values()];
    const waitingJobs = parties.reduce((sum, { waiting }) => sum + waiting.length, 0);
    return { jobs: this.#running, waitingJobs, stoppedJobs: this.#stopped };
  }

  /** Number of jobs of a party that have not ended. */
  countOf(party: string): number {
    const found = this.#parties.get(party);
    return found === undefined ? 0 : found.waiting.length + found.running;
  }

  run(request: JobRequest): Promise<PoolOutcome> {
    return new Promise((settle) => {
      if (this.#isClosed || request.signal?.aborted) return settle({ kind: 'aborted', usedMs: 0 });
      const party = this.#party(request.party);
      const drop = (): void => this.#drop(party, waiting);
      const waiting: WaitingJob = {
        request,
        settle: (outcome) => {
          request.signal?.removeEventListener('abort', drop);
          settle(outcome);
        },
      };
      party.waiting.push(waiting);
      request.signal?.addEventListener('abort', drop, { once: true });
      this.#next();
    });
  }

  /** Ends all processes; jobs that have not ended end as aborted. */
  close(): void {
    this.#isClosed = true;
    const waiting = [...this.#parties.values()].flatMap((party) => party.waiting.splice(0));
    for (const { settle } of waiting) settle({ kind: 'aborted', usedMs: 0 });
    for (const worker of [...this.#idle.splice(0), ...this.#busy]) worker.end();
  }

  #party(name: string): Party {
    const known = this.#parties.get(name);
    if (known !== undefined) return known;
    const levels = [...this.#parties.values()].map(({ usedMs }) => usedMs);
    const party = { waiting: [], running: 0, usedMs: levels.length === 0 ? 0 : Math.min(...levels) };
    this.#parties.set(name, party);
    return party;
  }

  #drop(party: Party, waiting: WaitingJob): void {
    const index = party.waiting.indexOf(waiting);
    if (index < 0) return;
    party.waiting.splice(index, 1);
    waiting.settle({ kind: 'aborted', usedMs: 0 });
    this.#forget(waiting.request.party, party);
  }

  #next(): void {
    for (;;) {
      if (this.#running >= this.#options.size) return;
      const party = this.#choose();
      const job = party?.waiting.shift();
      if (party === undefined || job === undefined) return;
      void this.#perform(party, job);
    }
  }

  /** The party that has used the least. */
  #choose(): Party | undefined {
    const { size } = this.#options;
    let chosen: Party | undefined;
    for (const [name, party] of this.#parties) {
      const share = name === '' ? size : Math.max(1, size - 1);
      if (party.waiting.length === 0 || party.running >= share) continue;
      if (chosen === undefined || party.usedMs < chosen.usedMs) chosen = party;
    }
    return chosen;
  }

  async #perform(party: Party, { request, settle }: WaitingJob): Promise<void> {
    party.running += 1;
    this.#running += 1;
    const began = this.#now();
    const worker = this.#take(request.party);
    if (this.#options.hasSpare === true) this.#startSpare();
    const outcome = await this.#runIn(worker, request);
    const usedMs = this.#now() - began;
    this.#running -= 1;
    party.running -= 1;
    party.usedMs += usedMs;
    this.#forget(request.party, party);
    settle({ ...outcome, usedMs });
    this.#next();
  }

  async #runIn(worker: JobWorker | undefined, request: JobRequest): Promise<Outcome> {
    if (worker === undefined) return { kind: 'absent' };
    const { signal } = request;
    const { isFresh } = worker;
    const abort = (): void => worker.end();
    this.#busy.add(worker);
    this.#lastParty.set(worker, request.party);
    signal?.addEventListener('abort', abort, { once: true });
    const outcome = await worker.run(request);
    signal?.removeEventListener('abort', abort);
    this.#busy.delete(worker);
    if (worker.isAlive && !this.#isClosed) this.#keep(worker);
    if (signal?.aborted || this.#isClosed) return { kind: 'aborted' };
    // What earlier jobs left in the process may have filled its memory: this job is tried in another one.
    if (outcome.kind === 'ended' && !isFresh) return this.#runIn(this.#start(), request);
    if (outcome.kind === 'late' || outcome.kind === 'ended') this.#stopped += 1;
    return outcome;
  }

  /** The process that the party used last, which has its data; otherwise the one that was used least recently. */
  #take(party: string): JobWorker | undefined {
    const alive = this.#idle.splice(0).filter(({ isAlive }) => isAlive);
    const chosen = alive.find((worker) => this.#lastParty.get(worker) === party) ?? alive[0];
    this.#idle.push(...alive.filter((worker) => worker !== chosen));
    return chosen ?? this.#start();
  }

  #startSpare(): void {
    if (this.#running >= this.#options.size || this.#idle.some(({ isAlive }) => isAlive)) return;
    const spare = this.#start();
    if (spare !== undefined) this.#idle.unshift(spare);
  }

  /** `undefined` if the machine has no more processes or memory. */
  #start(): JobWorker | undefined {
    try {
      return new JobWorker(this.#options);
    } catch {
      return undefined;
    }
  }

  #forget(name: string, party: Party): void {
    if (party.running === 0 && party.waiting.length === 0) this.#parties.delete(name);
  }

  #keep(worker: JobWorker): void {
    this.#idle.push(worker);
    worker.endAfter(this.#options.idleMs ?? 60_000);
  }
}
