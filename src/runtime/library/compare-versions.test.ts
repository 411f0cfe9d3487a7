import { expect, test } from 'vitest';
import { compareVersions } from './compare-versions.ts';

test.each([
  ['0.1', '0.2', -1],
  ['0.10', '0.9', 1],
  ['1.0', '1', 0],
  ['01.2', '1.02', 0],
  ['2', '1.9', 1],
  ['99999999999999999999.1', '99999999999999999998.9', 1],
  ['draft', 'draft', 0],
  ['1.a', '1.b', -1],
])('[Y7.2] version %s compared with %s', (one, other, expected) => {
  expect(Math.sign(compareVersions(one, other))).toBe(expected);
  expect(Math.sign(compareVersions(other, one))).toBe(expected === 0 ? 0 : -expected);
});
