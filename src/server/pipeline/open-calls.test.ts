import { expect, test } from 'vitest';
import { OpenCalls } from './open-calls.ts';

test('[P7.4] a wait for active calls ends with the last call', async () => {
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

test('[P7.4] the wait ends at the latest after the timeout', async () => {
  const calls = new OpenCalls();
  calls.enter();
  await calls.whenIdle(1);
  expect(calls.size).toBe(1);
});
