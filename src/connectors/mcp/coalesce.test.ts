import { expect, test } from 'vitest';
import { createFakeClock } from '../../testing/index.ts';
import { coalesce } from './coalesce.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function openFixture() {
  const clock = createFakeClock(1_000);
  const ends: (() => void)[] = [];
  const coalesced = coalesce(() => new Promise((resolve) => ends.push(resolve)), 1_000, clock);
  const end = async () => {
    ends.at(-1)?.();
    await settled();
  };
  return { clock, ends, end, coalesced };
}

test('[H3.3] requests during the work cause one more, not before the interval has passed', async () => {
  const { clock, ends, end, coalesced } = openFixture();
  for (let at = 0; at < 1_000; at++) coalesced.request();
  await settled();
  expect(ends).toHaveLength(1);
  for (let at = 0; at < 1_000; at++) coalesced.request();
  await end();
  expect([ends.length, clock.next()]).toEqual([1, 2_000]);
  clock.advance(1_000);
  await settled();
  expect(ends).toHaveLength(2);
  await end();
  expect([ends.length, clock.next()]).toEqual([2, undefined]);
  clock.advance(5_000);
  coalesced.request();
  await settled();
  expect(ends).toHaveLength(3);
});

test('[H3.3] after it was stopped nothing starts', async () => {
  const { clock, ends, end, coalesced } = openFixture();
  coalesced.request();
  await settled();
  coalesced.request();
  await end();
  coalesced.stop();
  expect(clock.next()).toBeUndefined();
  coalesced.request();
  await settled();
  expect(ends).toHaveLength(1);
});
