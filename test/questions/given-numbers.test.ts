/** Numbers that are given as texts. */
import { expect, test } from 'vitest';
import { readGivenAnswer } from '../../src/languages/questions/validate-answer.ts';

test.each([
  ...(['5', '0', '-12', '9007199254740991'] as const).map((text) => [text, Number(text)] as const),
  ...['05', '-0', '+5', '5.0', '1e3', ' 5', '', '9007199254740993', '9999999999999999', '0x10'].map(
    (text) => [text, text] as const,
  ),
])('[Q3.2] “%s” is read as %j', (given, value) => {
  expect(readGivenAnswer({ type: 'integer' }, given)).toBe(value);
});
