import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countTimersOf } from '../../test/pending-timers.ts';
import { ClientError, ownFailure } from './client-error.ts';
import { keepLease } from './keep-lease.ts';

let pendingTimers: () => number;

beforeEach(() => {
  vi.useFakeTimers();
  pendingTimers = countTimersOf('/src/client/');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const failure = (retryable: boolean) =>
  new ClientError(
    'workitems_checkout',
    1,
    ownFailure(retryable ? 'unreachable' : 'work_item_held', '', retryable),
  );

/** A lease of 4 seconds whose renewals have the scripted results; the last one repeats. */
function keep(...script: readonly (() => Promise<unknown>)[]) {
  const start = performance.now();
  const renewals: number[] = [];
  const lease = keepLease(4_000, start, () => {
    renewals.push(Math.round(performance.now() - start));
    return (script[Math.min(renewals.length, script.length) - 1] ?? (async () => undefined))();
  });
  let lostAt: number | undefined;
  lease.signal.addEventListener('abort', () => {
    lostAt = Math.round(performance.now() - start);
  });
  return { lease, renewals, lostAt: () => lostAt };
}

const fine = async () => undefined;
const away = () => Promise.reject(failure(true));
const hangs = () => new Promise(() => undefined);

test('[F4.2] a lease is renewed after a quarter of its time, repeatedly, until it is ended', async () => {
  const { lease, renewals, lostAt } = keep(fine);
  await vi.advanceTimersByTimeAsync(10_500);
  lease.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(renewals).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((second) => second * 1_000));
  expect(lostAt()).toBeUndefined();
  expect(pendingTimers()).toBe(0);
});

test('[F4.2] after two failed renewals a successful third keeps the lease', async () => {
  const { lease, lostAt } = keep(fine, away, away, fine);
  await vi.advanceTimersByTimeAsync(5_500);
  expect(lostAt()).toBeUndefined();
  lease.end();
});

test.each([
  ['fail', away],
  ['are not answered', hangs],
])('[F4.2] a lease is lost when its time is over and all renewals %s', async (_, script) => {
  const { renewals, lostAt } = keep(fine, script);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lostAt()).toBe(5_000);
  expect(renewals.at(-1)).toBeLessThan(5_000);
  expect(pendingTimers()).toBe(0);
});

test('[F4.2] a lease is lost at once if the server reports the loss', async () => {
  const { lease, lostAt } = keep(() => Promise.reject(failure(false)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lostAt()).toBe(1_000);
  expect(lease.signal.reason).toMatchObject({ error: 'lease_lost', cause: { error: 'work_item_held' } });
});

test('[F4.2] an ended lease is not lost, even if a renewal is in progress', async () => {
  const { lease, lostAt } = keep(async () => {
    lease.end();
    throw failure(false);
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lostAt()).toBeUndefined();
  expect(pendingTimers()).toBe(0);
});
