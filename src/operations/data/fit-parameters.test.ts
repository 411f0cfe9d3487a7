import { expect, test } from 'vitest';
import type { Json, Type } from '../../expression/index.ts';
import type { Parameter } from '../../languages/index.ts';
import { fitParameters } from './fit-parameters.ts';

const parameter = (name: string, type: Type, more: Partial<Parameter> = {}): Parameter => ({
  name,
  type,
  typeName: type.kind,
  required: false,
  default: undefined,
  example: undefined,
  description: '',
  ...more,
});

const parameters = [
  parameter('text', { kind: 'string' }),
  parameter('whole', { kind: 'int' }),
  parameter('part', { kind: 'number' }),
  parameter('flag', { kind: 'bool' }),
  parameter('day', { kind: 'date' }),
  parameter('list', { kind: 'list', of: { kind: 'any' } }),
  parameter('map', { kind: 'object', fields: [], open: true }),
  parameter('free', { kind: 'any' }),
];

test.each<[string, string, Json]>([
  ['text', '7', '7'],
  ['text', '', ''],
  ['whole', '-7', -7],
  ['part', '1.5e3', 1500],
  ['flag', 'yes', true],
  ['day', ' 2026-03-01 ', '2026-03-01'],
  ['day', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'],
  ['list', '[a, 1, {b: true}]', ['a', 1, { b: true }]],
  ['map', '{"a": [1]}', { a: [1] }],
  ['map', 'a: 1', { a: 1 }],
  ['free', '7', 7],
  ['free', 'a: [', 'a: ['],
])('[T5] the text of a %s: “%s” is parsed by its type', (name, text, expected) => {
  expect(fitParameters(parameters, { values: {}, texts: { [name]: text } })).toEqual({
    kind: 'fitted',
    params: { [name]: expected },
  });
});

test.each<[string, string]>([
  ['whole', '1.5'],
  ['whole', '0x10'],
  ['part', 'Infinity'],
  ['flag', 'perhaps'],
  ['day', '2026-02-29'],
  ['list', 'a, b'],
  ['list', '[a'],
  ['map', '[1]'],
])('[T5] a %s is not “%s”', (name, text) => {
  const fitted = fitParameters(parameters, { values: {}, texts: { [name]: text } });
  expect(fitted).toMatchObject({
    kind: 'mismatches',
    problems: [{ path: name, message: expect.stringContaining(`“${name}”`) }],
  });
});

test('[T5] values are validated against their types, and missing required parameters are named with an example', () => {
  const needed = [
    ...parameters,
    parameter('must', { kind: 'int' }, { required: true, example: 4 }),
    parameter('has', { kind: 'int' }, { required: true, default: 3 }),
  ];
  expect(fitParameters(needed, { values: { whole: '7', must: 1 }, texts: {} })).toEqual({
    kind: 'mismatches',
    problems: [
      {
        path: 'whole',
        rule: 'wrong-type',
        message: '“whole” (int) is a whole number, such as 1; this is "7".',
        expected: 'a whole number, such as 1',
        actual: '"7"',
      },
    ],
  });
  expect(fitParameters(needed, { values: {}, texts: {} })).toEqual({
    kind: 'mismatches',
    problems: [
      {
        path: 'must',
        rule: 'missing-parameter',
        message: '“must” (int) is missing: a whole number, such as 4.',
        expected: 'a whole number, such as 4',
        actual: 'nothing',
      },
    ],
  });
});

test('[T5] a typed text takes precedence over a value, and names that every object has are not parameters', () => {
  expect(fitParameters(parameters, { values: { whole: 1 }, texts: { whole: '2' } })).toEqual({
    kind: 'fitted',
    params: { whole: 2 },
  });
  const hostile = JSON.parse('{"__proto__": 1, "constructor": 2}');
  expect(fitParameters(parameters, { values: hostile, texts: {} })).toMatchObject({
    problems: [{ path: '__proto__' }, { path: 'constructor' }],
  });
});

test('[T5] of a long invalid value only the beginning is shown', () => {
  const fitted = fitParameters(parameters, { values: { whole: 'x'.repeat(100_000) }, texts: {} });
  if (fitted.kind !== 'mismatches') throw new Error('It fits.');
  const [problem] = fitted.problems;
  expect(problem?.actual).toMatch(/^"x{199}…$/);
  expect(problem?.message.length).toBeLessThan(400);
});
