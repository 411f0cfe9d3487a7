/** Fires timers of runs and expires leases when they are due, the longest overdue first [R3.1, R3.2]. */
import type { Instance, TimerKind } from '../../kernel/index.ts';
import type { Agenda } from '../ports/agenda.ts';
import type { Clock } from '../ports/clock.ts';
import { atMost } from './at-most.ts';
import type { Command } from './command.ts';
import type { DraftRun } from './draft-run.ts';
import { runKey } from './run-key.ts';
import { WakeUpTimer } from './wake-up-timer.ts';

export interface TimerSchedulerOptions {
  readonly clock: Clock;
  readonly agenda: Agenda;
  readonly add: (command: Command) => void;
  readonly report: (message: string, cause: unknown) => void;
}

const maxAtOnce = 200;
/** How long the next entries wait for these, in milliseconds. */
const maxWait = 100;
const pauseAfterFailure = 1_000;
const maxPause = 600_000;
const pausedItemRetry = 60_000;

export class TimerScheduler {
  readonly #options: TimerSchedulerOptions;
  readonly #wakeUpTimer: WakeUpTimer;
  /** Runs and items that are due and cannot be fired. */
  readonly #stuck = new Map<string, Stuck>();
  readonly #inProgress = new Set<string>();
  #isFiring = false;
  /** Due times that were reported while firing. */
  #soonest: number | null = null;
  #closed = false;

  constructor(options: TimerSchedulerOptions) {
    this.#options = options;
    this.#wakeUpTimer = new WakeUpTimer(options.clock, () => void this.fireDue());
  }

  /** A timer is due at that time. */
  expect(at: number): void {
    if (!this.#isFiring) this.#wakeUpTimer.arm(at);
    else if (this.#soonest === null || at < this.#soonest) this.#soonest = at;
  }

  close(): void {
    this.#closed = true;
    this.#wakeUpTimer.close();
  }

  /** Fires all that is due now, then waits for the next. */
  async fireDue(): Promise<void> {
    if (this.#isFiring || this.#closed) return;
    this.#isFiring = true;
    let next: number | null = null;
    try {
      while (!this.#closed && (await this.#fire()));
      const isBlocked = this.#stuck.size + this.#inProgress.size > 0;
      next = isBlocked ? this.#again() : await this.#options.agenda.next();
    } catch (error) {
      this.#options.report('Due timers could not be read.', error);
      next = this.#options.clock.now() + pauseAfterFailure;
    }
    this.#isFiring = false;
    for (const at of [next, this.#soonest]) if (at !== null) this.#wakeUpTimer.arm(at);
    this.#soonest = null;
  }

  /** What cannot be fired stays due and hides later entries of the index, so it is checked again soon. */
  #again(): number {
    return this.#options.clock.now() + pauseAfterFailure;
  }

  /** @returns whether there may be more */
  async #fire(): Promise<boolean> {
    const { agenda, clock } = this.#options;
    const now = clock.now();
    const limit = maxAtOnce + this.#stuck.size + this.#inProgress.size;
    const [runs, items] = await Promise.all([agenda.dueRuns(now, limit), agenda.endedLeases(now, limit)]);
    const due: Due[] = [
      ...runs.map(({ tenant, id: run }) => ({ key: runKey(tenant, run), tenant, run, act: fireTimers })),
      ...items.map(({ tenant, run, id }) => ({
        key: runKey(tenant, id),
        tenant,
        run,
        act: (draft: DraftRun, at: number) => endLease(draft, id, at),
      })),
    ];
    const ready = due.filter(
      ({ key }) => !this.#inProgress.has(key) && (this.#stuck.get(key)?.until ?? 0) <= now,
    );
    if (ready.length === 0) return false;
    // A run that takes long does not delay the timers of others.
    await atMost(maxWait, Promise.all(ready.map((each) => this.#do(each))));
    return true;
  }

  #do({ key, tenant, run, act }: Due): Promise<void> {
    this.#inProgress.add(key);
    return new Promise((resolve) => {
      this.#options.add({
        tenant,
        run,
        urgent: true,
        async apply(draft, now) {
          await act(draft, now);
          return undefined;
        },
        done: ({ kind }) => {
          this.#inProgress.delete(key);
          if (kind === 'done') this.#stuck.delete(key);
          else this.#postpone(key);
          resolve();
        },
      });
    });
  }

  /** Retries with increasing delays, and does not block others. */
  #postpone(key: string): void {
    const pause = Math.min((this.#stuck.get(key)?.pause ?? pauseAfterFailure / 2) * 2, maxPause);
    this.#stuck.set(key, { until: this.#options.clock.now() + pause, pause });
  }
}

interface Due {
  readonly key: string;
  readonly tenant: string;
  readonly run: string;
  readonly act: (draft: DraftRun, now: number) => Promise<void>;
}

interface Stuck {
  readonly until: number;
  readonly pause: number;
}

/** Fires as many as fit into one commit; the rest stays due. Throws if a run stays due although nothing fires. */
async function fireTimers(draft: DraftRun, now: number): Promise<void> {
  const due = draft.state.instances
    .flatMap(timersOf)
    .filter(({ at }) => at <= now)
    .toSorted((one, other) => one.at - other.at)
    .slice(0, maxAtOnce);
  for (const { instance, timer } of due) {
    // One timer may clear the next.
    await draft.advance({ kind: 'timerFired', at: draft.at(now), instance, timer });
  }
  const { id, due: next, seq } = draft.record;
  if (next !== null && next <= now && seq === draft.base.seq) {
    throw new Error(`The run ${id} is due, but none of its timers can be fired.`);
  }
}

async function endLease(draft: DraftRun, id: string, now: number): Promise<void> {
  const item = draft.findItem(id);
  if (item?.state !== 'held' || item.lease === null || item.lease > now) return;
  const step = await draft.advance({ kind: 'itemReleased', at: draft.at(now), instance: item.instance });
  // A paused item that cannot be released now is checked again later.
  if (step.kind === 'rejection') draft.changeItem({ ...item, lease: now + pausedItemRetry, updatedAt: now });
}

interface DueTimer {
  readonly instance: number;
  readonly timer: TimerKind;
  readonly at: number;
}

function timersOf({ id, phase, due, deadline }: Instance): readonly DueTimer[] {
  const timers: DueTimer[] = [];
  if (due !== null) timers.push({ instance: id, timer: phase === 'backoff' ? 'retry' : 'wait', at: due });
  if (deadline !== null) timers.push({ instance: id, timer: 'timeout', at: deadline });
  return timers;
}
