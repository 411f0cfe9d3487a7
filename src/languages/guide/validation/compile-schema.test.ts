import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../expression/index.ts';
import { createRandom, type Random } from '../../../testing/stand-ins/seeded-random.ts';
import { checkSchema, compileSchema, type SchemaAnswer } from './compile-schema.ts';
import { createEffort } from './effort.ts';
import { formatPath } from './format-json.ts';
import { validExampleOfSchema } from './valid-example-of-schema.ts';

function check(schema: Json, data: Json): SchemaAnswer {
  const compiled = compileSchema(schema);
  if (compiled.kind === 'problem') throw new Error(compiled.message);
  return compiled.check(data, createEffort());
}

function faultsOf(schema: Json, data: Json): readonly string[] {
  const answer = check(schema, data);
  if (answer.kind === 'beyond') return [answer.message];
  return answer.faults.map(
    ({ kind, at, expected, actual }) => `${kind} ${formatPath(at)}: ${expected} / ${actual}`,
  );
}

describe('error messages', () => {
  const person = {
    type: 'object',
    properties: { name: { type: 'string', minLength: 2 }, age: { type: 'integer', minimum: 0 } },
    required: ['name'],
    additionalProperties: false,
  };
  test.each<[what: string, schema: Json, data: Json, said: readonly string[]]>([
    ['missing', person, {}, ['missing name: a text of at least 2 characters / nothing']],
    [
      'surplus',
      person,
      { name: 'Ada', x: 1 },
      ['surplus x: no such property; allowed are “name”, “age” / 1'],
    ],
    ['type', person, [], ['wrong : an object / an empty list']],
    ['types', { type: ['string', 'null'] }, 1, ['wrong : a text or null / 1']],
    ['short', person, { name: 'A' }, ['wrong name: a text of at least 2 characters / “A”, of 1']],
    ['bound', person, { name: 'Ada', age: -1 }, ['wrong age: a whole number of at least 0 / -1']],
    [
      'several',
      person,
      { age: 'x', y: 1 },
      [
        'missing name: a text of at least 2 characters / nothing',
        'surplus y: no such property; allowed are “name”, “age” / 1',
        'wrong age: a whole number / “x”',
      ],
    ],
    ['const', { const: 5 }, 6, ['wrong : exactly 5 / 6']],
    ['enum and type', { type: 'string', enum: ['a', 'b'] }, 5, ['wrong : one of “a”, “b” / 5']],
    ['place', { items: { items: { type: 'number' } } }, [[1], [2, 'x']], ['wrong [1][1]: a number / “x”']],
    [
      'name with spaces',
      { additionalProperties: { type: 'number' } },
      { 'a b': 'x' },
      ['wrong ["a b"]: a number / “x”'],
    ],
    [
      'same twice',
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      ['wrong : a list without duplicates / a list with duplicates'],
    ],
    ['unique', { uniqueItems: true }, [{ a: 1 }, { a: 2 }, 1, '1'], []],
    [
      'alternatives',
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
      true,
      ['wrong : a text or a number / true'],
    ],
    ['contains', { contains: { const: 1 } }, [2], ['wrong : a list that contains exactly 1 / a list of 1']],
    [
      'names',
      { propertyNames: { pattern: '^a' } },
      { b: 1 },
      ['wrong : an object without a property “b” / an object'],
    ],
    ['not', { not: { type: 'string' } }, 'x', ['wrong : anything but a text / “x”']],
    [
      'then',
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { if: { type: 'string' }, then: { minLength: 2 } },
      'x',
      ['wrong : a text of at least 2 characters / “x”, of 1'],
    ],
    ['nothing at all', { properties: { a: false } }, { a: 1 }, ['wrong a: no value / 1']],
    ['dependent', { dependentRequired: { a: ['b'] } }, { a: 1 }, ['missing b: a value / nothing']],
    ['formats are remarks', { format: 'email' }, 'x', []],
    ['formats that nobody knows', { format: 'no-such' }, 'x', []],
  ])('[U5.3] %s', (_, schema, data, said) => expect(faultsOf(schema, data)).toEqual(said));

  test('[U5.3] of alternatives the intended one is explained, if it is clear', () => {
    const shape = (kind: string, field: string, type: string) => ({
      properties: { kind: { const: kind }, [field]: { type } },
      required: ['kind', field],
    });
    const schema = {
      $defs: { circle: shape('circle', 'radius', 'number'), text: shape('text', 'words', 'string') },
      items: { oneOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/text' }] },
    };
    const data = [{ kind: 'circle', radius: 'x' }, { kind: 'text', words: 'x' }, { kind: 'text' }];
    expect(faultsOf(schema, data)).toEqual([
      'wrong [0].radius: a number / “x”',
      'missing [2].words: a text / nothing',
    ]);
    expect(faultsOf(schema, [{ kind: 'other' }])).toEqual([
      'wrong [0]: an object with “kind”, “radius” or an object with “kind”, “words” / an object',
    ]);
  });
});

describe('versions and references', () => {
  const list = { items: [{ type: 'string' }], additionalItems: false };
  test.each<[what: string, schema: Json, good: Json, bad: Json]>([
    ['draft-07', { $schema: 'http://json-schema.org/draft-07/schema#', ...list }, ['a'], ['a', 1]],
    ['draft-06', { $schema: 'http://json-schema.org/draft-06/schema#', ...list }, ['a'], ['a', 1]],
    ['a number that no JSON can write', { type: 'integer' }, 1, JSON.parse('1e400')],
    ['a list of items without a version', list, ['a'], [1]],
    [
      '2020-12',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ const: 1 }] },
      [1],
      [2],
    ],
    ['2019-09', { $schema: 'https://json-schema.org/draft/2019-09/schema', ...list }, ['a'], [1]],
    ['definitions', { definitions: { a: { type: 'string' } }, $ref: '#/definitions/a' }, 'a', 1],
    [
      'a place that is no keyword',
      { components: { 'a/b': { type: 'string' } }, $ref: '#/components/a~1b' },
      'a',
      1,
    ],
    ['an anchor', { $defs: { x: { $anchor: 'here', type: 'string' } }, $ref: '#here' }, 'a', 1],
    ['an old anchor', { definitions: { x: { $id: '#here', type: 'string' } }, $ref: '#here' }, 'a', 1],
    [
      'an id',
      { $id: 'https://a/b', $defs: { x: { $id: 'https://a/c', type: 'string' } }, $ref: 'https://a/c' },
      'a',
      1,
    ],
    [
      'a base inside',
      { properties: { a: { $id: 'https://a/c', $defs: { y: { type: 'string' } }, $ref: '#/$defs/y' } } },
      { a: 'x' },
      { a: 1 },
    ],
    ['beside a reference', { $defs: { a: { type: 'string' } }, $ref: '#/$defs/a', minLength: 2 }, 'ab', 'a'],
    [
      'itself, further inside',
      { properties: { a: { $ref: '#' }, b: { type: 'string' } } },
      { a: { a: {} } },
      { a: { b: 1 } },
    ],
    [
      'two patterns',
      { properties: { a: { pattern: '^x' }, b: { pattern: '^y' } } },
      { a: 'x', b: 'y' },
      { a: 'x', b: 'x' },
    ],
    [
      'evaluated',
      { properties: { a: true }, allOf: [{ properties: { b: true } }], unevaluatedProperties: false },
      { b: 1 },
      { c: 1 },
    ],
    [
      'a name as the meter has',
      { properties: { 'x-meter': { type: 'string' } }, 'x-meter': [0, 0] },
      {},
      { 'x-meter': 1 },
    ],
    ['a value that looks like a schema', { const: { $ref: '#/no', type: 5 } }, { $ref: '#/no', type: 5 }, {}],
  ])('[U5.1] %s', (_, schema, good, bad) => {
    expect(faultsOf(schema, good)).toEqual([]);
    expect(faultsOf(schema, bad)).toHaveLength(1);
  });
});

