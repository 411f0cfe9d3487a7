import { describe, expect, test } from 'vitest';
import type { Json } from '../../expression/index.ts';
import { createRandom, type Random } from '../../testing/index.ts';
import { readOpenApi } from './read-open-api.ts';

describe('refused with a reason', () => {
  const cases: readonly (readonly [string, Json, RegExp])[] = [
    ['no object', 'openapi: 3.0.0', /must be an object/],
    ['null', null, /must be an object/],
    ['a list', [{ openapi: '3.0.0' }], /must be an object/],
    ['another document', { name: 'package' }, /neither `openapi/],
    ['an invalid edition', { openapi: {}, paths: {} }, /neither `openapi/],
    ['an edition before 2.0', { swagger: '1.2', paths: {} }, /"1\.2" is not supported/],
    ['a future edition', { openapi: '4.0.0', paths: {} }, /"4\.0\.0" is not supported/],
    ['a very long edition', { openapi: '9'.repeat(100_000), paths: {} }, /^.{0,100}$/],
    ['no paths', { openapi: '3.0.0' }, /no `paths`/],
    ['paths in a list', { openapi: '3.1.0', paths: [] }, /no `paths`/],
    ['an inherited edition', Object.create({ openapi: '3.0.0', paths: {} }), /neither `openapi/],
  ];
  test.each(cases)('[C2] %s', (_, document, reason) => {
    const readResult = readOpenApi(document);
    expect(readResult.kind === 'problem' && readResult.message).toMatch(reason);
  });

  test('[C2] more operations than allowed', () => {
    const paths = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index): [string, Json] => [`/p${index}`, { get: {} }]),
      );
    expect(readOpenApi({ openapi: '3.0.0', paths: paths(10_001) })).toEqual({
      kind: 'problem',
      message: expect.stringContaining('10001 operations'),
    });
    expect(readOpenApi({ openapi: '3.0.0', paths: paths(10_000) }).kind).toBe('operations');
  });
});

test('[C2] an edition without quotes is accepted, and components alone are a document of 3.1', () => {
  for (const edition of [{ openapi: 3 }, { openapi: 3.1 }, { swagger: 2 }, { openapi: '3.0' }]) {
    expect(readOpenApi({ ...edition, paths: {} })).toEqual({ kind: 'operations', operations: [] });
  }
  expect(readOpenApi({ openapi: '3.1.0' })).toEqual({ kind: 'operations', operations: [] });
});

describe('an error inside makes only its part less known', () => {
  const resultOf = (schema: Json, schemas: Json = {}) => {
    const responses = { 200: { content: { 'application/json': { schema } } } };
    const readResult = readOpenApi({
      openapi: '3.1.0',
      paths: { '/a': { get: { responses } } },
      components: { schemas },
    });
    return readResult.kind === 'operations' ? readResult.operations[0] : undefined;
  };

  test('[C2] circular references, references to the host and with invalid escapes', () => {
    const circle = { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } };
    for (const reference of [
      '#/components/schemas/A',
      '#/__proto__',
      '#/constructor/prototype',
      '#/components/%E0%A4%A',
      '#anchor',
      '#/paths/~1a/get/responses/length',
      '',
    ]) {
      expect(resultOf({ $ref: reference }, circle)).toMatchObject({
        result: { kind: 'any' },
        example: undefined,
      });
    }
  });

  test('[C2] a part that contains itself', () => {
    const schemas = {
      A: { allOf: [{ $ref: '#/components/schemas/A' }, { properties: { a: { const: 1 } } }] },
    };
    expect(resultOf({ $ref: '#/components/schemas/A' }, schemas)).toMatchObject({ example: { a: 1 } });
  });

  test('[C2] fields named like host properties are plain fields', () => {
    const schema = JSON.parse(
      '{"properties": {"__proto__": {"const": 1}, "constructor": {"const": 2}}, "required": ["__proto__"]}',
    );
    const operation = resultOf(schema);
    expect(operation?.result).toEqual({
      kind: 'object',
      open: true,
      fields: [
        { name: '__proto__', type: { kind: 'int' }, optional: false },
        { name: 'constructor', type: { kind: 'int' }, optional: true },
      ],
    });
    expect(JSON.stringify(operation?.example)).toBe('{"__proto__":1,"constructor":2}');
    expect(Object.getPrototypeOf(operation?.example)).toBe(Object.prototype);
  });

  test.each(['allOf', 'oneOf', 'anyOf', 'items', 'properties'])('[C2] %s nested very deep', (keyword) => {
    let schema: Json = { type: 'integer' };
    for (let level = 0; level < 50_000; level++) {
      const inner: Json =
        keyword === 'properties' ? { a: schema } : keyword === 'items' ? schema : [schema, {}];
      schema = { [keyword]: inner };
    }
    const operation = resultOf(schema);
    expect(operation?.result.kind).toMatch(/any|object|list/);
    expect(JSON.stringify(operation?.example ?? null).length).toBeLessThan(200);
  });

  test('[C2] excessive lengths of texts and numbers', () => {
    expect(resultOf({ type: 'string', minLength: 1e300 })?.example).toHaveLength(1_000);
    expect(resultOf({ type: 'number', minimum: 1e308, exclusiveMinimum: true })?.example).toBe(1e308);
    expect(resultOf({ type: 'integer', multipleOf: 0 })?.example).toBe(1);
  });

  test('[C2] a wide schema with very many references', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index): [string, Json] => [`f${index}`, { type: 'string' }]),
    );
    const many = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index): [string, Json] => [
        `g${index}`,
        { $ref: '#/components/schemas/Wide' },
      ]),
    );
    const operation = resultOf({ properties: many }, { Wide: { properties: wide } });
    expect(operation?.result.kind === 'object' && operation.result.fields.length).toBe(3_000);
  });
});

const seed = 4_711;
test(`[C2] a document with random replacements never throws (seed ${seed})`, () => {
  const random = createRandom(seed);
  let read = 0;
  for (let round = 0; round < 3_000; round++) {
    let { item, components } = whole;
    for (let times = random.between(1, 4); times > 0; times--) {
      if (random.chance(0.5)) item = spoil(item, random);
      else components = spoil(components, random);
    }
    const readResult = readOpenApi({ openapi: '3.1.0', paths: { '/pets/{id}': item }, components });
    // Types are computed on demand: this requests all of them.
    const told: unknown = JSON.parse(JSON.stringify(readResult));
    if (readResult.kind === 'operations' && readResult.operations.length > 0) read += 1;
    expect(told, `round ${round}`).toMatchObject({ kind: readResult.kind });
  }
  expect(read).toBeGreaterThan(1_500);
});

const junk: readonly Json[] = [
  null,
  true,
  false,
  -1,
  1e300,
  '',
  'object',
  '#/components/schemas/Pet',
  [],
  [null],
  {},
  { $ref: '#' },
  { $ref: '#/paths/~1pets~1{id}/post' },
  { $ref: '#/components/schemas/Pet' },
  { allOf: [{ $ref: '#/components/schemas/Pet' }, { $ref: '#' }, 3] },
  JSON.parse('{"__proto__": {"type": "string"}}'),
];

function spoil(json: Json, random: Random): Json {
  if (typeof json !== 'object' || json === null || random.chance(0.05)) return random.pick(junk);
  if (Array.isArray(json)) {
    const at = random.int(json.length);
    return json.map((item: Json, index) => (index === at ? spoil(item, random) : item));
  }
  const entries = Object.entries(json as Readonly<Record<string, Json>>);
  const at = random.int(entries.length);
  return Object.fromEntries(
    entries.map(([key, value], index) => [key, index === at ? spoil(value, random) : value]),
  );
}

const whole: { readonly item: Json; readonly components: Json } = {
  item: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    post: {
      operationId: 'keep',
      summary: 'Keep a pet',
      parameters: [{ name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
      },
      responses: {
        200: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Pet' },
              examples: { one: { value: { name: 'Rex' } } },
            },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
    schemas: {
      Pet: {
        allOf: [
          { $ref: '#/components/schemas/Named' },
          { properties: { age: { type: 'integer', minimum: 0 } } },
        ],
        required: ['name', 'age'],
      },
      Named: {
        type: 'object',
        properties: {
          name: { type: 'string', enum: ['Rex'], minLength: 2, maxLength: 9, format: 'date' },
          mother: { $ref: '#/components/schemas/Pet' },
          home: { oneOf: [{ type: 'null' }, { type: ['string', 'null'], default: null }, { const: 3 }] },
        },
        additionalProperties: false,
      },
    },
  },
};
