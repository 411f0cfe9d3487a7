import { describe, expect, test } from 'vitest';
import type { Json, Type } from '../../expression/index.ts';
import { createRandom, type Random } from '../../testing/index.ts';
import { createApiDocument } from './api-document.ts';
import { exampleOfSchema } from './example-of-schema.ts';
import { typeOfSchema } from './type-of-schema.ts';

const example = (schema: Json, schemas: Json = {}) =>
  exampleOfSchema(createApiDocument({ components: { schemas } }), schema);

describe('an example of the author comes first', () => {
  const cases: readonly (readonly [string, Json, Json | undefined])[] = [
    ['an example before a default', { type: 'string', default: 'b', example: 'a' }, 'a'],
    ['the first of examples', { type: 'string', examples: ['a', 'b'] }, 'a'],
    ['a default before the values', { type: 'string', enum: ['a', 'b'], default: 'b' }, 'b'],
    ['the first value', { type: 'string', enum: ['a', 'b'] }, 'a'],
    ['the one value', { const: 7 }, 7],
    ['the first value that is not null', { type: 'string', nullable: true, enum: [null, 'a'] }, 'a'],
    ['not null as a default', { type: 'integer', nullable: true, default: null }, 1],
    ['not a number in quotes', { type: 'integer', example: '12' }, 1],
    ['not a word as a date', { type: 'string', format: 'date', example: 'tomorrow' }, '2026-01-15'],
    ['a whole number as a number', { type: 'number', example: 3 }, 3],
    ['next to a reference', { $ref: '#/components/schemas/Id', example: 5 }, 5],
  ];
  test.each(cases)('[C1] %s', (_, schema, expected) => {
    expect(example(schema, { Id: { type: 'integer', example: 4 } })).toEqual(expected);
  });
});

describe('otherwise a value that the schema allows', () => {
  const cases: readonly (readonly [string, Json, Json | undefined])[] = [
    ['a day', { type: 'string', format: 'date' }, '2026-01-15'],
    ['a moment', { type: 'string', format: 'date-time' }, '2026-01-15T09:30:00Z'],
    ['an address', { type: 'string', format: 'email' }, 'someone@example.com'],
    ['an id', { type: 'string', format: 'uuid' }, '00000000-0000-4000-8000-000000000001'],
    ['a long text', { type: 'string', minLength: 10 }, 'example---'],
    ['a short text', { type: 'string', maxLength: 3 }, 'exa'],
    ['a number', { type: 'number' }, 1],
    ['at least', { type: 'integer', minimum: 18 }, 18],
    ['at least, not whole', { type: 'integer', minimum: 17.5 }, 18],
    ['more than (3.0)', { type: 'integer', minimum: 18, exclusiveMinimum: true }, 19],
    ['more than (3.1)', { type: 'integer', exclusiveMinimum: 18 }, 19],
    ['at most', { type: 'integer', maximum: -3 }, -3],
    ['less than', { type: 'integer', exclusiveMaximum: 1 }, 0],
    ['between two', { type: 'number', exclusiveMinimum: 2, exclusiveMaximum: 2.5 }, 2.25],
    ['a multiple', { type: 'integer', minimum: 11, multipleOf: 5 }, 15],
    ['no multiple within the bounds', { type: 'integer', minimum: 11, maximum: 12, multipleOf: 5 }, 11],
    ['yes', { type: 'boolean' }, true],
    ['a list of one', { type: 'array', items: { type: 'integer' } }, [1]],
    ['a list of unknown items', { type: 'array' }, []],
    ['an object', { properties: { a: { type: 'integer' }, b: {} }, required: ['a'] }, { a: 1 }],
    ['a required field of unknown type', { properties: { b: {} }, required: ['b'] }, { b: null }],
    ['no secrets', { properties: { a: { type: 'string', writeOnly: true } } }, {}],
    ['the first choice', { oneOf: [{ type: 'null' }, { type: 'integer' }, { type: 'string' }] }, 1],
    [
      'a choice next to fields',
      { properties: { a: { type: 'integer' } }, oneOf: [{ properties: { b: { const: 2 } } }, {}] },
      { a: 1, b: 2 },
    ],
    ['nothing known', {}, undefined],
    ['another document', { $ref: 'elsewhere.json' }, undefined],
  ];
  test.each(cases)('[C1] %s', (_, schema, expected) => {
    expect(example(schema)).toEqual(expected);
  });
});

