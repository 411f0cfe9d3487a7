import { describe, expect, test } from 'vitest';
import type { Json, Type } from '../../expression/index.ts';
import type { ConnectorOperation } from '../../languages/workflow.ts';
import { readOpenApi } from './read-open-api.ts';

const text: Type = { kind: 'string' };
const int: Type = { kind: 'int' };
const unknown: Type = { kind: 'any' };

function read(document: Json): readonly ConnectorOperation[] {
  const readResult = readOpenApi(document);
  if (readResult.kind === 'problem') throw new Error(readResult.message);
  return readResult.operations;
}

function only(
  operation: Json,
  more: Readonly<Record<string, Json>> = {},
  path = '/pets',
): ConnectorOperation {
  const [first, ...others] = read({ openapi: '3.1.0', paths: { [path]: { post: operation } }, ...more });
  if (first === undefined || others.length > 0) throw new Error('One operation was expected');
  return first;
}

const petFields: Json = {
  id: { type: 'integer', format: 'int64', readOnly: true },
  name: { type: 'string', example: 'Rex' },
  born: { type: 'string', format: 'date' },
};
const pet: Json = { type: 'object', required: ['id', 'name'], properties: petFields };

/** One API in the syntax of each edition. */
const editions: Readonly<Record<string, Json>> = {
  '2.0': {
    swagger: '2.0',
    definitions: { Pet: pet },
    paths: {
      '/pets/{petId}': {
        put: {
          operationId: 'updatePet',
          summary: 'Change a pet',
          parameters: [
            { name: 'petId', in: 'path', required: true, type: 'integer' },
            { name: 'tags', in: 'query', type: 'array', items: { type: 'string' } },
            { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
          ],
          responses: { 200: { description: 'Done', schema: { $ref: '#/definitions/Pet' } } },
        },
      },
    },
  },
  '3.0': {
    openapi: '3.0.3',
    components: {
      schemas: { Pet: pet },
      parameters: { PetId: { name: 'petId', in: 'path', required: true, schema: { type: 'integer' } } },
      requestBodies: {
        Pet: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
      },
    },
    paths: {
      '/pets/{petId}': {
        parameters: [{ $ref: '#/components/parameters/PetId' }],
        put: {
          operationId: 'updatePet',
          summary: 'Change a pet',
          parameters: [{ name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
          requestBody: { $ref: '#/components/requestBodies/Pet' },
          responses: {
            200: {
              description: 'Done',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
      },
    },
  },
  '3.1': {
    openapi: '3.1.0',
    components: {
      schemas: { Pet: { ...(pet as object), type: ['object'] } },
      pathItems: {
        Pet: {
          put: {
            operationId: 'updatePet',
            description: 'Change a pet',
            parameters: [
              { name: 'petId', in: 'path', required: true, schema: { type: ['integer'] } },
              {
                name: 'tags',
                in: 'query',
                content: { 'text/csv': { schema: { items: { type: 'string' } } } },
              },
            ],
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
            },
            responses: {
              '2XX': {
                content: {
                  'application/vnd.pets+json; v=1': { schema: { $ref: '#/components/schemas/Pet' } },
                },
              },
            },
          },
        },
      },
    },
    paths: { '/pets/{petId}': { $ref: '#/components/pathItems/Pet' } },
  },
};

test.each(Object.keys(editions))(
  '[C1] an operation of edition %s has name, parameters, result and example',
  (edition) => {
    expect(read(editions[edition] ?? null)).toEqual([
      {
        name: 'updatePet',
        description: 'Change a pet',
        open: false,
        parameters: [
          { name: 'petId', type: int, required: true },
          { name: 'tags', type: { kind: 'list', of: text }, required: false },
          { name: 'name', type: text, required: true },
          { name: 'born', type: { kind: 'date' }, required: false },
        ],
        result: {
          kind: 'object',
          open: true,
          fields: [
            { name: 'id', type: int, optional: false },
            { name: 'name', type: text, optional: false },
            { name: 'born', type: { kind: 'date' }, optional: true },
          ],
        },
        example: { id: 1, name: 'Rex', born: '2026-01-15' },
      },
    ]);
  },
);

test('[C1] every method of every path is an operation, in the order of the text', () => {
  const operations = read({
    openapi: '3.0.0',
    paths: {
      '/b': { summary: 'All of b', post: {}, get: { operationId: 'listB' }, 'x-note': {}, servers: [] },
      '/a': { patch: { operationId: 'changeA' }, head: { operationId: 'seeA' } },
      'x-paths': { get: {} },
    },
  });
  expect(operations.map(({ name }) => name)).toEqual(['post_b', 'listB', 'changeA', 'seeA']);
  expect(operations.map(({ description }) => description)).toEqual(['All of b', 'All of b', '', '']);
});

describe('parameters', () => {
  test('[C1.1] credentials and standard HTTP headers are not parameters, cookies are', () => {
    const parameters: Json = [
      { name: 'authorization', in: 'header', schema: { type: 'string' } },
      { name: 'Accept', in: 'header', schema: { type: 'string' } },
      { name: 'x-api-key', in: 'header', schema: { type: 'string' } },
      { name: 'token', in: 'query', schema: { type: 'string' } },
      { name: 'session', in: 'cookie', schema: { type: 'string' } },
      { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
    ];
    const components = {
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        query: { type: 'apiKey', in: 'query', name: 'token' },
      },
    };
    expect(only({ parameters }, { components }).parameters).toEqual([
      { name: 'session', type: text, required: false },
      { name: 'X-Trace', type: text, required: false },
    ]);
  });

  test('[C1] a field of the body may have the name of a credential', () => {
    const requestBody = {
      content: { 'application/json': { schema: { properties: { token: { type: 'string' } } } } },
    };
    const components = { securitySchemes: { query: { type: 'apiKey', in: 'query', name: 'token' } } };
    expect(only({ requestBody }, { components }).parameters).toEqual([
      { name: 'token', type: text, required: false },
    ]);
  });

  test('[C1] parameters of the operation replace those of the path', () => {
    const [operation] = read({
      openapi: '3.0.0',
      paths: {
        '/pets': {
          parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'string' } }],
          get: { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }] },
        },
      },
    });
    expect(operation?.parameters).toEqual([{ name: 'limit', type: int, required: false }]);
  });

  test('[C1] a field of the body with the name of a parameter has an argument of its own; a name in braces is required even if undeclared', () => {
    const requestBody = {
      required: true,
      content: { 'application/json': { schema: { properties: { id: { type: 'integer' } } } } },
    };
    const parameters: Json = [{ name: 'id', in: 'path', schema: { type: 'string' } }];
    expect(only({ parameters, requestBody }, {}, '/pets/{id}/toys/{toy}').parameters).toEqual([
      { name: 'id', type: text, required: true },
      { name: 'toy', type: unknown, required: true },
      { name: 'id_body', type: { kind: 'int' }, required: false },
    ]);
  });

  test('[C1] a body without fields is the argument `body`', () => {
    const send = (schema: Json, required: boolean) =>
      only({ requestBody: { required, content: { 'application/json': { schema } } } }).parameters;
    expect(send({ items: { type: 'string' } }, true)).toEqual([
      { name: 'body', type: { kind: 'list', of: text }, required: true },
    ]);
    expect(send({ oneOf: [{ type: 'string' }, { type: 'integer' }] }, false)).toEqual([
      { name: 'body', type: unknown, required: false },
    ]);
  });

  test('[C1] the fields of an optional body are optional', () => {
    const schema = { required: ['name'], properties: { name: { type: 'string' } } };
    const content = { 'application/json': { schema } };
    expect(only({ requestBody: { content } }).parameters).toMatchObject([{ name: 'name', required: false }]);
  });

  test('[C1] JSON is preferred to a form, a form to other media types', () => {
    const media = (name: string): Json => ({ schema: { properties: { [name]: { type: 'string' } } } });
    const names = (content: Json) => only({ requestBody: { content } }).parameters.map(({ name }) => name);
    const form = { 'text/xml': media('xml'), 'multipart/form-data': media('form') };
    expect(names({ ...form, 'application/json': media('json') })).toEqual(['json']);
    expect(names(form)).toEqual(['form']);
    // It is written by the caller as a whole.
    expect(names({ 'text/xml': media('xml') })).toEqual(['body']);
  });

  test('[C1] form fields of edition 2.0 are arguments', () => {
    const [operation] = read({
      swagger: '2.0',
      paths: {
        '/pets': { post: { parameters: [{ name: 'photo', in: 'formData', type: 'file', required: true }] } },
      },
    });
    expect(operation?.parameters).toEqual([{ name: 'photo', type: unknown, required: true }]);
  });
});

