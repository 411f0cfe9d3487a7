import { expect, test } from 'vitest';
import type { Json } from '../../../expression/index.ts';
import { createRandom, type Random } from '../../../testing/index.ts';
import type { GuideContext } from '../model/guide-context.ts';
import type { Condition } from '../model/schema.ts';
import { explainCondition } from './explain-condition.ts';
import { holds } from './holds.ts';
import { createLookUp } from './look-up.ts';
import { variablesIn } from './variables-in.ts';
import { verdictOf } from './verdict-of.ts';

test.each<Condition>([
  { or: [] },
  { not: {} },
  { var: 'x', in: [] },
  {
    and: [
      { var: 'x', equals: 'a' },
      { var: 'x', equals: 'b' },
    ],
  },
  {
    and: [
      { var: 'x', equals: 'a' },
      { var: 'x', not_equals: ' A' },
    ],
  },
  { and: [{ var: 'x', equals: 'a' }, { not: { var: 'x', equals: 'A' } }] },
  { var: 'x', equals: 'c', in: ['a', 'b'] },
  { var: 'x', gt: 5, lt: 3 },
  { var: 'x', gt: 5, lt: 5 },
  { var: 'x', gt: 5, lte: 5 },
  { var: 'x', gte: 5, lte: 5, not_equals: '5' },
  { var: 'x', gt: 5, not: { var: 'x', gte: 2 } },
  { var: 'x', gt: 3, equals: '5', not: { var: 'x', equals: 5 } },
  { var: 'x', gt: 3, equals: 'large' },
  { var: 'x', gt: 3, contains: '5' },
  { var: 'x', equals: 'small', contains: 'large' },
  { var: 'x', startsWith: 'a', and: [{ var: 'x', startsWith: 'b' }] },
  { var: 'x', endsWith: 'ab', and: [{ var: 'x', endsWith: 'bb' }] },
  { and: [{ var: 'x', matches: 'a+' }, { not: { var: 'x', matches: 'a+' } }] },
  { and: [{ var: 'x' }, { not: { var: 'x' } }] },
  { and: [{ var: 'x', equals: 'yes' }, { not: { var: 'x' } }] },
  {
    or: [
      { var: 'x', gt: 5, lt: 3 },
      { var: 'y', in: [] },
    ],
  },
  {
    and: [
      { var: 'x', in: ['a', 'b'] },
      {
        or: [
          { var: 'x', equals: 'c' },
          { var: 'x', equals: 'd' },
        ],
      },
    ],
  },
  {
    and: [{ or: [{ var: 'x', gt: 1 }, { var: 'y' }] }, { not: { or: [{ var: 'x', gt: 1 }, { var: 'y' }] } }],
  },
])('[U1.4] %j can never hold, and its negation always does', (condition) => {
  expect(verdictOf(condition)).toBe('never');
  expect(verdictOf({ not: condition })).toBe('always');
});

test.each<Condition>([
  { var: 'x' },
  { var: 'x', gt: 3, lt: 5 },
  { var: 'x', gte: 5, lte: 5 },
  { var: 'x', equals: '5', gt: 3 },
  {
    and: [
      { var: 'x', equals: 'yes' },
      { var: 'x', equals: '1' },
    ],
  },
  {
    and: [
      { var: 'x', equals: 5 },
      { var: 'x', equals: '5.0' },
      { var: 'x', startsWith: '5.' },
    ],
  },
  { var: 'x', equals: 'a', contains: 'a ' },
  { var: 'x', equals: ['yes'], and: [{ var: 'x', equals: ['1'] }] },
  {
    or: [
      { var: 'x', gt: 5 },
      { var: 'x', lte: 5 },
    ],
  },
  { and: [{ var: 'a' }, { not: { var: 'a.b' } }] },
  { var: 'x', startsWith: 'ab', endsWith: 'b', and: [{ var: 'x', startsWith: 'a' }] },
])('[U1.4] %j depends on the context', (condition) => {
  expect(verdictOf(condition)).toBe('depends');
});

test('[U1.4] a condition that is too complex to decide depends', () => {
  const pairs = Array.from({ length: 12 }, (_, at) => ({ or: [{ var: `a${at}` }, { var: `b${at}` }] }));
  expect(verdictOf({ and: pairs })).toBe('depends');
  expect(verdictOf({ and: [...pairs, { or: [] }] })).toBe('never');
});

const values: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  5,
  5.5,
  '',
  ' ',
  '0',
  '1',
  '1.0',
  '5',
  ' 5.0',
  'yes',
  'NO',
  'a',
  ' A ',
  'ab',
  'b a',
  [],
  ['a'],
  ['yes'],
  ['1'],
  [true],
  [5, 'a'],
  {},
  { a: null },
  { a: '1' },
  { a: 'yes' },
];
const names = ['x', 'y', 'x.a', 'z'];
const parts = ['', 'a', 'b', 'a ', ' a', '5', 'B A', '.0'];

