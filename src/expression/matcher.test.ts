import { expect, test } from 'vitest';
import { createMatcher } from './matcher.ts';

function isFound(source: string, flags: string, text: string): boolean | null | string {
  const matcher = createMatcher(source, flags);
  return matcher.kind === 'matcher' ? matcher.isFoundIn(text) : matcher.message;
}

test('[U5.1] flags change how a text is matched, and position flags have no effect', () => {
  expect(isFound('^b', '', 'a\nb')).toBe(false);
  expect(isFound('^b', 'm', 'a\nb')).toBe(true);
  expect(isFound('^B', 'gim', 'a\nb')).toBe(true);
  expect(isFound('a.b', '', 'a\nb')).toBe(false);
  expect(isFound('a.b', 'su', 'a\nb')).toBe(true);
});

test('[U5.1] the same pattern returns the same result on every use', () => {
  for (let round = 0; round < 3; round++) {
    for (let at = 0; at < 150; at++) {
      expect(isFound(`^${at}$`, 'g', String(at))).toBe(true);
      expect(isFound(`^${at}$`, '', `${at}0`)).toBe(false);
    }
  }
});

test('[U5.1][E7] a text that is too long for its pattern is not matched', () => {
  expect(isFound('(x{0,30}){0,30}$', '', 'a'.repeat(2_000_000))).toBeNull();
  expect(isFound('a$', '', 'a'.repeat(2_000_000))).toBe(true);
});

test.each([
  ['(', '', 'The pattern is invalid: missing closing ): `(`.'],
  [
    'a(?=b)',
    '',
    'Look-ahead and look-behind, such as `(?=…)`, are not available: patterns run in linear time.',
  ],
  ['(a)\\1', '', 'Back-references such as `\\1` are not available: patterns run in linear time.'],
  ['(?<x>a)\\k<x>', '', 'Back-references such as `\\1` are not available: patterns run in linear time.'],
  ['a', 'y', 'Unknown flag “y”. Use i, m, s, g and u.'],
  ['a', 'constructor', 'Unknown flag “c”. Use i, m, s, g and u.'],
])('[U5.4][E7] %s with the flags “%s” is not a pattern', (source, flags, message) => {
  expect(isFound(source, flags, 'a')).toBe(message);
});

test('[U5.4][E7] a pattern of more than a thousand characters is refused', () => {
  expect(isFound('a'.repeat(1001), '', 'a')).toBe('A pattern can have at most 1000 characters.');
});
