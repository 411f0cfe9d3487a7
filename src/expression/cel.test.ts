/** Compares random expressions of the common subset with an implementation of CEL. */
import { Environment } from '@marcbachmann/cel-js';
import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../testing/index.ts';
import { evaluate, type Json, parseExpression } from './index.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 20260301);
const times = process.env['SIGNALBOX_LONG'] === '1' ? 40_000 : 2_000;

const values = {
  n: 3,
  m: -2.5,
  s: 'abc',
  w: 'abcabd',
  t: true,
  f: false,
  l: [1, 2, 3.5],
  k: ['abc', 'x', ''],
  o: { a: 1, b: { c: 'x' }, list: [4, 5] },
};

/** One expression in both spellings: `@n` is `$n` here and `n` in CEL. */
type Kind = 'number' | 'text' | 'bool' | 'numbers' | 'texts';
type Make = (random: Random, depth: number) => string;

const leaves: Readonly<Record<Kind, readonly string[]>> = {
  number: ['0.0', '1.0', '2.5', '@n', '@m', '@l[0]', '@l[7]', '@o.a', '@o["a"]', '@o.zzz', '@o.list[1]'],
  text: ['""', '"abc"', '"b"', '"é😀"', '@s', '@w', '@o.b.c', '@k[1]', '@o.b.zzz'],
  bool: ['true', 'false', '@t', '@f'],
  numbers: ['[]', '[1.0, 2.0]', '@l', '@o.list'],
  texts: ['["abc", "b"]', '@k'],
};

const forms: Readonly<Record<Kind, readonly Make[]>> = {
  number: [
    (r, d) => `(${of('number', r, d)} ${r.pick(['+', '-', '*'])} ${of('number', r, d)})`,
    (r, d) => `-(${of('number', r, d)})`,
  ],
  text: [
    (r, d) => `(${of('text', r, d)} + ${of('text', r, d)})`,
    (r, d) => `string(${of(r.pick(['number', 'text', 'bool']), r, d)})`,
  ],
  bool: [
    (r, d) => `(${of('number', r, d)} ${r.pick(comparisons)} ${of('number', r, d)})`,
    (r, d) => `(${of('text', r, d)} ${r.pick(comparisons)} ${of('text', r, d)})`,
    (r, d) => `(size(${of(r.pick(['text', 'numbers', 'texts']), r, d)}) ${r.pick(comparisons)} ${r.int(6)})`,
    (r, d) => `(${of('numbers', r, d)} ${r.pick(['==', '!='])} ${of('numbers', r, d)})`,
    (r, d) => `(${of('bool', r, d)} ${r.pick(['&&', '||', '==', '!='])} ${of('bool', r, d)})`,
    (r, d) => `!(${of('bool', r, d)})`,
    (r, d) => `(${of('number', r, d)} in ${of('numbers', r, d)})`,
    (r, d) => `(${of('text', r, d)} in ${r.pick([of('texts', r, d), '@o'])})`,
    (r, d) => `${of('text', r, d)}.${r.pick(['contains', 'startsWith', 'endsWith'])}(${of('text', r, d)})`,
    (r, d) => `${of('text', r, d)}.matches(${r.pick(['"b"', '"^a.*d$"', '"(a|x)+"', '"^$"'])})`,
  ],
  numbers: [
    (r, d) => `(${of('numbers', r, d)} + ${of('numbers', r, d)})`,
    (r, d) => `[${of('number', r, d)}, ${of('number', r, d)}]`,
  ],
  texts: [(r, d) => `[${of('text', r, d)}, ${of('text', r, d)}]`],
};

const comparisons = ['==', '!=', '<', '<=', '>', '>='];

const of = (kind: Kind, random: Random, depth: number): string =>
  depth <= 0 || random.chance(0.15) ? random.pick(leaves[kind]) : random.pick(forms[kind])(random, depth - 1);

type Outcome = { readonly value: Json } | 'error';

function ours(text: string): Outcome {
  const result = evaluate(parseExpression(text.replaceAll('@', '$')), values, 0);
  return result.kind === 'value' ? { value: result.value } : 'error';
}

const cel = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false });

function theirs(text: string): Outcome {
  try {
    return { value: plain(cel.evaluate(text.replaceAll('@', ''), values)) };
  } catch {
    return 'error';
  }
}

/** CEL has a separate integer type, and JSON has no negative zero. */
function plain(value: unknown): Json {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return value + 0;
  if (Array.isArray(value)) return value.map(plain);
  return value as Json;
}

/** Intended differences, with the reason. */
const differences: readonly { text: string; ours: Outcome; theirs: Outcome; because: string }[] = [
  {
    text: '1 / 2',
    ours: { value: 0.5 },
    theirs: { value: 0 },
    because: 'there is one number type, and `/` divides',
  },
  { text: '1 + 1.5', ours: { value: 2.5 }, theirs: 'error', because: 'there is one number type' },
  { text: '1 == 1.0', ours: { value: true }, theirs: 'error', because: 'there is one number type' },
  { text: '5.0 % 2.0', ours: { value: 1 }, theirs: 'error', because: 'there is one number type' },
  {
    text: '"1" == 1',
    ours: { value: false },
    theirs: 'error',
    because: 'values of two types are not equal; the check reports it',
  },
  { text: '"a" && true', ours: { value: true }, theirs: 'error', because: 'every value is true or false' },
  {
    text: '1.0 / 0.0',
    ours: 'error',
    theirs: { value: Number.POSITIVE_INFINITY },
    because: 'JSON has no infinity',
  },
  {
    text: '1 / 0 == 1 || true',
    ours: 'error',
    theirs: { value: true },
    because: 'operands are evaluated from left to right',
  },
];

describe('compared with an implementation of CEL', () => {
  test(`[E8] random expressions have the same result, seed ${seed}`, () => {
    const random = createRandom(seed);
    let agreed = 0;
    for (let i = 0; i < times; i++) {
      const text = of(
        random.pick(['bool', 'bool', 'number', 'text', 'numbers']),
        random,
        random.between(1, 4),
      );
      const [mine, other] = [ours(text), theirs(text)];
      // CEL ignores an error on the left if the right side decides; here the left is evaluated first.
      if (mine === 'error' && /\|\||&&/.test(text)) continue;
      expect(mine, text).toEqual(other);
      if (mine !== 'error') agreed += 1;
    }
    expect(agreed).toBeGreaterThan(times / 3);
  });

  test.each(differences)('[E8] $text: $because', ({ text, ours: mine, theirs: other }) => {
    expect(ours(text)).toEqual(mine);
    expect(theirs(text)).toEqual(other);
  });
});
