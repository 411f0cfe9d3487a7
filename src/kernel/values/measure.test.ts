import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json.ts';
import type { Payload } from '../model/payload.ts';
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
  ])('[K12.3] the length of %j is that of its JSON text', (value) => {
    expect(measure(value, LIMIT)).toBe(JSON.stringify(value).length);
  });

  test('[K12.3] an escape counts as one character', () => {
    expect(measure('"\n', LIMIT)).toBe(4);
  });

  test('[K12.3] minus zero has the length 1, because its text is 0', () => {
    expect(measure(-0, LIMIT)).toBe(1);
  });

  test('[K12.3] a length over the limit is detected early, and one up to the limit is exact', () => {
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

  test('[K2.3] a value that is not JSON is infinitely long, at any position', () => {
    const strange = [undefined, Number.NaN, Number.POSITIVE_INFINITY, () => 1, Symbol('x'), 1n];
    for (const value of strange) {
      expect(measure(value as never, LIMIT)).toBe(Number.POSITIVE_INFINITY);
      expect(measure([1, value as never], LIMIT)).toBe(Number.POSITIVE_INFINITY);
      expect(measure({ a: { b: value as never } }, LIMIT)).toBe(Number.POSITIVE_INFINITY);
    }
    expect(measure(Array(1) as never, LIMIT)).toBe(Number.POSITIVE_INFINITY);
  });

  test('[K12.3] a value that is nested too deep, or contains itself, is infinitely long', () => {
    expect(measure(nested(100), LIMIT)).toBe(202);
    expect(measure(nested(1_000), LIMIT)).toBe(Number.POSITIVE_INFINITY);
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(measure(circle as never, LIMIT)).toBeGreaterThan(LIMIT);
  });
});

describe('values that are too large', () => {
  test('[K12.3] a value over the limit is too large, one at the limit is not', () => {
    expect(isTooLarge({ value: 'x'.repeat(8) }, 10)).toBe(false);
    expect(isTooLarge({ value: 'x'.repeat(9) }, 10)).toBe(true);
  });

  /** Checks the size of a payload: it is too large for a lower limit, and not for this one. */
  const weighs = (payload: Payload, weight: number): void => {
    if (weight > 0) expect(isTooLarge(payload, weight - 1)).toBe(true);
    expect(isTooLarge(payload, weight)).toBe(false);
  };
  const blob = { blob: { hash: 'hash', size: 1e9 } };
  const part = { value: 'xxx' };

  test('[K12.3][K12.4] a reference has the size of its hash, regardless of its value', () => {
    weighs(blob, 4);
    weighs({ blob: { hash: 'h'.repeat(64), size: 0 } }, 64);
  });

  test('[K12.3][K12.4] the size of a list is the sum of its parts, plus one for each', () => {
    weighs({ list: [] }, 0);
    weighs({ list: [part] }, 6);
    weighs({ list: [part, blob, part] }, 17);
    weighs({ list: [part, { list: [part, blob] }, { value: 1 }] }, 6 + (6 + 5 + 1) + 2);
    weighs({ list: Array.from({ length: 10 }, () => ({ list: [] })) }, 10);
  });

  test('[K12.3][K12.4] the size of a record is the sum of its parts and their names, plus one for each', () => {
    weighs({ record: {} }, 0);
    weighs({ record: { name: part } }, 4 + 5 + 1);
    weighs({ record: { a: blob, bc: { list: [part] } } }, 1 + 4 + 1 + (2 + 6 + 1));
    weighs({ record: { '': { record: {} } } }, 1);
  });

  test('[K12.3] a value nested over 200 deep is too large, regardless of its content', () => {
    const wrapped = (depth: number, wrap: (inner: Payload) => Payload, inner: Payload): Payload =>
      depth === 0 ? inner : wrapped(depth - 1, wrap, wrap(inner));
    const inList = (inner: Payload): Payload => ({ list: [inner] });
    const inRecord = (inner: Payload): Payload => ({ record: { a: inner } });
    for (const wrap of [inList, inRecord]) {
      expect(isTooLarge(wrapped(200, wrap, part), LIMIT)).toBe(false);
      expect(isTooLarge(wrapped(202, wrap, part), LIMIT)).toBe(true);
      expect(isTooLarge(wrapped(5_000, wrap, part), LIMIT)).toBe(true);
      // The depth of a value counts from its own level.
      expect(isTooLarge(wrapped(100, wrap, { value: nested(90) }), LIMIT)).toBe(false);
      expect(isTooLarge(wrapped(100, wrap, { value: nested(110) }), LIMIT)).toBe(true);
    }
  });

  test('[K12.3] the check reads no more than it needs to decide', () => {
    let looked = 0;
    const list = Array.from({ length: 1_000 }, () => ({
      get value() {
        looked += 1;
        return 'xxx';
      },
    }));
    const asRecord = Object.fromEntries(list.map((each, i) => [`k${i}`, each]));
    expect([isTooLarge({ list }, 50), isTooLarge({ record: asRecord }, 50)]).toEqual([true, true]);
    expect(looked).toBeLessThan(30);
  });
});
