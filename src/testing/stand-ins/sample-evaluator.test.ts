import { expect, test } from 'vitest';
import type { Json } from '../../kernel/model/json.ts';
import { expr, sampleEvaluator } from './sample-evaluator.ts';

const variables: { readonly [name: string]: Json } = { x: 3, flag: true, list: [7, 8], nothing: null };
const names = [...Object.keys(variables), 'unset'];

function evaluate(source: Json): Json {
  const compiled = sampleEvaluator.compile(
    source,
    (name) => {
      const reference = names.indexOf(name);
      return reference < 0 ? undefined : reference;
    },
    undefined,
  );
  return compiled({ at: 1234, effort: { left: 0 }, get: (reference) => variables[names[reference] ?? ''] });
}

test.each<[Json, Json]>([
  [['lit', { a: [1] }], { a: [1] }],
  [['get', 'x'], 3],
  [['get', 'nothing'], null],
  [['get?', 'x', 9], 3],
  [['get?', 'unset', 9], 9],
  [['get?', 'nothing', 9], null],
  [['add', ['get', 'x'], ['lit', 2]], 5],
  [['lt', ['get', 'x'], ['lit', 4]], true],
  [['lt', ['get', 'x'], ['lit', 3]], false],
  [['eq', ['lit', { a: 1, b: [2] }], ['lit', { b: [2], a: 1 }]], true],
  [['eq', ['lit', [1, 2]], ['lit', [1]]], false],
  [['eq', ['lit', null], ['lit', 0]], false],
  [['not', ['get', 'flag']], false],
  [['and', ['get', 'flag'], ['lit', true]], true],
  [['and', ['lit', false], ['throw', 'never looked at']], false],
  [
    ['list', ['get', 'x'], ['lit', 'a']],
    [3, 'a'],
  ],
  [
    ['range', ['lit', 3]],
    [0, 1, 2],
  ],
  [['object', [['k', ['get', 'x']]]], { k: 3 }],
  [['at', ['get', 'list'], ['lit', 1]], 8],
  [['size', ['get', 'list']], 2],
  [['now'], 1234],
])('%j gives %j', (source, value) => {
  expect(evaluate(source)).toEqual(value);
});

test.each<[Json, string]>([
  [['get', 'unset'], 'unset is unset'],
  [['throw', 'as told'], 'as told'],
  [['add', ['get', 'flag'], ['lit', 1]], 'Not a number: true'],
  [['add', ['lit', Number.MAX_VALUE], ['lit', Number.MAX_VALUE]], 'Out of range'],
  [['and', ['lit', 1], ['lit', true]], 'Neither true nor false: 1'],
  [['size', ['get', 'x']], 'Not a list: 3'],
  [['at', ['get', 'list'], ['lit', 2]], 'No element 2'],
  [['range', ['lit', -1]], 'Not a count: -1'],
])('%j has no value: %s', (source, message) => {
  expect(() => evaluate(source)).toThrow(message);
});

test.each<[Json, string]>([
  ['x', 'Not an expression'],
  [['sum'], 'Unknown operator'],
  [['get', 'unknown'], 'Unknown name: unknown'],
  [['add', ['lit', 1]], 'An operand is missing'],
])('%j does not compile: %s', (source, message) => {
  expect(() => sampleEvaluator.compile(source, () => undefined, undefined)).toThrow(message);
});

test('an expression lists the names that it reads, once each', () => {
  const source: Json = [
    'object',
    [
      ['k', ['add', ['get', 'x'], ['get?', 'b', 0]]],
      ['lit', ['get', 'x']],
    ],
  ];
  expect(expr(source)).toEqual({ kind: 'eval', evaluator: 'sample', source, reads: ['b', 'x'] });
});
