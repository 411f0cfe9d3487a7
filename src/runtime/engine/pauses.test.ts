import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pauses } from './pauses.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The process is busy meanwhile. */
const serve = (pauses: Pauses, tenant: string, took: number): void => {
  vi.advanceTimersByTime(took);
  pauses.served(tenant, took);
};

test('[R4.4] after long work a tenant pauses for three times as long, while others are active', async () => {
  const pauses = new Pauses();
  serve(pauses, 'other', 1);
  serve(pauses, 'large', 100);
  expect([pauses.isPaused('large'), pauses.isPaused('other')]).toEqual([true, false]);
  const ended = pauses.nextEnd();
  vi.advanceTimersByTime(299);
  expect(pauses.isPaused('large')).toBe(true);
  vi.advanceTimersByTime(1);
  await ended;
  expect(pauses.isPaused('large')).toBe(false);
});

test('[R4.4] long work during a pause makes it longer, up to five seconds', () => {
  const pauses = new Pauses();
  let ends = 0;
  pauses.onEnd(() => ends++);
  serve(pauses, 'other', 1);
  serve(pauses, 'large', 100);
  serve(pauses, 'large', 100);
  vi.advanceTimersByTime(499);
  expect([pauses.isPaused('large'), ends]).toEqual([true, 0]);
  vi.advanceTimersByTime(1);
  expect([pauses.isPaused('large'), ends]).toEqual([false, 1]);
  serve(pauses, 'other', 1);
  serve(pauses, 'large', 2_000);
  vi.advanceTimersByTime(4_999);
  expect(pauses.isPaused('large')).toBe(true);
  vi.advanceTimersByTime(1);
  expect(pauses.isPaused('large')).toBe(false);
});

test('[R4.4] a tenant that is alone, or works shortly, does not pause', () => {
  const pauses = new Pauses();
  serve(pauses, 'alone', 100);
  serve(pauses, 'alone', 100);
  expect([pauses.isPaused('alone'), pauses.isShared()]).toEqual([false, false]);
  serve(pauses, 'other', 20);
  expect([pauses.isPaused('other'), pauses.isShared()]).toEqual([false, true]);
  vi.advanceTimersByTime(1_001);
  serve(pauses, 'alone', 100);
  expect([pauses.isPaused('alone'), pauses.isShared()]).toEqual([false, false]);
});
