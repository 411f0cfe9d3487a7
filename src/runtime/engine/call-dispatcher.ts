/**
 * Passes calls to their connectors, with limits per connector and per run, and serves tenants and runs in turn
 * [R4.1]. Tracks every call from its request until its outcome is in the journal.
 */
import type { Failure, Json, Payload } from '../../kernel/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { Call, Connector, ConnectorOutcome } from '../ports/connector.ts';
import { badAnswer, checkOutcome } from './check-outcome.ts';
import { FairQueue } from './fair-queue.ts';
import { runKey } from './run-key.ts';

/** A call that the journal requests. */
export interface CallRequest {
  readonly tenant: string;
  readonly run: string;
  readonly workflow: string;
  readonly task: string;
  readonly instance: number;
  readonly attempt: number;
  readonly connector: string;
  readonly operation: string;
  readonly input: Payload;
  /** When its run began. */
  readonly begunAt: number;
  /** The instance whose work it undoes; 0 for ordinary work. */
  readonly undoes: number;
  /** Receives the outcome of a call that belongs to no run. */
  readonly answer?: (outcome: ConnectorOutcome) => void;
}

export type CallId = Pick<CallRequest, 'tenant' | 'run' | 'instance' | 'attempt'>;

export interface CallDispatcherOptions {
  readonly find: (tenant: string, connector: string) => Connector | undefined;
  readonly resolvePayload: (tenant: string, payload: Payload) => Promise<Json>;
  readonly answer: (request: CallRequest, outcome: ConnectorOutcome) => void;
  readonly callsPerRun: number;
  readonly clock: Clock;
  /** Hides known secrets. */
  readonly hide: (value: Json) => Json;
  readonly report: (message: string, cause: unknown) => void;
}

interface KnownCall {
  readonly request: CallRequest;
  /** `undefined` if it ends at once: a signal would cost more than the call. */
  readonly abort: AbortController | undefined;
  isWaiting: boolean;
  /** Its run has abandoned it. If it has not been sent, it is not. */
  isAbandoned: boolean;
  /** Only its answer says what to undo. */
  drains: boolean;
  /** Continues as if the outcome were unknown. */
  giveUp: () => void;
  /** Ends the timer of an abandoned call. */
  stopTimer: () => void;
}

/** How long a connector may take to end an aborted call. */
const abortGracePeriod = 10_000;
/** How long the response to an abandoned call is awaited that would be undone. */
const drainPeriod = 60_000;
const storeRetryDelay = 500;

interface ConnectorQueue {
  readonly find: () => Connector | undefined;
  /** Otherwise there are as many as tenants. */
  readonly isShared: boolean;
  readonly waiting: FairQueue<CallRequest>;
  active: number;
}

export class CallDispatcher {
  readonly #options: CallDispatcherOptions;
  readonly #queues = new Map<string, ConnectorQueue>();
  readonly #activeOfRun = new Map<string, number>();
  readonly #known = new Map<string, KnownCall>();
  #waiting = 0;
  #active = 0;
  #closed = false;
  #isPaused = false;
  #idle: (() => void) | undefined;

