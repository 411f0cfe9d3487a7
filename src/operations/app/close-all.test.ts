import { expect, test } from 'vitest';
import { closeAll } from './close-all.ts';

test('all resources are closed in order despite errors, and the first error is thrown', async () => {
  const closed: string[] = [];
  const reported: unknown[] = [];
  const closing = (name: string, error?: Error) => async () => {
    closed.push(name);
    if (error !== undefined) throw error;
  };
  const [first, second] = [new Error('first'), new Error('second')];
  const closings = [closing('a'), closing('b', first), closing('c', second), closing('d')];
  await expect(closeAll(closings, (_, cause) => reported.push(cause))).rejects.toBe(first);
  expect(closed).toEqual(['a', 'b', 'c', 'd']);
  expect(reported).toEqual([second]);
});
