/** The pending events of a simulated run, by time and then by the order of their request [M2]. */
import type { RunEvent } from '../../kernel/index.ts';

type Timeless<E> = E extends RunEvent ? Omit<E, 'at'> : never;

/** An event without a time: it gets one when it is due. */
export type UntimedEvent = Timeless<RunEvent>;

export interface EventQueue {
  /** A second event with the same key replaces the first. An event that is due after the end of time never occurs. */
  add(key: string, at: number, untimedEvent: UntimedEvent): void;
  remove(key: string): void;
  /** Removes and returns the first due event; `undefined` if none is pending. */
  next(): { readonly at: number; readonly untimedEvent: UntimedEvent } | undefined;
}

interface Entry {
  readonly key: string;
  readonly at: number;
  readonly untimedEvent: UntimedEvent;
}

/** The last time that an event can have. */
const endOfTime = 8.64e15;

export function createEventQueue(): EventQueue {
  // The first due entry is last. Removed entries stay until they would be due: only `live` counts.
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

/** The position of a new entry: before all that are due at the same time, so that it is taken after them. */
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
