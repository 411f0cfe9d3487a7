/** Fires what is due: timers of runs and ends of leases, the longest due first [R3.1, R3.2]. */
import type { Instance, TimerKind } from '../../kernel/index.ts';
import type { Agenda } from '../ports/agenda.ts';
import type { Clock } from '../ports/clock.ts';
import { Alarm } from './alarm.ts';
import type { Command } from './command.ts';
import type { DraftRun } from './draft-run.ts';
import { runKey } from './run-key.ts';

export interface TimekeeperOptions {
  readonly clock: Clock;
  readonly agenda: Agenda;
  readonly add: (command: Command) => void;
  readonly report: (message: string, cause: unknown) => void;
}

const mostAtOnce = 200;
const pauseAfterTrouble = 1_000;
const longestPause = 600_000;
const pauseOfPaused = 60_000;

export class Timekeeper {
  readonly #options: TimekeeperOptions;
  readonly #alarm: Alarm;
  /** What is due and cannot be fired. */
  readonly #stuck = new Map<string, Stuck>();
  #isRinging = false;
  /** What became known while it rang. */
  #soonest: number | null = null;
  #closed = false;

  constructor(options: TimekeeperOptions) {
    this.#options = options;
    this.#alarm = new Alarm(options.clock, () => void this.ring());
  }

  /** Something is due then. */
  expect(at: number): void {
    if (!this.#isRinging) this.#alarm.arm(at);
    else if (this.#soonest === null || at < this.#soonest) this.#soonest = at;
  }

  close(): void {
    this.#closed = true;
    this.#alarm.close();
  }

  /** Fires all that is due now, and waits for the next. */
  async ring(): Promise<void> {
    if (this.#isRinging || this.#closed) return;
    this.#isRinging = true;
    let next: number | null = null;
    try {
      while (!this.#closed && (await this.#fire()));
      next = this.#stuck.size === 0 ? await this.#options.agenda.next() : this.#again();
    } catch (error) {
      this.#options.report('What is due could not be read.', error);
      next = this.#options.clock.now() + pauseAfterTrouble;
    }
    this.#isRinging = false;
    for (const at of [next, this.#soonest]) if (at !== null) this.#alarm.arm(at);
    this.#soonest = null;
  }

  /** What cannot be fired stays due: the index does not tell what comes after it, so it is looked at again soon. */
  #again(): number {
    return this.#options.clock.now() + pauseAfterTrouble;
  }

  /** @returns whether there may be more */
  async #fire(): Promise<boolean> {
    const { agenda, clock } = this.#options;
    const now = clock.now();
    const limit = mostAtOnce + this.#stuck.size;
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
    const ready = due.filter(({ key }) => (this.#stuck.get(key)?.until ?? 0) <= now);
    await Promise.all(ready.map((each) => this.#do(each)));
    return ready.length > 0;
  }

  #do({ key, tenant, run, act }: Due): Promise<void> {
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
          if (kind === 'done') this.#stuck.delete(key);
          else this.#putAside(key);
          resolve();
        },
      });
    });
  }

  /** It is tried again, later each time, and does not keep others from being fired. */
  #putAside(key: string): void {
    const pause = Math.min((this.#stuck.get(key)?.pause ?? pauseAfterTrouble / 2) * 2, longestPause);
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

/** As many as fit into one commit; the rest is due still. Throws where a run stays due although nothing fires. */
async function fireTimers(draft: DraftRun, now: number): Promise<void> {
  const due = draft.state.instances
    .flatMap(timersOf)
    .filter(({ at }) => at <= now)
    .toSorted((one, other) => one.at - other.at)
    .slice(0, mostAtOnce);
  for (const { instance, timer } of due) {
    // One that fires may clear the next.
    await draft.advance({ kind: 'timerFired', at: draft.at(now), instance, timer });
  }
  const { id, due: next, seq } = draft.record;
  if (next !== null && next <= now && seq === draft.base.seq) {
    throw new Error(`The run ${id} is due, and no timer of it can be fired.`);
  }
}

async function endLease(draft: DraftRun, id: string, now: number): Promise<void> {
  const item = draft.findItem(id);
  if (item?.state !== 'held' || item.lease === null || item.lease > now) return;
  const step = await draft.advance({ kind: 'itemReleased', at: draft.at(now), instance: item.instance });
  // An item that may not be released now, because it is paused, is looked at again.
  if (step.kind === 'rejection') draft.changeItem({ ...item, lease: now + pauseOfPaused, updatedAt: now });
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
