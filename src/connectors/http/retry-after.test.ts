import { expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const now = Date.UTC(2026, 2, 1, 9, 30, 0);

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sun, 01 Mar 2026 09:31:00 GMT', 60_000],
  ['Sunday, 01-Mar-26 09:31:00 GMT', 60_000],
  ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
  ['999999999999', 86_400_000],
  ['Tue, 01 Mar 2050 09:00:00 GMT', 86_400_000],
  [undefined, undefined],
  ['', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['2026-03-01', undefined],
])('[H1.2] Retry-After “%s” is %s milliseconds', (text, expected) => {
  expect(parseRetryAfter(text, now)).toBe(expected);
});