  constructor(options: CallDispatcherOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get active(): number {
    return this.#active;
  }

  waitingOf(tenant: string): number {
    let waiting = 0;
    for (const queue of this.#queues.values()) waiting += queue.waiting.sizeOf(tenant);
    return waiting;
  }

  has(call: CallId): boolean {
    return this.#known.has(callKey(call));
  }

  add(request: CallRequest): void {
    const name = callKey(request);
    if (this.#closed || this.#known.has(name)) return;
    this.#abandonEarlier(request);
    const connector = this.#options.find(request.tenant, request.connector);
    const isImmediate = connector?.isImmediate?.(request.operation) === true;
    this.#known.set(name, {
      request,
      abort: isImmediate ? undefined : new AbortController(),
      isWaiting: true,
      isAbandoned: false,
      drains: false,
      giveUp: () => {},
      stopTimer: () => {},
    });
    const { tenant, run } = request;
    // Connectors of tenants may have the same name.
    // Nor does one that is missing now belong to all.
    const isShared = connector !== undefined && connector.tenant === undefined;
    const queueName = isShared ? request.connector : `${tenant} ${request.connector}`;
    let queue = this.#queues.get(queueName);
    if (queue === undefined) {
      const find = () => this.#options.find(tenant, request.connector);
      queue = { find, isShared, waiting: new FairQueue(), active: 0 };
      this.#queues.set(queueName, queue);
    }
    queue.waiting.add(tenant, run, request);
    this.#waiting += 1;
    this.#startWaiting(queue);
  }

  /**
   * The run has abandoned the call; its outcome still counts as an answer. A call that can be undone drains: it may go
   * on, because only its answer says what to undo. If none comes, its outcome is unknown [R3.3].
   */
  abandon(call: CallId, drains: boolean): void {
    const known = this.#known.get(callKey(call));
    if (known === undefined) return;
    known.isAbandoned = true;
    known.drains = drains;
    if (known.isWaiting) {
      // The queue skips it.
      known.isWaiting = false;
      this.#waiting -= 1;
      this.#options.answer(known.request, neverStarted);
      return;
    }
    if (!drains) known.abort?.abort();
    const { clock } = this.#options;
    // A connector that does not end it does not occupy the slot forever.
    known.stopTimer = clock.at(clock.now() + (drains ? drainPeriod : abortGracePeriod), () => {
      known.giveUp();
      known.abort?.abort();
    });
  }

  /** The answer to an earlier attempt no longer counts. */
  #abandonEarlier(request: CallRequest): void {
    if (request.attempt <= 1) return;
    const earlier = this.#known.get(callKey({ ...request, attempt: request.attempt - 1 }));
    if (earlier?.isAbandoned !== true) return;
    earlier.giveUp();
    earlier.abort?.abort();
  }

  /** The outcome is in the journal, or is no longer needed. */
  settle(call: CallId): void {
    this.#known.get(callKey(call))?.stopTimer();
    this.#known.delete(callKey(call));
  }

  /** No call starts from now on. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Resolves when no call is in progress, or after `timeout` milliseconds. */
  waitUntilIdle(timeout: number): Promise<void> {
    if (this.#active === 0) return Promise.resolve();
    const { clock } = this.#options;
    return new Promise((resolve) => {
      // A timer that is still set would keep the process alive.
      const stop = clock.at(clock.now() + timeout, resolve);
      this.#idle = () => {
        stop();
        resolve();
      };
    });
  }

  /** Runs with calls that have not started. */
  runsWithUnstartedCalls(): Iterable<Pick<CallRequest, 'tenant' | 'run'>> {
    const runs = new Map<string, Pick<CallRequest, 'tenant' | 'run'>>();
    for (const { request, isWaiting } of this.#known.values()) {
      if (isWaiting) runs.set(runKey(request.tenant, request.run), request);
    }
    return runs.values();
  }

  isUnstarted(call: CallId): boolean {
    return this.#known.get(callKey(call))?.isWaiting === true;
  }

  /** Performs nothing more; the next start resumes calls in progress. */
  close(): void {
    this.#closed = true;
    for (const { abort, stopTimer } of this.#known.values()) {
      stopTimer();
      abort?.abort();
    }
    this.#known.clear();
    this.#queues.clear();
    this.#waiting = 0;
  }

  #startWaiting(queue: ConnectorQueue): void {
    const connector = queue.find();
    const maxActive = connector?.concurrency ?? Number.POSITIVE_INFINITY;
    while (queue.active < maxActive && !this.#closed && !this.#isPaused) {
      const request = queue.waiting.take({ run: (tenant, run) => this.#mayStart(runKey(tenant, run)) });
      if (request === undefined) return;
      const known = this.#known.get(callKey(request));
      if (known?.request !== request || !known.isWaiting) continue;
      known.isWaiting = false;
      this.#waiting -= 1;
      this.#begin(request, queue);
      void this.#perform(known, connector).then((outcome) => {
        known.stopTimer();
        this.#end(request, queue);
        if (!this.#closed) this.#options.answer(request, outcome);
        if (this.#active === 0) this.#idle?.();
        for (const [name, each] of this.#queues) {
          this.#startWaiting(each);
          if (!each.isShared && each.active === 0 && each.waiting.size === 0) this.#queues.delete(name);
        }
      });
    }
  }

  #mayStart(key: string): boolean {
    return (this.#activeOfRun.get(key) ?? 0) < this.#options.callsPerRun;
  }

  #begin({ tenant, run }: CallRequest, queue: ConnectorQueue): void {
    const key = runKey(tenant, run);
    queue.active += 1;
    this.#active += 1;
    this.#activeOfRun.set(key, (this.#activeOfRun.get(key) ?? 0) + 1);
  }

