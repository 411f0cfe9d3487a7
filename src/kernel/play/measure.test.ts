import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json.ts';
import { isTooLarge, measure } from './measure.ts';

const LIMIT = 1_000_000;
const nested = (depth: number): Json => (depth === 0 ? [] : [nested(depth - 1)]);

describe('the length of a value', () => {
  test.each<Json>([
    null,
    true,
    false,
    '',
    'text',
    0,
    9,
    10,
    -1,
    1.5,
    1e21,
    1e-7,
    -0.25,
    123_456,
    [],
    [1],
    [1, 2, 3],
    [[], [[]]],
    [null, 'a', false],
    {},
    { a: 1 },
    { a: 1, bc: [true, { d: 'e' }] },
    { '': {} },
  ])('[K12.3] of %j is that of its JSON text', (value) => {
    expect(measure(value, LIMIT)).toBe(JSON.stringify(value).length);
  });

  test('[K12.3] an escape counts as one character', () => {
    expect(measure('"\n', LIMIT)).toBe(4);
  });

  test('[K12.3] minus zero, whose text is 0, is one long', () => {
    expect(measure(-0, LIMIT)).toBe(1);
  });

  test('[K12.3] is over the limit as soon as that is certain, and exact up to it', () => {
    const list = Array.from({ length: 1_000 }, () => 'abc');
    const size = JSON.stringify(list).length;
    expect(measure(list, size)).toBe(size);
    const cut = measure(list, 50);
    expect(cut).toBeGreaterThan(50);
    expect(cut).toBeLessThan(100);
    const wide = Object.fromEntries(list.map((value, i) => [`k${i}`, value]));
    expect(measure(wide, 50)).toBeGreaterThan(50);
    expect(measure(wide, 50)).toBeLessThan(100);
  });

  test('[K2.3] what is no JSON is infinitely long, wherever it stands', () => {
    const strange = [undefined, Number.NaN, Number.POSITIVE_INFINITY, () => 1, Symbol('x'), 1n];
    for (const value of strange) {
      expect(measure(value as never, LIMIT)).toBe(Number.POSITIVE_INFINITY);
      expect(measure([1, value as never], LIMIT)).toBe(Number.POSITIVE_INFINITY);
      expect(measure({ a: { b: value as never } }, LIMIT)).toBe(Number.POSITIVE_INFINITY);
    }
    expect(measure(Array(1) as never, LIMIT)).toBe(Number.POSITIVE_INFINITY);
  });

  test('[K12.3] so is what is nested beyond any honest use, and what contains itself', () => {
    expect(measure(nested(100), LIMIT)).toBe(202);
    expect(measure(nested(1_000), LIMIT)).toBe(Number.POSITIVE_INFINITY);
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(measure(circle as never, LIMIT)).toBeGreaterThan(LIMIT);
  });
});

describe('what is too large', () => {
  test('[K12.3] a value over the limit, not one at the limit', () => {
    expect(isTooLarge({ value: 'x'.repeat(8) }, 10)).toBe(false);
    expect(isTooLarge({ value: 'x'.repeat(9) }, 10)).toBe(true);
  });

  test('[K12.4] a reference weighs nothing, however large what it stands for', () => {
    expect(isTooLarge({ blob: { hash: 'h', size: 1e9 } }, 1)).toBe(false);
  });

  test('[K12.4] a list weighs what its parts weigh', () => {
    const blob = { blob: { hash: 'h', size: 1e9 } };
    const part = { value: 'xxx' };
    expect(isTooLarge({ list: [part, blob, part] }, 10)).toBe(false);
    expect(isTooLarge({ list: [part, { list: [part, blob] }, { value: 1 }] }, 10)).toBe(true);
    expect(isTooLarge({ list: [] }, 1)).toBe(false);
  });
});
