/** What is still to come in a simulated run, by time and then by the order in which it was asked for [M2]. */
import type { RunEvent } from '../../kernel/index.ts';

type Timeless<E> = E extends RunEvent ? Omit<E, 'at'> : never;

/** An event that has no time yet: it happens when it is due. */
export type UntimedEvent = Timeless<RunEvent>;

export interface EventQueue {
  /** A second one under the same key replaces the first. One that is due after the end of time never comes. */
  add(key: string, at: number, untimedEvent: UntimedEvent): void;
  remove(key: string): void;
  /** Takes off what is due first; undefined where nothing is to come. */
  next(): { readonly at: number; readonly untimedEvent: UntimedEvent } | undefined;
}

interface Entry {
  readonly key: string;
  readonly at: number;
  readonly untimedEvent: UntimedEvent;
}

/** The last moment that an event can have. */
const endOfTime = 8.64e15;

export function createEventQueue(): EventQueue {
  // What is due first stands last. What was removed stays until it would be due: only `live` knows.
  const entries: Entry[] = [];
  const live = new Map<string, Entry>();

  return {
    add(key, at, untimedEvent) {
      live.delete(key);
      if (!(at <= endOfTime)) return;
      const entry: Entry = { key, at: Math.ceil(at), untimedEvent };
      entries.splice(positionOf(entries, entry.at), 0, entry);
      live.set(key, entry);
    },
    remove(key) {
      live.delete(key);
    },
    next() {
      for (let entry = entries.pop(); entry !== undefined; entry = entries.pop()) {
        if (live.get(entry.key) !== entry) continue;
        live.delete(entry.key);
        return entry;
      }
      return undefined;
    },
  };
}

/** Where an entry that is asked for now goes: before all that are due at the same time, so that it comes after them. */
function positionOf(entries: readonly Entry[], at: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.at ?? 0) > at) low = middle + 1;
    else high = middle;
  }
  return low;
}
