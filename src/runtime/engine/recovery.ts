/**
 * Resumes calls that the journal requests and that are not in progress: after a crash, and when a copy proceeds for
 * the first time [R5.1, R7.1]. Queries to servers happen before the commit, so that no commit waits for a server.
 */
import type { Instance, RunState } from '../../kernel/index.ts';
import type { Agenda } from '../ports/agenda.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunRecord } from '../ports/run-record.ts';
import { atMost } from './at-most.ts';
import { type CallDispatcher, type CallRequest, callWithdrawn } from './call-dispatcher.ts';
import { callRequestOfInstance } from './call-requests.ts';
import type { Command } from './command.ts';
import type { DraftRun } from './draft-run.ts';
import type { LiveRun } from './live-run.ts';
import { isUnanswered } from './project.ts';

export interface RecoveryOptions {
  readonly agenda: Agenda;
  readonly clock: Clock;
  readonly callDispatcher: CallDispatcher;
  readonly add: (command: Command) => void;
  readonly load: (record: RunRecord) => Promise<LiveRun | undefined>;
  readonly isRepeatable: (request: CallRequest) => Promise<boolean>;
  /** Resolves when there is capacity for more calls, or after a limited time. */
  readonly waitForCapacity: () => Promise<void>;
  readonly report: (message: string, cause: unknown) => void;
}

const pageLength = 100;
/** How long the next page waits for runs that take long, in milliseconds. */
const maxWait = 1_000;
/** Runs that take long, at most: their states are in memory. */
const maxPending = 300;
const firstPause = 500;
const maxPause = 30_000;

export class Recovery {
  readonly #options: RecoveryOptions;
  #closed = false;
  #wake: (() => void) | undefined;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Resumes all unfinished runs, as many at a time as there is capacity for. */
  async recoverAll(): Promise<void> {
    let after = '';
    const pending = new Set<Promise<void>>();
    while (!this.#closed) {
      const page = await this.#retryUntilDone('The unfinished runs', () =>
        this.#options.agenda.underWay(after, pageLength),
      );
      const last = page?.at(-1);
      if (page === undefined || last === undefined) break;
      after = last.id;
      for (const record of page.filter((each) => !isBlocked(each))) {
        const resumed = this.resume(record).finally(() => pending.delete(resumed));
        pending.add(resumed);
      }
      // Runs that take long to replay do not delay the others.
      await atMost(maxWait, Promise.all(pending));
      while (pending.size > maxPending) await Promise.race(pending);
      await this.#options.waitForCapacity();
    }
    await Promise.all(pending);
  }

  /** Resumes the calls of one run. */
  async resume(record: RunRecord): Promise<void> {
    const { tenant, id } = record;
    const repeatableCalls = await this.#retryUntilDone(`The run ${id}`, () => this.#repeatableCalls(record));
    if (repeatableCalls === undefined) return;
    await new Promise<void>((resolve) => {
      this.#options.add({
        tenant,
        run: id,
        urgent: true,
        apply: async (draft, now) => {
          await resumeCalls(this.#options.callDispatcher, draft, now, repeatableCalls);
          return undefined;
        },
        done: () => resolve(),
      });
    });
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  /** Names of the calls in progress that may be repeated. If none was made, all are made anyway. */
  async #repeatableCalls(record: RunRecord): Promise<ReadonlySet<string>> {
    const names = new Set<string>();
    if (hasUnmadeCalls(record)) return names;
    const run = await this.#options.load(record);
    for (const instance of run?.state.instances.filter(isUnanswered) ?? []) {
      const request = run && callRequestOfInstance(run.record, run.linked.program, run.state, instance);
      if (request !== undefined && (await this.#options.isRepeatable(request)))
        names.add(attemptKey(instance));
    }
    return names;
  }

  /** Retries with increasing delays until it succeeds. @returns `undefined` if it was closed */
  async #retryUntilDone<Result>(what: string, act: () => Promise<Result>): Promise<Result | undefined> {
    for (let pause = firstPause; !this.#closed; pause = Math.min(pause * 2, maxPause)) {
      try {
        return await act();
      } catch (error) {
        this.#options.report(`${what} cannot be resumed yet.`, error);
        await this.#sleep(pause);
      }
    }
    return undefined;
  }

  #sleep(pause: number): Promise<void> {
    const { clock } = this.#options;
    return new Promise((resolve) => {
      const cancel = clock.at(clock.now() + pause, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}

/** The open calls of its journal were not made; those of an import may have been made elsewhere. */
const hasUnmadeCalls = ({ parked, origin }: RunRecord): boolean => parked && origin?.kind !== 'import';

/** A run that must not proceed yet. */
export const isBlocked = ({ parked, suspended, approvals }: RunRecord): boolean =>
  parked && (suspended || approvals > 0);

/**
 * Resumes only calls that were in progress before this commit: calls that the commit itself requests are performed
 * after it. A call that was withdrawn or abandoned before it was made has failed.
 */
async function resumeCalls(
  callDispatcher: CallDispatcher,
  draft: DraftRun,
  now: number,
  repeatableCalls: ReadonlySet<string>,
): Promise<void> {
  const { tenant, id: run } = draft.base;
  const isFresh = hasUnmadeCalls(draft.base);
  draft.unpark();
  for (const { id: instance, attempt } of draft.baseState.instances.filter(isUnanswered)) {
    const current = find(draft.state, instance, attempt);
    if (current === undefined || callDispatcher.has({ tenant, run, instance, attempt })) continue;
    const { record, linked, state } = draft;
    const request = isWanted(current)
      ? callRequestOfInstance(record, linked.program, state, current)
      : undefined;
    if (request !== undefined && (isFresh || repeatableCalls.has(attemptKey(current))))
      draft.requestCall(request);
    else if (isFresh) {
      await draft.advance({
        kind: 'callFailed',
        at: draft.at(now),
        instance,
        attempt,
        failure: callWithdrawn,
      });
    } else await draft.advance({ kind: 'callInDoubt', at: draft.at(now), instance, attempt });
  }
}

const isWanted = ({ phase, draining }: Instance): boolean => phase === 'calling' && !draining;

const attemptKey = ({ id, attempt }: Instance): string => `${id}.${attempt}`;

/** The instance, if it is still unanswered. */
function find({ instances }: RunState, id: number, attempt: number): Instance | undefined {
  return instances.find((each) => each.id === id && each.attempt === attempt && isUnanswered(each));
}
