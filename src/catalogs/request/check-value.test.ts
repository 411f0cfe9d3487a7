import { describe, expect, test } from 'vitest';
import type { Json } from '../../expression/index.ts';
import { createApiDocument } from '../document/api-document.ts';
import { checkValue } from './check-value.ts';

const problems = (schema: Json, value: Json, root: Json = {}): readonly string[] =>
  checkValue(createApiDocument(root), schema, value, { path: 'a' }).map(
    ({ path, message }) => `${path} ${message}`,
  );

const cases: readonly (readonly [schema: Json, good: readonly Json[], bad: Json, problem: string])[] = [
  [{ type: 'string' }, ['', 'x'], 1, 'a must be a text, but is 1'],
  [{ type: 'integer' }, [0, -1], 1.5, 'a must be an integer, but is 1.5'],
  [{ type: 'number' }, [0, 1.5], '1', 'a must be a number, but is "1"'],
  [{ type: ['string', 'null'] }, ['x', null], true, 'a must be a text or null, but is true'],
  [{ type: 'string', nullable: true }, [null], false, 'a must be a text, but is false'],
  [
    { enum: ['a', { b: [1] }] },
    ['a', { b: [1] }],
    { b: [2] },
    'a must be one of "a", {"b":[1]}, but is an object',
  ],
  [{ const: 3 }, [3], 4, 'a must be one of 3, but is 4'],
  [{ minimum: 1, maximum: 3 }, [1, 3], 0, 'a must be at least 1, but is 0'],
  [{ exclusiveMinimum: 1 }, [2], 1, 'a must be more than 1, but is 1'],
  [{ maximum: 3, exclusiveMaximum: true }, [2], 3, 'a must be less than 3, but is 3'],
  [{ multipleOf: 0.1 }, [0.3, 1], 0.25, 'a must be a multiple of 0.1, but is 0.25'],
  [{ minLength: 2, maxLength: 3 }, ['😀😀', '東京都'], 'x', 'a must have at least 2 characters, but has 1'],
  [{ pattern: '^[a-z]+$' }, ['abc'], 'aBc', 'a must match ^[a-z]+$'],
  [{ pattern: '(?=x)' }, ['anything'], 1, ''],
  [{ maxItems: 1 }, [[], [1]], [1, 2], 'a must have at most 1 entries, but has 2'],
  [{ items: { type: 'integer' } }, [[1, 2]], [1, 'x'], 'a[1] must be an integer, but is "x"'],
  [{ prefixItems: [{ type: 'string' }], items: false }, [['x']], ['x', 1], 'a[1] is not allowed'],
  [{ required: ['b'] }, [{ b: null }], {}, 'a.b is missing'],
  [{ required: ['b'], properties: { b: { readOnly: true } } }, [{}], 1, ''],
  [
    { properties: { b: {} }, additionalProperties: false, patternProperties: { '^x-': { type: 'string' } } },
    [{ b: 1, 'x-y': 'z' }],
    { c: 1 },
    'a.c is not known. Known: b',
  ],
  [
    { additionalProperties: { type: 'boolean' } },
    [{ b: true }],
    { b: 1 },
    'a.b must be true or false, but is 1',
  ],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1, 2], 3, 'a must be at most 2, but is 3'],
  [
    { anyOf: [{ type: 'string' }, { type: 'object', required: ['b', 'c'] }] },
    ['x', { b: 1, c: 1 }],
    { b: 1 },
    'a must be a text, but is an object',
  ],
  [{ not: { type: 'string' } }, [1], 'x', 'a has a form that is excluded'],
  // A format is not validated, so nothing is known of its opposite.
  [{ not: { type: 'string', format: 'ipv4' } }, ['x', 1], 'y', ''],
  [{ $ref: '#/x' }, [1], 'x', ''],
];

describe('values', () => {
  test.each(cases)('[H6.2] %j', (schema, good, bad, problem) => {
    for (const value of good) expect(problems(schema, value)).toEqual([]);
    expect(problems(schema, bad)).toEqual(problem === '' ? [] : [problem]);
  });

  test('[H6.2] all problems are reported, each at its place', () => {
    const schema = { properties: { b: { type: 'array', items: { required: ['c'] } }, d: { maximum: 1 } } };
    expect(problems(schema, { b: [{}, { c: 1 }, {}], d: 2 })).toEqual([
      'a.b[0].c is missing',
      'a.b[2].c is missing',
      'a.d must be at most 1, but is 2',
    ]);
  });

  test('[H6.2] a field that only responses have is not required, whichever part of a schema says so', () => {
    const root = { Base: { properties: { id: { $ref: '#/Id' } }, required: ['id'] }, Id: { readOnly: true } };
    expect(problems({ allOf: [{ $ref: '#/Base' }, { required: ['id', 'name'] }] }, {}, root)).toEqual([
      'a.name is missing',
    ]);
    expect(problems({ $ref: '#/Base', nullable: true }, null, root)).toEqual([]);
  });

  test('[H6.2] a field may be called like a member of every object', () => {
    const schema = { required: ['constructor'], properties: { toString: { type: 'integer' } } };
    expect(problems(schema, JSON.parse('{"__proto__":1}'))).toEqual(['a.constructor is missing']);
    expect(problems(schema, JSON.parse('{"constructor":1,"toString":"x"}'))).toEqual([
      'a.toString must be an integer, but is "x"',
    ]);
  });
});

describe('hostile documents', () => {
  test('[C2] a reference to itself, and one to nothing, allow everything', () => {
    const root = { a: { $ref: '#/b' }, b: { $ref: '#/a' } };
    expect(problems({ $ref: '#/a' }, 1, root)).toEqual([]);
    expect(problems({ $ref: 'https://intern.example/x.json' }, 1)).toEqual([]);
  });

  test('[C2] references that multiply at every level end', () => {
    const both = [{ $ref: '#/a' }, { $ref: '#/a' }];
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      expect(problems({ $ref: '#/a' }, 1, { a: { [keyword]: both } })).toEqual([]);
    const levels = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`l${at}`, { allOf: Array(9).fill({ $ref: `#/l${at + 1}` }) }]),
    );
    expect(
      problems({ $ref: '#/l0' }, 'x', { ...levels, l60: { type: 'integer' } }).length,
    ).toBeLessThanOrEqual(50);
  });

  test('[C2] long texts, many patterns and many alternatives cost a limited effort', () => {
    const patterns = Array.from({ length: 50 }, (_, at) => ({ pattern: `(a|b|c${at})+d$` }));
    expect(problems({ anyOf: [...patterns, {}] }, 'abc'.repeat(300_000))).toEqual([]);
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${at}`, at]));
    expect(problems({ anyOf: Array(200).fill({ type: 'object', required: ['x'] }) }, wide)).toEqual([]);
  });

  test('[C2] a deep value of a recursive schema is validated to its limit', () => {
    const root = { tree: { properties: { inner: { $ref: '#/tree' } }, required: ['name'] } };
    let value: Json = {};
    for (let depth = 0; depth < 5_000; depth++) value = { inner: value };
    expect(problems({ $ref: '#/tree' }, value, root)).toHaveLength(50);
  });
});
