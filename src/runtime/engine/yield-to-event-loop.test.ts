import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Work that takes longer than one turn allows. */
function work(): void {
  const began = performance.now();
  while (performance.now() - began < 30);
}

test('[Y4.5] a caller after slow work waits for its own turn, also if several wait', async () => {
  await setImmediate();
  expect(yieldToEventLoop()).toBeUndefined();
  work();
  let turn = 0;
  const taken: number[] = [];
  const slow = async (): Promise<void> => {
    await yieldToEventLoop();
    taken.push(turn);
    work();
  };
  const all = Promise.all([slow(), slow(), slow()]);
  for (; taken.length < 3; turn++) await setImmediate();
  await all;
  expect(new Set(taken).size).toBe(3);
});