test('[C1] cycles are cut: lists are empty, required fields are null', () => {
  const schemas = {
    Node: {
      required: ['parent'],
      properties: {
        parent: { $ref: '#/components/schemas/Node' },
        friend: { $ref: '#/components/schemas/Node' },
        children: { items: { $ref: '#/components/schemas/Node' } },
      },
    },
  };
  expect(example({ $ref: '#/components/schemas/Node' }, schemas)).toEqual({ parent: null, children: [] });
});

test('[C2] an example that is too large or too deep is not used', () => {
  const large = Array.from({ length: 10_000 }, () => 7);
  expect(example({ type: 'array', items: { type: 'integer' }, example: large })).toEqual([1]);
  expect(example({ type: 'array', example: nested(100_000) })).toEqual([]);
  expect(example({ type: 'array', example: nested(10) })).toEqual(nested(10));
});

const seed = 20_260;
test(`[C1] an example has the type of its schema (seed ${seed})`, () => {
  const random = createRandom(seed);
  let objects = 0;
  for (let round = 0; round < 2_000; round++) {
    const schemas = Object.fromEntries(names.map((name): [string, Json] => [name, randomSchema(random, 3)]));
    const api = createApiDocument({ components: { schemas } });
    const schema = randomSchema(random, 3);
    const type = typeOfSchema(api, schema, 'received');
    const value = exampleOfSchema(api, schema);
    if (type.kind === 'object') objects += 1;
    const fits = type.kind === 'any' || (value !== undefined && isOfType(value, type));
    expect(fits, `${round}: ${JSON.stringify({ schemas, schema, type, value })}`).toBe(true);
  }
  expect(objects).toBeGreaterThan(300);
});

const names = ['A', 'B', 'C'];

function randomSchema(random: Random, depth: number): Json {
  const leaf = () =>
    random.pick<Json>([
      { type: 'string' },
      { type: 'string', format: 'date' },
      { type: 'string', maxLength: 2 },
      { type: 'integer', minimum: random.between(-5, 5) },
      { type: 'number', maximum: random.between(-5, 5) },
      { type: 'boolean' },
      { type: ['string', 'null'] },
      { enum: ['x', 'y'] },
      { enum: [1, 2.5] },
      {},
    ]);
  if (depth === 0) return leaf();
  const inner = () => randomSchema(random, depth - 1);
  const properties = () =>
    Object.fromEntries(['a', 'b', 'c'].filter(() => random.chance(0.6)).map((name) => [name, inner()]));
  const objectSchema = (): Json => ({
    type: 'object',
    properties: properties(),
    required: ['a', 'b'].filter(() => random.chance(0.5)),
    ...(random.chance(0.3) ? { additionalProperties: false } : {}),
  });
  return random.weighted<() => Json>([
    [2, leaf],
    [4, objectSchema],
    [2, () => ({ type: 'array', items: inner() })],
    [2, () => ({ $ref: `#/components/schemas/${random.pick(names)}` })],
    [2, () => ({ allOf: [objectSchema(), { $ref: `#/components/schemas/${random.pick(names)}` }] })],
    [1, () => ({ oneOf: [inner(), inner()] })],
    [1, () => ({ ...Object(objectSchema()), anyOf: [inner(), { required: ['a'] }] })],
  ])();
}

/** The simplest interpretation of a type. */
function isOfType(value: Json, type: Type): boolean {
  switch (type.kind) {
    case 'any':
      return true;
    case 'null':
      return value === null;
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return Number.isInteger(value);
    case 'number':
    case 'string':
      return typeof value === type.kind;
    case 'date':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value));
    case 'duration':
      return false;
    case 'list':
      return Array.isArray(value) && value.every((item: Json) => isOfType(item, type.of));
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const given = new Map(Object.entries(value as Readonly<Record<string, Json>>));
      const known = type.fields.every(({ name, type: of, optional }) => {
        const field = given.get(name);
        return field === undefined ? optional : isOfType(field, of);
      });
      return (
        known && (type.open || [...given.keys()].every((key) => type.fields.some((f) => f.name === key)))
      );
    }
  }
}

function nested(depth: number): Json {
  let value: Json = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}
