/** A clock that only tests advance. */
import type { Clock } from '../../runtime/ports/index.ts';

export interface FakeClock extends Clock {
  /** Advances the time, and calls the callbacks that become due, in order. */
  advance(milliseconds: number): void;
  /** When the next callback is due; `undefined` if there is none. */
  next(): number | undefined;
  /** Number of pending callbacks. */
  pending(): number;
}

interface PendingTimer {
  readonly time: number;
  readonly call: () => void;
}

export function createFakeClock(start: number): FakeClock {
  let now = start;
  let timers: PendingTimer[] = [];

  const first = (): PendingTimer | undefined => timers.toSorted((one, other) => one.time - other.time)[0];

  return {
    now: () => now,
    at(time, call) {
      const timer = { time, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    advance(milliseconds) {
      const until = now + milliseconds;
      for (let due = first(); due !== undefined && due.time <= until; due = first()) {
        const { time, call } = due;
        timers = timers.filter((each) => each !== due);
        now = Math.max(now, time);
        call();
      }
      now = until;
    },
    next: () => first()?.time,
    pending: () => timers.length,
  };
}