  #end({ tenant, run }: CallRequest, queue: ConnectorQueue): void {
    const key = runKey(tenant, run);
    queue.active -= 1;
    this.#active -= 1;
    const left = (this.#activeOfRun.get(key) ?? 1) - 1;
    if (left === 0) this.#activeOfRun.delete(key);
    else this.#activeOfRun.set(key, left);
  }

  async #perform(known: KnownCall, connector: Connector | undefined): Promise<ConnectorOutcome> {
    const { request, abort } = known;
    if (connector === undefined) return missingConnector(request.connector);
    const { tenant, run, workflow, task, operation, instance, attempt, begunAt } = request;
    const input = await this.#input(known);
    if (input === undefined) return neverStarted;
    const key = `${run}.${instance}`;
    const call: Call = { tenant, run, workflow, task, operation, input, key, attempt, begunAt };
    const givenUp = new Promise<ConnectorOutcome>((resolve) => {
      known.giveUp = () => resolve({ kind: 'unknown' });
    });
    let outcome: ConnectorOutcome;
    try {
      outcome = await Promise.race([connector.perform(call, abort?.signal ?? neverAborted), givenUp]);
    } catch (error) {
      // A connector must not throw: the outcome is unknown.
      this.#options.report(`The connector “${request.connector}” failed unexpectedly.`, error);
      return { kind: 'unknown' };
    }
    try {
      // Elsewhere the call would be repeated.
      if (known.drains && isUnanswered(outcome)) return { kind: 'unknown' };
      return checkOutcome(outcome, this.#options.hide);
    } catch (error) {
      // The connector has answered: the outcome is known, and cannot be stored.
      this.#options.report(`The answer of the connector “${request.connector}” cannot be read.`, error);
      return { kind: 'failed', failure: badAnswer };
    }
  }

  /** Waits while the store cannot return the input. @returns `undefined` if the call was abandoned meanwhile */
  async #input(known: KnownCall): Promise<Json | undefined> {
    const { tenant, input } = known.request;
    while (!known.isAbandoned && !this.#closed) {
      try {
        const resolved = await this.#options.resolvePayload(tenant, input);
        return known.isAbandoned ? undefined : resolved;
      } catch (error) {
        this.#options.report('The input of a call cannot be read yet.', error);
        await this.#sleep(storeRetryDelay);
      }
    }
    return undefined;
  }

  #sleep(milliseconds: number): Promise<void> {
    const { clock } = this.#options;
    return new Promise((resolve) => void clock.at(clock.now() + milliseconds, resolve));
  }
}

const neverAborted = new AbortController().signal;

const callKey = ({ tenant, run, instance, attempt }: CallId): string =>
  `${runKey(tenant, run)}.${instance}.${attempt}`;

/** It was sent, and has no response. */
function isUnanswered(outcome: ConnectorOutcome): boolean {
  const { data = null } = outcome.kind === 'failed' ? outcome.failure : {};
  return data !== null && typeof data === 'object' && 'sent' in data && data['sent'] === true;
}

export const callWithdrawn: Failure = {
  code: 'aborted',
  message: 'The call was withdrawn before it was made.',
};

const neverStarted: ConnectorOutcome = { kind: 'failed', failure: callWithdrawn };

const missingConnector = (name: string): ConnectorOutcome => ({
  kind: 'failed',
  failure: {
    code: 'no-connector',
    message: `The connector “${name}” does not exist any more. Put it back into connectors.yaml, or import its catalog again, then reopen the run.`,
    retryable: false,
  },
});
