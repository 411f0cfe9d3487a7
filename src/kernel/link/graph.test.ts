import { describe, expect, test } from 'vitest';
import type { RoutingTask } from '../or-join/routing-net.ts';
import { consumersOf, leadingTo, onCycles, reachedFrom } from './graph.ts';

/** A task from places to places; -1 is a flow to null. */
const task = (
  inputs: readonly number[],
  outputs: readonly number[],
  rest: Partial<RoutingTask> = {},
): RoutingTask => ({
  inputs,
  outputs,
  join: 'and',
  split: 'and',
  caught: -2,
  ends: true,
  cancelPlaces: [],
  cancelTasks: [],
  ignores: [],
  ...rest,
});

const sorted = (tasks: ReadonlySet<number>): number[] => [...tasks].sort((a, b) => a - b);

describe('tasks reachable from a place', () => {
  test('[K14.1] every task on a path is found, in any list order', () => {
    const tasks = [task([2], [3]), task([1], [2]), task([0], [1]), task([5], [6])];
    expect(sorted(reachedFrom(tasks, 0, 10))).toEqual([0, 1, 2]);
    expect(sorted(reachedFrom(tasks, 1, 10))).toEqual([0, 1]);
    expect(sorted(reachedFrom(tasks, 3, 10))).toEqual([]);
  });

  test('[K14.1] one input place is sufficient, a catch is a path, a flow to null is not', () => {
    const tasks = [task([0], [-1], { caught: 1 }), task([1, 9], [2]), task([2], [3], { caught: -1 })];
    expect(sorted(reachedFrom(tasks, 0, 10))).toEqual([0, 1, 2]);
  });

  test('[K14.1] cycles terminate', () => {
    expect(sorted(reachedFrom([task([0], [1]), task([1], [0, 1])], 0, 2))).toEqual([0, 1]);
  });
});

describe('tasks with a path to a place', () => {
  test('[K14.1] every task with a path to the place is found, in any list order', () => {
    const tasks = [task([0], [1]), task([1], [2]), task([2], [3]), task([1], [7])];
    expect(sorted(leadingTo(tasks, 3, 10))).toEqual([0, 1, 2]);
    expect(sorted(leadingTo(tasks, 2, 10))).toEqual([0, 1]);
  });

  test('[K14.1] a path may lead to an end instead: a flow or a catch to null, or work that always fails', () => {
    const tasks = [
      task([0], [9, -1]),
      task([1], [9], { caught: -1 }),
      task([2], [9], { ends: false }),
      task([3], [9]),
      task([4], [3]),
      task([5], [2]),
    ];
    expect(sorted(leadingTo(tasks, 8, 10))).toEqual([0, 1, 2, 5]);
  });

  test('[K14.1] a path may lead through a catch to a place with a path', () => {
    expect(sorted(leadingTo([task([0], [9], { caught: 1 }), task([1], [3])], 3, 10))).toEqual([0, 1]);
  });
});

test('[K14.1][K12.4] paths of many thousand tasks are found in one pass, in any list order', () => {
  const count = 50_000;
  const row = Array.from({ length: count }, (_, i) => task([i], [i + 1]));
  const began = performance.now();
  for (const tasks of [row, row.toReversed()]) {
    expect(reachedFrom(tasks, 0, count + 1).size).toBe(count);
    expect(leadingTo(tasks, count, count + 1).size).toBe(count);
  }
  // An algorithm that processes every task for every place takes minutes.
  expect(performance.now() - began).toBeLessThan(5_000);
});

describe('tasks on cycles', () => {
  test('[K12.1] the tasks of a cycle are found, and none before or after it', () => {
    const tasks = [task([0], [1]), task([1], [2]), task([2], [1, 3]), task([3], [4])];
    expect(sorted(onCycles(5, tasks))).toEqual([1, 2]);
  });

  test('[K12.1] a task whose output is its input is a cycle', () => {
    expect(sorted(onCycles(2, [task([0], [1, 0])]))).toEqual([0]);
    expect(sorted(onCycles(2, [task([0], [1])]))).toEqual([]);
  });

  test('[K12.1] a catch can close a cycle', () => {
    expect(sorted(onCycles(3, [task([0], [1]), task([1], [2], { caught: 0 })]))).toEqual([0, 1]);
    expect(sorted(onCycles(3, [task([0], [1]), task([1], [2], { caught: -1 })]))).toEqual([]);
  });

  test('[K12.1] two cycles that share a place are one, two that share none are two', () => {
    const eight = [task([0], [1]), task([1], [0]), task([1], [2]), task([2], [1])];
    expect(sorted(onCycles(3, eight))).toEqual([0, 1, 2, 3]);
    const chain = [task([0], [1]), task([1], [0, 2]), task([2], [3]), task([3], [4]), task([4], [3])];
    expect(sorted(onCycles(5, chain))).toEqual([0, 1, 3, 4]);
  });

  test('[K12.1] branches that join again are not a cycle', () => {
    const diamond = [task([0], [1, 2]), task([1], [3]), task([2], [3]), task([3], [4])];
    expect(sorted(onCycles(5, diamond))).toEqual([]);
  });

  test('[K12.1] a chain of many thousand tasks is handled, open or closed', () => {
    const count = 100_000;
    const row = Array.from({ length: count }, (_, i) => task([i], [i + 1]));
    expect(onCycles(count + 1, row).size).toBe(0);
    const ring = [...row, task([count], [0])];
    expect(onCycles(count + 1, ring).size).toBe(count + 1);
  });
});

test('[K11.1] consumers of a place are in ascending order', () => {
  const tasks = [task([1], [2]), task([0, 1], [2]), task([2], []), task([1, 2], [])];
  expect(consumersOf(4, tasks)).toEqual([[1], [0, 1, 3], [2, 3], []]);
});
