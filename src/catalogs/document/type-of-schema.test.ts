import { describe, expect, test } from 'vitest';
import type { Json, Type } from '../../expression/index.ts';
import { createApiDocument } from './api-document.ts';
import { typeOfSchema } from './type-of-schema.ts';

const unknown: Type = { kind: 'any' };
const text: Type = { kind: 'string' };
const int: Type = { kind: 'int' };

const received = (schema: Json, schemas: Json = {}) =>
  typeOfSchema(createApiDocument({ components: { schemas } }), schema, 'received');

const object = (
  fields: Readonly<Record<string, Type>>,
  optional: readonly string[] = [],
  open = true,
): Type => ({
  kind: 'object',
  fields: Object.entries(fields).map(([name, type]) => ({ name, type, optional: optional.includes(name) })),
  open,
});

describe('the type contains only certain facts', () => {
  const cases: readonly (readonly [string, Json, Type])[] = [
    ['text', { type: 'string' }, text],
    ['a day', { type: 'string', format: 'date' }, { kind: 'date' }],
    ['a moment', { type: 'string', format: 'date-time' }, { kind: 'date' }],
    ['an unknown format', { type: 'string', format: 'colour' }, text],
    ['a whole number', { type: 'integer' }, int],
    ['a number', { type: 'number' }, { kind: 'number' }],
    ['yes or no', { type: 'boolean' }, { kind: 'bool' }],
    ['null alone', { type: 'null' }, { kind: 'null' }],
    ['a list', { type: 'array', items: { type: 'integer' } }, { kind: 'list', of: int }],
    ['a list of any values', { type: 'array' }, { kind: 'list', of: unknown }],
    ['a list without its type', { items: { type: 'string' } }, { kind: 'list', of: text }],
    ['texts to choose from', { enum: ['a', 'b'] }, text],
    ['numbers to choose from', { enum: [1, 2.5] }, { kind: 'number' }],
    ['values of several kinds', { enum: [1, 'a'] }, unknown],
    ['one value', { const: 7 }, int],
    ['nullable of 3.0', { type: 'string', nullable: true }, unknown],
    ['nullable of 2.0', { type: 'string', 'x-nullable': true }, unknown],
    ['nullable of 3.1', { type: ['string', 'null'] }, unknown],
    ['nullable by choice', { anyOf: [{ type: 'string' }, { type: 'null' }] }, unknown],
    ['null among its values', { type: 'string', enum: ['a', null] }, unknown],
    ['one type in a list', { type: ['integer'] }, int],
    ['several types', { type: ['integer', 'string'] }, unknown],
    ['an empty list of types', { type: [] }, unknown],
    ['an unknown type', { type: 'file' }, unknown],
    ['a choice', { oneOf: [{ type: 'string' }, { type: 'integer' }] }, unknown],
    ['a choice of one', { oneOf: [{ type: 'string' }] }, text],
    ['a contradiction', { allOf: [{ type: 'string' }, { type: 'integer' }] }, unknown],
    ['a number that is whole', { allOf: [{ type: 'number' }, { type: 'integer' }] }, int],
    ['everything', true, unknown],
    ['nothing', false, unknown],
    ['another document', { $ref: 'https://example.com/schemas.json#/Pet' }, unknown],
    ['a reference without a target', { $ref: '#/components/schemas/Missing' }, unknown],
  ];
  test.each(cases)('[C1] %s', (_, schema, expected) => {
    expect(received(schema)).toEqual(expected);
  });
});

