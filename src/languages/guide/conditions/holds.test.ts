import { expect, test } from 'vitest';
import type { Json } from '../../../expression/index.ts';
import type { Condition } from '../model/schema.ts';
import { explainCondition } from './explain-condition.ts';
import { holds, holdsOrUnknown } from './holds.ts';
import { createLookUp } from './look-up.ts';

const holdsFor = (condition: Condition, x: Json | undefined): boolean =>
  holds(condition, createLookUp(x === undefined ? {} : { x }));

/** Value of x by the operand; only equal pairs. */
const equal: readonly (readonly [Json | undefined, Json])[] = [
  ['large', 'large'],
  ['  Large\n', 'large'],
  ['large', ' LARGE'],
  [5, 5],
  ['5', 5],
  [' 5.0 ', 5],
  [5, '5'],
  [true, true],
  ['yes', true],
  ['1', true],
  ['TRUE ', true],
  [true, 'Yes'],
  ['no', false],
  ['0', false],
  [false, 'false'],
  [null, null],
  [undefined, null],
  ['', '  '],
  [
    ['a', 1],
    ['A ', '1'],
  ],
  [{ a: [true] }, { a: ['yes'] }],
  [{ a: 1, b: null }, { a: 1 }],
];

const different: readonly (readonly [Json | undefined, Json])[] = [
  ['large', 'small'],
  [5, 6],
  ['five', 5],
  ['', 0],
  ['0x5', 5],
  ['Infinity', 5],
  [1, true],
  [0, false],
  ['maybe', true],
  ['maybe', false],
  [undefined, false],
  [undefined, ''],
  [null, 0],
  ['null', null],
  [['a'], 'a'],
  [['a'], ['a', 'b']],
  [
    ['a', 'b'],
    ['b', 'a'],
  ],
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ 0: 'a' }, ['a']],
  [[], {}],
  [{ toString: 1 }, {}],
];

test.each(equal)('[U3.1] %j equals %j, in both directions', (value, other) => {
  expect(holdsFor({ var: 'x', equals: other }, value)).toBe(true);
  expect(holdsFor({ var: 'x', not_equals: other }, value)).toBe(false);
  expect(holdsFor({ var: 'x', in: ['another', other] }, value)).toBe(true);
  expect(holdsFor({ var: 'x', equals: value ?? null }, other)).toBe(true);
});

test.each(different)('[U3.1] %j does not equal %j, in both directions', (value, other) => {
  expect(holdsFor({ var: 'x', equals: other }, value)).toBe(false);
  expect(holdsFor({ var: 'x', not_equals: other }, value)).toBe(true);
  expect(holdsFor({ var: 'x', in: [other] }, value)).toBe(false);
  expect(holdsFor({ var: 'x', equals: value ?? null }, other)).toBe(false);
});

const samples: readonly (Json | undefined)[] = [
  'Alpha beta',
  '5',
  5,
  6,
  true,
  null,
  undefined,
  ['beta', '5'],
  {},
];

/** By operator, the samples for which it holds. */
test.each<[Condition, readonly (Json | undefined)[]]>([
  [{ gt: 5 }, [6]],
  [{ gte: 5 }, [5, 6]],
  [{ lt: 6 }, [5]],
  [{ lte: 6 }, [5, 6]],
  [{ contains: 'BETA' }, ['Alpha beta', ['beta', '5']]],
  [{ contains: 5 }, ['5', ['beta', '5']]],
  [{ contains: 'bet' }, ['Alpha beta']],
  [{ contains: null }, []],
  [{ startsWith: 'alpha ' }, ['Alpha beta']],
  [{ startsWith: 'beta' }, []],
  [{ endsWith: 'Beta' }, ['Alpha beta']],
  [{ endsWith: 'alpha' }, []],
  [{ matches: '^ALPHA\\s' }, ['Alpha beta']],
  [{ matches: '^\\d$' }, ['5']],
  [{ matches: '(' }, []],
  [{ in: [] }, []],
  [{ in: [5, null] }, ['5', 5, null, undefined]],
  [{}, ['Alpha beta', '5', 5, 6, true, ['beta', '5']]],
])('[U3.1] %j holds only for fitting values of its type', (operators, fitting) => {
  expect(samples.filter((sample) => holdsFor({ var: 'x', ...operators }, sample))).toEqual(fitting);
});

test.each<[Json | undefined, boolean]>([
  ['', false],
  ['  ', false],
  ['x', true],
  ['false', false],
  [' No', false],
  ['0.0', false],
  ['00', false],
  ['null', true],
  [0, false],
  [-1, true],
  [[], false],
  [[0], true],
  [{}, false],
  [{ a: null }, true],
])('[U3.1] a variable alone: %j is something: %j', (value, something) => {
  expect(holdsFor({ var: 'x' }, value)).toBe(something);
});

