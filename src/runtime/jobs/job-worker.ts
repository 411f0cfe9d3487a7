/** A process that performs jobs, one at a time. Its memory is limited, and it can be killed at any time. */
import { type ChildProcess, fork } from 'node:child_process';
import type { JobMessage, JobReply, SharedData } from './job-message.ts';
import { type TimeLimit, watchCpu } from './watch-cpu.ts';

export interface JobWorkerOptions {
  /** File of the process. */
  readonly program: string;
  /** Its arguments. */
  readonly args?: readonly string[];
  readonly memoryMb: number;
}

export interface Job {
  readonly name: string;
  /** JSON. */
  readonly input: string;
  readonly shared?: SharedData | undefined;
  readonly limit: TimeLimit;
}

export type JobOutcome =
  /** The result as JSON. */
  | { readonly kind: 'done'; readonly text: string }
  /** The result is longer than `maxResultLength`. */
  | { readonly kind: 'large' }
  /** An internal error. */
  | { readonly kind: 'failed'; readonly trace: string }
  /** It was killed at its time limit. */
  | { readonly kind: 'late' }
  /** It needed too much memory, or something else ended its process. */
  | { readonly kind: 'ended' }
  /** The process did not start. */
  | { readonly kind: 'absent' };

/** A process starts in a fraction of a second; a busy machine may need longer. */
const startMs = 30_000;

/** Limit of the characters of shared data that a process keeps. Beyond it, all of it is sent again. */
const maxSharedLength = 16 * 1024 * 1024;

export class JobWorker {
  readonly #child: ChildProcess;
  /** Hashes of the shared data that the process has. */
  readonly #known = new Set<string>();
  #sharedLength = 0;
  #isReady = false;
  #isAlive = true;
  #isFresh = true;
  /** Its CPU time at its last reply. */
  #spentMs = 0;
  #limit: TimeLimit | undefined;
  #stopWatch: () => void = () => {};
  #settle: ((outcome: JobOutcome) => void) | undefined;

  constructor({ program, args = [], memoryMb }: JobWorkerOptions) {
    this.#child = fork(program, args, {
      // No environment variables: they may hold secrets, and times are UTC everywhere.
      env: { TZ: 'UTC' },
      execArgv: [`--max-old-space-size=${memoryMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('error', () => this.#end('absent'));
    this.#child.on('exit', () => this.#end(this.#isReady ? 'ended' : 'absent'));
    // Only the job process writes to this channel.
    this.#child.on('message', (message) => this.#receive(message as JobReply));
    const timer = setTimeout(() => this.#end('absent'), startMs);
    this.#stopWatch = () => clearTimeout(timer);
    this.#setIdle();
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Whether it has performed nothing yet: then a failure is not caused by earlier jobs. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** Only one at a time. */
  run({ name, input, shared, limit }: Job): Promise<JobOutcome> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#limit = limit;
      this.#child.ref();
      this.#child.channel?.ref();
      if (this.#isReady) this.#watch(limit);
      // A process that could not be started has no channel.
      if (this.#child.channel == null) return this.#end('absent');
      this.#child.send(this.#messageOf(name, input, shared), () => undefined);
    });
  }

  /** Ends it if it performs nothing for that many milliseconds. */
  endAfter(ms: number): void {
    const timer = setTimeout(() => this.end(), ms);
    timer.unref();
    this.#stopWatch = () => clearTimeout(timer);
  }

  /** Also ends the job in progress. */
  end(): void {
    this.#end('ended');
  }

  #messageOf(name: string, input: string, shared: SharedData | undefined): JobMessage {
    if (shared === undefined) return { name, input, shared: null, forgets: false };
    const { hash, text } = shared;
    const isKnown = this.#known.has(hash);
    const forgets = !isKnown && this.#sharedLength + text.length > maxSharedLength;
    if (forgets) {
      this.#known.clear();
      this.#sharedLength = 0;
    }
    if (!isKnown) this.#sharedLength += text.length;
    this.#known.add(hash);
    return { name, input, shared: { hash, text: isKnown ? null : text }, forgets };
  }

  #receive(reply: JobReply): void {
    this.#stopWatch();
    this.#spentMs = reply.spentMs;
    if (reply.kind !== 'ready') this.#conclude(reply);
    else {
      this.#isReady = true;
      if (this.#limit !== undefined) this.#watch(this.#limit);
    }
  }

  #watch(limit: TimeLimit): void {
    this.#stopWatch();
    this.#stopWatch = watchCpu(this.#child.pid, this.#spentMs, limit, () => this.#end('late'));
  }

  #end(kind: 'late' | 'ended' | 'absent'): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#stopWatch();
    this.#child.kill('SIGKILL');
    this.#conclude({ kind });
  }

  #conclude(outcome: JobOutcome): void {
    if (this.#isAlive) this.#isFresh = false;
    this.#setIdle();
    this.#limit = undefined;
    this.#settle?.(outcome);
    this.#settle = undefined;
  }

  /** An idle process does not keep this one alive. */
  #setIdle(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}