test.each<[what: string, schema: unknown, said: RegExp]>([
  ['an unknown type', { type: 'strin' }, /“type” must be one of “array”/],
  [
    'a wrong type inside',
    { properties: { a: { minLength: 'x' } } },
    /“properties\.a\.minLength” must be a whole number.*“x”/,
  ],
  ['no object', [], /must be an object/],
  ['look-ahead', { properties: { a: { pattern: '(?=x)' } } }, /“\(\?=x\)” at “#\/properties\/a”: Look-ahead/],
  ['look-ahead in a name', { patternProperties: { '(?!x)': true } }, /Look-ahead/],
  ['another document', { $ref: 'https://example.com/a.json' }, /never loaded/],
  ['no such place', { items: { $ref: '#/$defs/a' } }, /“#\/\$defs\/a” is not found/],
  ['a place that is no schema', { title: 'x', $ref: '#/title' }, /is not found/],
  ['itself', { $ref: '#' }, /“#” refers to itself without end/],
  [
    'itself by others',
    { $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } },
    /refers to itself/,
  ],
  ['into a value', { enum: [{ anyOf: [true] }], $ref: '#/enum/0' }, /a value, not a schema/],
  ['an unknown version', { $schema: 'https://example.com/mine' }, /an unknown version/],
  ['async', { $async: true }, /“\$async” is not supported/],
  ['a dynamic reference', { items: { $dynamicRef: '#a' } }, /“\$dynamicRef” is not supported/],
])('[U5.4] an invalid schema: %s', (_, schema, said) => expect(checkSchema(schema)).toMatch(said));

function randomSchema(random: Random, depth: number): Json {
  const leaf = (): Json =>
    random.pick<() => Json>([
      () => ({ type: random.pick(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']) }),
      () => ({ enum: [1, 'a', { x: 1 }] }),
      () => ({ const: random.pick<Json>([1, 'a', []]) }),
      () => ({ type: 'string', minLength: random.int(3), pattern: random.pick(['a', '^b', 'c$']) }),
      () => ({ minimum: random.int(3), maximum: 1 + random.int(4) }),
      () => random.chance(0.7),
      () => ({ $ref: random.pick(['#/$defs/one', '#/$defs/two']) }),
    ])();
  if (depth === 0) return leaf();
  const below = (): Json => randomSchema(random, depth - 1);
  return random.pick<() => Json>([
    leaf,
    () => ({ type: 'object', properties: { a: below(), b: below() }, required: ['a'] }),
    () => ({ properties: { a: below() }, additionalProperties: below() }),
    () => ({ items: below(), minItems: random.int(2), uniqueItems: random.chance(0.5) }),
    () => ({ anyOf: [below(), below()] }),
    () => ({ oneOf: [below(), below()] }),
    () => ({ allOf: [below(), below()] }),
    () => ({ not: below() }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    () => ({ if: below(), then: below(), else: below() }),
  ])();
}

function randomData(random: Random, depth: number): Json {
  if (depth === 0 || random.chance(0.4))
    return random.pick<Json>([0, 1, 2.5, 'a', 'bc', '', true, null, [], {}]);
  const below = (): Json => randomData(random, depth - 1);
  return random.pick<() => Json>([
    () => [below(), below()],
    () => ({ a: below(), b: below() }),
    () => ({ c: below() }),
  ])();
}

describe.each([1, 2])('random schemas, seed %i', (seed) => {
  const random = createRandom(seed);
  const schemas = Array.from({ length: 25 }, () => ({
    $defs: { one: { type: 'string' }, two: { properties: { a: { $ref: '#/$defs/one' } } } },
    allOf: [randomSchema(random, 3)],
  }));

  test('[U5.1] data is valid if a plain reading of the schema says so', () => {
    const reader = new Ajv2020({ strict: false, logger: false });
    for (const schema of schemas) {
      const plain = reader.compile(schema);
      for (let i = 0; i < 10; i += 1) {
        const data = randomData(random, 3);
        expect(faultsOf(schema, data).length === 0, JSON.stringify([schema, data])).toBe(plain(data));
      }
    }
  });

  test('[U5.3] examples are valid, and most schemas that allow a value have one', () => {
    const examples = schemas.map((schema) => validExampleOfSchema(schema));
    for (const [i, example] of examples.entries()) {
      if (example !== undefined) expect(faultsOf(schemas[i] ?? {}, example)).toEqual([]);
    }
    expect(examples.filter((example) => example !== undefined).length).toBeGreaterThan(8);
  });
});
