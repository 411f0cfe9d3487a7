import { expect, test } from 'vitest';
import { createRandom } from '../../testing/index.ts';
import { createEventQueue } from './event-queue.ts';

const seed = 20_260_817;
const untimedEvent = (instance: number) => ({ kind: 'itemResumed', instance }) as const;

test('[M2] the first due event is first; at the same time, the first requested', () => {
  const queue = createEventQueue();
  queue.add('a', 20, untimedEvent(1));
  queue.add('b', 10, untimedEvent(2));
  queue.add('c', 20, untimedEvent(3));
  queue.add('d', 10, untimedEvent(4));
  expect(drain(queue)).toEqual([2, 4, 1, 3]);
});

test('[M2] removed or replaced events do not occur; a replacement counts as a new request', () => {
  const queue = createEventQueue();
  queue.add('a', 5, untimedEvent(1));
  queue.add('b', 5, untimedEvent(2));
  queue.add('c', 5, untimedEvent(3));
  queue.remove('b');
  queue.add('a', 5, untimedEvent(4));
  expect(drain(queue)).toEqual([3, 4]);
});

test('[M2] nothing occurs after the end of time, and no part of a millisecond is lost', () => {
  const queue = createEventQueue();
  queue.add('never', Number.POSITIVE_INFINITY, untimedEvent(1));
  queue.add('none', Number.NaN, untimedEvent(2));
  queue.add('late', 8.64e15 + 2, untimedEvent(3));
  queue.add('part', 7.2, untimedEvent(4));
  expect(queue.next()).toMatchObject({ at: 8, untimedEvent: untimedEvent(4) });
  expect(queue.next()).toBeUndefined();
});

test(`[M2] the order is that of a stable sort, for any additions and removals, seed ${seed}`, () => {
  const random = createRandom(seed);
  const queue = createEventQueue();
  let expected: { key: string; at: number; id: number }[] = [];
  for (let id = 0; id < 2000; id++) {
    const key = String(random.int(60));
    expected = expected.filter((each) => each.key !== key);
    queue.remove(key);
    if (random.chance(0.7)) {
      const at = random.int(15);
      queue.add(key, at, untimedEvent(id));
      expected.push({ key, at, id });
    }
    if (!random.chance(0.2)) continue;
    const first = expected.toSorted((a, b) => a.at - b.at)[0];
    expect(queue.next()?.untimedEvent).toEqual(first === undefined ? undefined : untimedEvent(first.id));
    expected = expected.filter((each) => each !== first);
  }
});

function drain(queue: ReturnType<typeof createEventQueue>): number[] {
  const order: number[] = [];
  for (let due = queue.next(); due !== undefined; due = queue.next()) {
    if (due.untimedEvent.kind === 'itemResumed') order.push(due.untimedEvent.instance);
  }
  return order;
}
