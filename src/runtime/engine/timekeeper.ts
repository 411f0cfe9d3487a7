/** Fires what is due: timers of runs and ends of leases, the longest due first [R3.1, R3.2]. */
import type { Instance, TimerKind } from '../../kernel/index.ts';
import type { Agenda } from '../ports/agenda.ts';
import type { Clock } from '../ports/clock.ts';
import { Alarm } from './alarm.ts';
import type { Command } from './command.ts';
import type { DraftRun } from './draft-run.ts';

export interface TimekeeperOptions {
  readonly clock: Clock;
  readonly agenda: Agenda;
  readonly add: (command: Command) => void;
  readonly report: (message: string, cause: unknown) => void;
}

const mostAtOnce = 200;
const pauseAfterTrouble = 1_000;

export class Timekeeper {
  readonly #options: TimekeeperOptions;
  readonly #alarm: Alarm;
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
      next = await this.#options.agenda.next();
    } catch (error) {
      this.#options.report('What is due could not be read.', error);
      next = this.#options.clock.now() + pauseAfterTrouble;
    }
    this.#isRinging = false;
    for (const at of [next, this.#soonest]) if (at !== null) this.#alarm.arm(at);
    this.#soonest = null;
  }

  /** @returns whether there may be more */
  async #fire(): Promise<boolean> {
    const { agenda, clock } = this.#options;
    const now = clock.now();
    const [runs, items] = await Promise.all([
      agenda.dueRuns(now, mostAtOnce),
      agenda.endedLeases(now, mostAtOnce),
    ]);
    const fired = await Promise.all([
      ...runs.map(({ tenant, id }) => this.#do(tenant, id, fireTimers)),
      ...items.map(({ tenant, run, id }) => this.#do(tenant, run, (draft, at) => endLease(draft, id, at))),
    ]);
    // Where nothing could be fired, asking again at once would ask for ever.
    if (fired.length > 0 && !fired.includes(true)) await this.#rest();
    return fired.length > 0;
  }

  #rest(): Promise<void> {
    const { clock } = this.#options;
    return new Promise((resolve) => void clock.at(clock.now() + pauseAfterTrouble, resolve));
  }

  /** @returns whether it is no longer due */
  #do(tenant: string, run: string, act: (draft: DraftRun, now: number) => Promise<void>): Promise<boolean> {
    return new Promise((resolve) => {
      this.#options.add({
        tenant,
        run,
        urgent: true,
        async apply(draft, now) {
          await act(draft, now);
          return undefined;
        },
        done: ({ kind }) => resolve(kind === 'done'),
      });
    });
  }
}

/** Throws where a run stays due although nothing fires: whoever asks again at once would ask for ever. */
async function fireTimers(draft: DraftRun, now: number): Promise<void> {
  for (let due = earliest(draft, now); due !== undefined; due = earliest(draft, now)) {
    const { instance, timer } = due;
    const step = await draft.advance({ kind: 'timerFired', at: draft.at(now), instance, timer });
    if (step.kind === 'rejection')
      throw new Error(`A timer of ${draft.record.id} does not fit: ${step.message}`);
  }
  const { id, due } = draft.record;
  if (due !== null && due <= now) throw new Error(`The run ${id} is due, and no timer of it is.`);
}

async function endLease(draft: DraftRun, id: string, now: number): Promise<void> {
  const item = draft.findItem(id);
  if (item?.state !== 'held' || item.lease === null || item.lease > now) return;
  const step = await draft.advance({ kind: 'itemReleased', at: draft.at(now), instance: item.instance });
  // An item that may not be released (it is paused) stays with its holder.
  if (step.kind === 'rejection') draft.changeItem({ ...item, lease: null, updatedAt: now });
}

interface DueTimer {
  readonly instance: number;
  readonly timer: TimerKind;
  readonly at: number;
}

function earliest({ state }: DraftRun, now: number): DueTimer | undefined {
  let first: DueTimer | undefined;
  for (const instance of state.instances) {
    for (const timer of timersOf(instance)) {
      if (timer.at <= now && (first === undefined || timer.at < first.at)) first = timer;
    }
  }
  return first;
}

function timersOf({ id, phase, due, deadline }: Instance): readonly DueTimer[] {
  const timers: DueTimer[] = [];
  if (due !== null) timers.push({ instance: id, timer: phase === 'backoff' ? 'retry' : 'wait', at: due });
  if (deadline !== null) timers.push({ instance: id, timer: 'timeout', at: deadline });
  return timers;
}
