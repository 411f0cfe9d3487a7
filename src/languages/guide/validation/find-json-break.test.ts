import { expect, test } from 'vitest';
import { createRandom } from '../../../testing/seeded-random.ts';
import { findJsonBreak } from './find-json-break.ts';

test.each<[text: string, offset: number]>([
  ['hello', 0],
  ['{"a": 1,}', 8],
  ['{"a" 1}', 5],
  ['{a: 1}', 1],
  ['[1 2]', 3],
  ['[1,]', 3],
  ['{"a": tru}', 6],
  ['{"a": 01}', 6],
  ['["a\nb"]', 3],
  ['["\\x"]', 2],
  ['["\\u12g4"]', 2],
  ['{} x', 3],
  [']', 0],
  ['{]', 1],
  ['{"a": }', 6],
  ['"abc', 4],
  ['[1, [2', 6],
  ['{"a"', 4],
])('[U5.1] %j stops being JSON at %i', (text, offset) => {
  expect(findJsonBreak(text)).toBe(offset);
  expect(() => JSON.parse(text)).toThrow();
});

test('[U5.1] up to the break a text can be gone on with to JSON, seed 4', () => {
  const random = createRandom(4);
  const whole = JSON.stringify({ a: [1, -2.5, true, null, 'x\\"\n'], 'b c': { d: {} }, e: [[]] });
  const signs = [...'{}[]":,\\ntx1 '];
  for (let i = 0; i < 300; i += 1) {
    const at = random.int(whole.length);
    const text = whole.slice(0, at) + random.pick(signs) + whole.slice(at + random.int(2));
    const offset = findJsonBreak(text);
    if (isJson(text)) expect(offset, text).toBe(text.length);
    else expect(canGoOn(text.slice(0, offset)), `${text} at ${offset}`).toBe(true);
  }
});

const tails = ['', '0', '"', '":0', ':0', '"a":0', '0"', 'n"', '\\"', '\\":0', 'n":0'];
const closers = ['', ...words(1), ...words(2), ...words(3), ...words(4)];

function words(length: number): readonly string[] {
  return length === 0 ? [''] : words(length - 1).flatMap((word) => [`${word}]`, `${word}}`]);
}

/** Tries endings, each with what closes the brackets that may be open. */
const canGoOn = (text: string): boolean =>
  tails.some((tail) => closers.some((closer) => isJson(text + tail + closer)));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
