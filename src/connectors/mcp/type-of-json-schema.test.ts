import { expect, test } from 'vitest';
import { typeOfJsonSchema } from './type-of-json-schema.ts';

const any = { kind: 'any' };

test('[H3.1] simple schemas define the type of a value', () => {
  expect(typeOfJsonSchema({ type: 'integer' })).toEqual({ kind: 'int' });
  expect(typeOfJsonSchema({ type: 'string', format: 'date' })).toEqual({ kind: 'date' });
  expect(typeOfJsonSchema({ type: 'array', items: { type: 'boolean' } })).toEqual({
    kind: 'list',
    of: { kind: 'bool' },
  });
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'number' }, __proto__: null },
    required: ['name'],
    additionalProperties: false,
  };
  expect(typeOfJsonSchema(schema)).toEqual({
    kind: 'object',
    open: false,
    fields: [
      { name: 'name', type: { kind: 'string' }, optional: false },
      { name: 'age', type: { kind: 'number' }, optional: true },
    ],
  });
});

test.each([
  true,
  null,
  {},
  { type: ['string', 'null'] },
  { type: 'string', anyOf: [{}] },
  { $ref: '#/$defs/a' },
  { type: 'file' },
])('[H3.1] a schema with alternatives yields no type: %j', (schema) => {
  expect(typeOfJsonSchema(schema)).toEqual(any);
});

test('[H3.1] an endless schema is truncated', () => {
  const schema: { type: string; items?: unknown } = { type: 'array' };
  schema.items = schema;
  let type = typeOfJsonSchema(schema);
  let depth = 0;
  for (; type.kind === 'list'; depth += 1) type = type.of;
  expect(type).toEqual(any);
  expect(depth).toBeLessThan(20);
});