describe('objects', () => {
  test('[C1] fields are optional unless required, and further fields are possible unless excluded', () => {
    const properties = { id: { type: 'integer' }, name: { type: 'string' } };
    expect(received({ type: 'object', required: ['id'], properties })).toEqual(
      object({ id: int, name: text }, ['name']),
    );
    expect(received({ properties, additionalProperties: false })).toEqual(
      object({ id: int, name: text }, ['id', 'name'], false),
    );
    expect(received({ properties, additionalProperties: { type: 'string' } })).toMatchObject({ open: true });
    expect(
      received({ properties, additionalProperties: false, patternProperties: { '^x-': true } }),
    ).toMatchObject({ open: true });
  });

  test('[C1] parts of allOf are one object', () => {
    const schemas = {
      Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Pet: {
        allOf: [
          { $ref: '#/components/schemas/Named' },
          { properties: { age: { type: 'integer' }, name: { format: 'date' } } },
        ],
        required: ['age'],
      },
    };
    expect(received({ $ref: '#/components/schemas/Pet' }, schemas)).toEqual(
      object({ name: { kind: 'date' }, age: int }),
    );
  });

  test('[C1] an object is closed only if all parts with fields are closed', () => {
    const closed = { properties: { a: { type: 'string' } }, additionalProperties: false };
    const open = { properties: { b: { type: 'string' } } };
    expect(received({ allOf: [closed, { description: 'said of it' }] })).toMatchObject({ open: false });
    expect(received({ allOf: [closed, open] })).toMatchObject({ open: true });
    expect(received({ allOf: [closed, { $ref: 'elsewhere.json' }] })).toMatchObject({ open: true });
    expect(received({ allOf: [open], unevaluatedProperties: false })).toMatchObject({ open: false });
  });

  test('[C1] alternatives that only combine required fields keep the type known', () => {
    const schema = {
      properties: { a: { type: 'integer' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    };
    expect(received(schema)).toEqual(object({ a: int, b: text }, ['a', 'b']));
  });

  test('[C1] keywords next to a reference apply too', () => {
    const schemas = { Id: { type: 'integer' } };
    const reference = { $ref: '#/components/schemas/Id' };
    expect(received({ ...reference, description: 'whose' }, schemas)).toEqual(int);
    expect(received({ ...reference, nullable: true }, schemas)).toEqual(unknown);
  });

  test('[C1] fields of the other direction are omitted', () => {
    const schema = {
      properties: {
        id: { type: 'integer', readOnly: true },
        password: { type: 'string', writeOnly: true },
        name: { type: 'string' },
      },
    };
    expect(received(schema)).toEqual(object({ id: int, name: text }, ['id', 'name']));
    expect(typeOfSchema(createApiDocument({}), schema, 'sent')).toEqual(
      object({ password: text, name: text }, ['password', 'name']),
    );
  });
});

describe('cycles and size', () => {
  test('[C1] a schema inside itself is cut there', () => {
    const schemas = {
      Node: {
        type: 'object',
        required: ['name', 'children'],
        properties: {
          name: { type: 'string' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
        },
      },
    };
    expect(received({ $ref: '#/components/schemas/Node' }, schemas)).toEqual(
      object({ name: text, children: { kind: 'list', of: unknown } }),
    );
  });

  test('[C1] the same schema twice, as siblings or as a part, is not a cycle', () => {
    const schemas = {
      Pet: { properties: { name: { type: 'string' } } },
      Dog: {
        allOf: [
          { $ref: '#/components/schemas/Pet' },
          { properties: { mother: { $ref: '#/components/schemas/Pet' } } },
        ],
      },
    };
    const pet = object({ name: text }, ['name']);
    expect(received({ $ref: '#/components/schemas/Dog' }, schemas)).toEqual(
      object({ name: text, mother: pet }, ['name', 'mother']),
    );
  });

  test('[C1] schemas that double with each layer lose their lower layers, not their last fields', () => {
    const layers = Array.from({ length: 30 }, (_, layer): [string, Json] => {
      const next = { $ref: `#/components/schemas/L${layer + 1}` };
      return [`L${layer}`, { properties: { left: next, right: next, tail: { type: 'integer' } } }];
    });
    const type = received({ $ref: '#/components/schemas/L0' }, Object.fromEntries(layers));
    const along = (field: string) => {
      let depth = 0;
      for (let at: Type | undefined = type; at?.kind === 'object' && at.fields.length > 0; depth++) {
        expect(at.fields.find(({ name }) => name === 'tail')?.type).toEqual(int);
        at = at.fields.find(({ name }) => name === field)?.type;
      }
      return depth;
    };
    expect(along('left')).toBe(along('right'));
    expect(along('left')).toBeGreaterThan(3);
    expect(along('left')).toBeLessThan(12);
  });

  test('[C1] one layer is complete at any width', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index): [string, Json] => [`f${index}`, { type: 'integer' }]),
    );
    const type = received({ properties });
    expect(type.kind === 'object' && type.fields.length).toBe(5_000);
    expect(type.kind === 'object' && type.fields.every((field) => field.type.kind === 'int')).toBe(true);
  });
});
