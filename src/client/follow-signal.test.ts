import { expect, test } from 'vitest';
import { followSignal } from './follow-signal.ts';

/** The number of listeners of a signal: current and maximum. */
function watched() {
  const end = new AbortController();
  const { signal } = end;
  const count = { now: 0, most: 0 };
  const { addEventListener: add, removeEventListener: remove } = signal;
  Object.assign(signal, {
    addEventListener(...given: Parameters<typeof add>) {
      count.now += 1;
      count.most = Math.max(count.most, count.now);
      add.apply(signal, given);
    },
    removeEventListener(...given: Parameters<typeof remove>) {
      count.now -= 1;
      remove.apply(signal, given);
    },
  });
  return { end, signal, count };
}

test('[F4.2] fifty followers of one signal share one listener, and each is notified once', () => {
  const { end, signal, count } = watched();
  const told: number[] = [];
  const unfollow = Array.from({ length: 50 }, (_, number) => followSignal(signal, () => told.push(number)));
  unfollow[7]?.();
  unfollow[7]?.();
  end.abort();
  expect(told).toEqual(unfollow.map((_, number) => number).filter((number) => number !== 7));
  expect(count.most).toBe(1);
});

test('[F4.2] a signal without followers has no listener, and can be followed again', () => {
  const { end, signal, count } = watched();
  const told: string[] = [];
  const act = () => void told.push('one');
  const both = [followSignal(signal, act), followSignal(signal, act)];
  for (const unfollow of both) unfollow();
  expect(count.now).toBe(0);
  followSignal(signal, () => told.push('two'));
  // These followers have already ended.
  for (const unfollow of both) unfollow();
  expect(count.now).toBe(1);
  end.abort();
  expect(told).toEqual(['two']);
});