function randomCondition(random: Random, depth: number): Condition {
  const condition: { -readonly [key in keyof Condition]: Condition[key] } = {};
  if (depth === 0 || random.chance(0.6)) {
    condition.var = random.pick(names);
    for (let left = random.int(3); left > 0; left--) addOperator(condition, random);
    if (depth === 0 || random.chance(0.7)) return condition;
  }
  const some = () => Array.from({ length: random.int(4) }, () => randomCondition(random, depth - 1));
  if (random.chance(0.5)) condition.and = some();
  if (random.chance(0.5)) condition.or = some();
  if (random.chance(0.4)) condition.not = randomCondition(random, depth - 1);
  return condition;
}

function addOperator(
  condition: { -readonly [key in keyof Condition]: Condition[key] },
  random: Random,
): void {
  const operator = random.pick(['equals', 'not_equals', 'contains'] as const);
  const bound = random.pick(['gt', 'gte', 'lt', 'lte'] as const);
  const ofText = random.pick(['startsWith', 'endsWith', 'matches'] as const);
  switch (random.int(5)) {
    case 0:
      condition[operator] = random.pick(values);
      return;
    case 1:
      condition[bound] = random.pick([0, 1, 5, 5.5]);
      return;
    case 2:
      condition[ofText] = random.pick(parts);
      return;
    case 3:
      condition.in = Array.from({ length: random.int(4) }, () => random.pick(values));
      return;
    default:
      condition.contains = random.pick(parts);
  }
}

function randomContext(random: Random): GuideContext {
  return Object.fromEntries(
    ['x', 'y'].filter(() => random.chance(0.9)).map((name) => [name, random.pick(values)]),
  );
}

test.each([1, 2, 3])('[U1.4] “never” and “always” are right in any context (seed %i)', (seed) => {
  const random = createRandom(seed);
  const counts = { never: 0, always: 0, depends: 0 };
  for (let round = 0; round < 1_500; round++) {
    const condition = randomCondition(random, 2);
    const verdict = verdictOf(condition);
    counts[verdict] += 1;
    if (verdict === 'depends') continue;
    for (let tries = 0; tries < 40; tries++) {
      const context = randomContext(random);
      const held = holds(condition, createLookUp(context));
      if (held !== (verdict === 'always')) expect({ condition, context, held }).toBe(verdict);
    }
  }
  // The check is meaningful only if both verdicts occur.
  expect(Math.min(counts.never, counts.always)).toBeGreaterThan(30);
});

test.each([4, 5])('[U3.1] and, or and not follow the laws of logic (seed %i)', (seed) => {
  const random = createRandom(seed);
  for (let round = 0; round < 600; round++) {
    const lookUp = createLookUp(randomContext(random));
    const [a, b] = [randomCondition(random, 2), randomCondition(random, 1)];
    const both = holds(a, lookUp) && holds(b, lookUp);
    expect(holds({ not: a }, lookUp)).toBe(!holds(a, lookUp));
    expect(holds({ and: [a, b] }, lookUp)).toBe(both);
    expect(holds({ not: { or: [{ not: a }, { not: b }] } }, lookUp)).toBe(both);
    expect(holds({ or: [b, a] }, lookUp)).toBe(holds(a, lookUp) || holds(b, lookUp));
  }
});

test.each([6, 7])(
  '[U3.2] a condition that does not hold has a reason, and one that holds has none (seed %i)',
  (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 600; round++) {
      const condition = randomCondition(random, 2);
      const lookUp = createLookUp(randomContext(random));
      const held = holds(condition, lookUp);
      expect(explainCondition(condition, lookUp) === '').toBe(held);
    }
  },
);

test('[U3.1] the value of a condition follows from its variables alone', () => {
  const random = createRandom(8);
  for (let round = 0; round < 500; round++) {
    const condition = randomCondition(random, 2);
    const lookUp = createLookUp(randomContext(random));
    const asked = new Set<string>();
    const noting = (name: string): Json | undefined => {
      asked.add(name);
      return lookUp(name);
    };
    holds(condition, Object.assign(noting, { effort: lookUp.effort }));
    expect([...asked].filter((name) => !variablesIn(condition).includes(name))).toEqual([]);
  }
});

test('[U1.4] conditions of any size get a verdict', () => {
  const many = (count: number, of: (at: number) => Condition): Condition[] =>
    Array.from({ length: count }, (_, at) => of(at));
  const numbers = Array.from({ length: 5_000 }, (_, at) => at);
  const huge: readonly Condition[] = [
    { and: many(20_000, (at) => ({ var: 'x', not_equals: at })) },
    { and: many(150, (at) => ({ or: [{ var: `a${at}` }, { var: 'x', equals: at }] })) },
    { and: many(100, () => ({ var: 'x', in: numbers })) },
    {
      or: many(90, (at) => ({
        and: [
          { var: 'x', equals: `x${at}` },
          { var: 'x', not_equals: `X${at} ` },
        ],
      })),
    },
  ];
  expect(huge.map(verdictOf)).toEqual(['depends', 'depends', 'depends', 'never']);
});