describe('results', () => {
  const json = (media: Json): Json => ({ content: { 'application/json': media } });

  test('[C1] the first successful response with content counts', () => {
    const responses = {
      default: json({ schema: { type: 'boolean' } }),
      404: json({ schema: { type: 'boolean' } }),
      '2XX': json({ schema: { type: 'boolean' } }),
      202: json({ schema: { type: 'integer' } }),
      201: json({ schema: { type: 'string' } }),
      200: { description: 'Nothing' },
    };
    expect(only({ responses }).result).toEqual(text);
  });

  test('[C1] without a successful JSON response the result is unknown', () => {
    const picture = { content: { 'image/png': { schema: { type: 'string' } } } };
    for (const responses of [{}, { 204: { description: 'Done' } }, { 200: picture }, { 404: json({}) }]) {
      expect(only({ responses })).toMatchObject({ result: unknown, example: undefined });
    }
  });

  test('[C1] an example of the response comes before those of its schema', () => {
    const schema = { type: 'string', example: 'of the schema' };
    const components = { examples: { One: { value: 'by reference' } } };
    const example = (media: Json) => only({ responses: { 200: json(media) } }, { components }).example;
    expect(example({ schema, example: 'own' })).toBe('own');
    expect(example({ schema, examples: { a: { value: 'named' }, b: { value: 'other' } } })).toBe('named');
    expect(example({ schema, examples: { a: { $ref: '#/components/examples/One' } } })).toBe('by reference');
    expect(example({ schema, examples: { a: { externalValue: 'https://example.com/a' } } })).toBe(
      'of the schema',
    );
    expect(example({ schema, example: { not: 'a text' } })).toBe('of the schema');
    expect(example({ example: [1, 2] })).toEqual([1, 2]);
  });

  test('[C1] examples of edition 2.0 are next to the schema', () => {
    const response = {
      schema: { type: 'object' },
      examples: { 'text/xml': '<a/>', 'application/json': { a: 1 } },
    };
    const [operation] = read({ swagger: '2.0', paths: { '/a': { get: { responses: { 200: response } } } } });
    expect(operation?.example).toEqual({ a: 1 });
  });
});

test('[C1] only requested operations are read', () => {
  const untouched = (name: string) => ({
    enumerable: true,
    get(): Json {
      throw new Error(`${name} was read`);
    },
  });
  const answer = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Used' } } } };
  const schemas = Object.defineProperty(
    { Used: { type: 'integer' } },
    'Unused',
    untouched('an unused schema'),
  );
  const other = Object.defineProperty(
    { operationId: 'other' },
    'responses',
    untouched('an uncalled operation'),
  );
  const [first, second] = read({
    openapi: '3.0.0',
    paths: { '/a': { get: { responses: { 200: answer } } }, '/b': { get: other } },
    components: { schemas },
  });
  expect(first?.result).toEqual(int);
  expect(second?.name).toBe('other');
  expect(() => second?.result).toThrow('an uncalled operation was read');
});
