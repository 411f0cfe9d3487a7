/**
 * Counts the pending fake timers that the code under test has set. `vi.getTimerCount()` also counts those of others:
 * connections that an earlier file of the same worker used set some at any moment.
 */
import { vi } from 'vitest';

/** Call it after `vi.useFakeTimers()`. @param folder of the code under test, such as `/src/client/` */
export function countTimersOf(folder: string): () => number {
  const pending = new Set<unknown>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  vi.stubGlobal('setTimeout', (act: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
    const timer: unknown = set(() => {
      pending.delete(timer);
      act(...given);
    }, ms);
    if (new Error().stack?.includes(folder) === true) pending.add(timer);
    return timer;
  });
  vi.stubGlobal('clearTimeout', (timer: Parameters<typeof clear>[0]) => {
    pending.delete(timer);
    clear(timer);
  });
  return () => pending.size;
}
