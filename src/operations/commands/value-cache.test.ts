import { expect, test } from 'vitest';
import { createValueCache, type ListedValues, valueCacheOf } from './value-cache.ts';

const listOf = (characters: number): ListedValues => [{ value: 'x'.repeat(characters), label: '' }];

function counted(values: ListedValues | Error) {
  let calls = 0;
  const list = async (): Promise<ListedValues> => {
    calls++;
    if (values instanceof Error) throw values;
    return values;
  };
  return { list, calls: () => calls };
}

test('[C5.8] a list is kept for a minute, asked for once at a time, and not kept if it fails', async () => {
  const cache = createValueCache();
  const { list, calls } = counted(listOf(3));
  expect(await Promise.all([cache.read('a', 0, list), cache.read('a', 0, list)])).toEqual([
    listOf(3),
    listOf(3),
  ]);
  await cache.read('a', 59_999, list);
  expect(calls()).toBe(1);
  await cache.read('a', 60_000, list);
  await cache.read('b', 60_000, list);
  expect(calls()).toBe(3);
  const failing = counted(new Error('No.'));
  for (const _ of [1, 2]) await expect(cache.read('c', 0, failing.list)).rejects.toThrow('No.');
  expect(failing.calls()).toBe(2);
});

test('[C5.8] what is kept is limited by its characters, and ends with its owner', async () => {
  const cache = createValueCache();
  const { list, calls } = counted(listOf(2_000_000));
  for (const key of ['a', 'b', 'c']) await cache.read(key, 0, list);
  await cache.read('c', 0, list);
  expect(calls()).toBe(3);
  await cache.read('a', 0, list);
  expect(calls()).toBe(4);
  const owner = {};
  expect(valueCacheOf(owner)).toBe(valueCacheOf(owner));
  expect(valueCacheOf({})).not.toBe(valueCacheOf(owner));
});