test('[U3.1] surrounding space is ignored for the start and the end of a text', () => {
  expect(holdsFor({ var: 'x', startsWith: ' lar' }, '\nLarge')).toBe(true);
  expect(holdsFor({ var: 'x', endsWith: 'ge\n' }, 'Large  ')).toBe(true);
  expect(holdsFor({ var: 'x', startsWith: 'large ' }, 'larger')).toBe(false);
});

test('[U3.1] all operators must hold, next to each other and next to and, or, not', () => {
  const range: Condition = { var: 'x', gt: 3, lt: 6, not_equals: 5 };
  expect([3, 4, 5, 6].filter((x) => holdsFor(range, x))).toEqual([4]);
  const mixed: Condition = {
    var: 'x',
    gte: 0,
    and: [{ var: 'x', lte: 9 }],
    or: [
      { var: 'x', lt: 3 },
      { var: 'x', gt: 6 },
    ],
    not: { var: 'x', equals: 8 },
  };
  expect([-1, 2, 4, 8, 9, 10].filter((x) => holdsFor(mixed, x))).toEqual([2, 9]);
  expect(holdsFor({ var: 'x', not: { var: 'x', equals: 5 } }, 0)).toBe(false);
});

test('[U3.1] an empty “and” holds and an empty “or” does not', () => {
  expect(holdsFor({ and: [] }, 1)).toBe(true);
  expect(holdsFor({ or: [] }, 1)).toBe(false);
  expect(holdsFor({}, 1)).toBe(true);
  expect(holdsFor({ not: {} }, 1)).toBe(false);
});

test('[U3.1] an unknown operator never holds, nor an operator without a variable', () => {
  for (const odd of [
    '{"var":"x","above":1}',
    '{"var":"x","isSomething":null}',
    '{"var":"x","__proto__":1}',
  ]) {
    expect(holdsFor(JSON.parse(odd), 5)).toBe(false);
  }
  expect(holdsFor({ equals: null }, 5)).toBe(false);
  expect(holdsFor({ not_equals: 1 }, 5)).toBe(false);
});

test('[U3.1] values of the wrong type in a condition do not throw', () => {
  for (const odd of [
    '{"var":"x","gt":"1"}',
    '{"var":"x","in":5}',
    '{"var":"x","matches":5}',
    '{"var":"x","contains":{}}',
  ]) {
    for (const sample of samples) expect(holdsFor(JSON.parse(odd), sample)).toBe(false);
  }
});

test('[U3.1] a hostile pattern on a long text returns within the effort limit', () => {
  const long = 'a'.repeat(100_000);
  expect(holdsFor({ var: 'x', matches: '^(a+)+$' }, `${long}!`)).toBe(false);
  const costly = { var: 'x', matches: '(x{0,30}){0,30}$' };
  expect(() => holdsFor(costly, long.repeat(20))).toThrow(/text of 2000000 characters is too long/);
  expect(holdsOrUnknown(costly, createLookUp({ x: long.repeat(20) }))).toBe(true);
  expect(explainCondition(costly, createLookUp({ x: long.repeat(20) }))).toBe('the condition does not hold');
});

test('[U3.1] all conditions of one lookup share the effort limit', () => {
  const lookUp = createLookUp({ x: 'a'.repeat(1_000) }, {}, { left: 50_000 });
  const condition = { var: 'x', matches: 'b+c' };
  let rounds = 0;
  const again = (): void => {
    while (rounds < 1_000) {
      holds(condition, lookUp);
      rounds += 1;
    }
  };
  expect(again).toThrow(/too long/);
  expect(rounds).toBeGreaterThan(0);
});

test('[U3.1] a variable is found by its key, otherwise by its path; inherited properties are not', () => {
  const context: { readonly [name: string]: Json } = {
    'a.b': 'key',
    a: { b: 'path', c: [{ d: 'deep' }, null], text: 'abc' },
    item: 'outer',
    nothing: null,
  };
  const lookUp = createLookUp(context, { item: { name: 'inner' }, currentIndex: 0 });
  const found = (...names: readonly string[]) => names.map((name) => lookUp(name));
  expect(found('a.b', 'a.c.0.d', 'a.c.length', 'item.name', 'currentIndex', 'nothing')).toEqual([
    'key',
    'deep',
    2,
    'inner',
    0,
    null,
  ]);
  const absent = [
    'a.x',
    'a.c.2.d',
    'a.c.1.d',
    'a.c.-1',
    'a.text.0',
    'a.text.length',
    'nothing.x',
    'item.x',
    '',
    '.',
  ];
  expect(found(...absent)).toEqual(absent.map(() => undefined));
  expect(
    found('toString', '__proto__', 'a.constructor', 'a.__proto__.x', 'a.c.map', 'constructor.name'),
  ).toEqual(Array.from({ length: 6 }, () => undefined));
  expect(createLookUp({ item: { name: 'outer' } }, { item: 'inner' })('item.name')).toBeUndefined();
});
