import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const takeAll = (queue: FairQueue<string>, cost: (item: string) => number = () => 0): string[] => {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) {
    taken.push(item);
    queue.charge(item.charAt(0), cost(item));
  }
  return taken;
};

const filled = (...items: readonly string[]): FairQueue<string> => {
  const queue = new FairQueue<string>();
  for (const item of items) queue.add(item.charAt(0), item, item);
  return queue;
};

test('[R4.1] tenants take turns, and the runs of a tenant too', () => {
  expect(takeAll(filled('a1', 'a2', 'a3', 'b1', 'b2'))).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('[R4.1] a tenant that has used more time than another is served after it', () => {
  const queue = filled('a1', 'a2', 'b1', 'b2', 'b3');
  expect(takeAll(queue, (item) => (item === 'a1' ? 100 : 1))).toEqual(['a1', 'b1', 'b2', 'b3', 'a2']);
});

test('[R4.1] a tenant that was idle has no claim on the time before it came', () => {
  const queue = filled('a1', 'a2', 'a3');
  expect([queue.take(), queue.take()]).toEqual(['a1', 'a2']);
  queue.charge('a', 50);
  expect(queue.take()).toBe('a3');
  for (const item of ['a4', 'b1', 'b2']) queue.add(item.charAt(0), item, item);
  expect(takeAll(queue, () => 10)).toEqual(['a4', 'b1', 'b2']);
});

test('[R4.4] a tenant or a run that may not be served is left out', () => {
  const queue = filled('a1', 'a2', 'b1');
  expect(queue.take({ tenant: (tenant) => tenant !== 'a' })).toBe('b1');
  expect(queue.take({ run: (_, run) => run !== 'a1' })).toBe('a2');
  expect(queue.take({ run: () => false })).toBeUndefined();
  expect([queue.size, queue.sizeOf('a'), queue.take()]).toEqual([1, 1, 'a1']);
});
