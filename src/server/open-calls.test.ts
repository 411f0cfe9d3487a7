import { expect, test } from 'vitest';
import { OpenCalls } from './open-calls.ts';

test('[P7.4] whoever waits for the calls under way is told when the last has ended', async () => {
  const calls = new OpenCalls();
  await calls.whenIdle(1_000_000);
  const leaves = [calls.enter(), calls.enter()];
  let isIdle = false;
  const idle = calls.whenIdle(1_000_000).then(() => {
    isIdle = true;
  });
  leaves[0]?.();
  await Promise.resolve();
  expect([calls.size, isIdle]).toEqual([1, false]);
  leaves[1]?.();
  await idle;
  expect(calls.size).toBe(0);
});

test('[P7.4] nobody waits for longer than the time that was given', async () => {
  const calls = new OpenCalls();
  calls.enter();
  await calls.whenIdle(1);
  expect(calls.size).toBe(1);
});
