import { describe, expect, test } from 'vitest';
import type { Json } from '../../expression/index.ts';
import { listEndpoints } from '../document/list-endpoints.ts';
import { openCommand } from '../open-command.ts';
import type { CompiledCatalog } from './catalog.ts';
import { compileOpenApi } from './compile-open-api.ts';
import { createSlicer } from './create-slicer.ts';
import { openApi } from './open-api.ts';

type Part = { readonly [key: string]: Json };

function compile(document: Json): CompiledCatalog {
  const result = compileOpenApi(document);
  if (result.kind === 'problems') throw new Error(JSON.stringify(result.problems));
  return result.catalog;
}

/** As it is stored. */
const sliceOf = (catalog: CompiledCatalog, at = 0): Part => {
  const { call } = catalog.detail(at);
  return call.kind === 'openapi' ? JSON.parse(JSON.stringify(call.document)) : {};
};

const body = (schema: Json): Part => ({ requestBody: { content: { 'application/json': { schema } } } });
const ref = (name: string): Part => ({ $ref: `#/components/schemas/${name}` });

/** The whole document and each slice answer the same. */
function compareCalls(document: Json, calls: readonly Part[]): void {
  const catalog = compile(document);
  const whole = openApi(document);
  for (const [at, { name }] of catalog.index.commands.entries()) {
    const stored = JSON.parse(JSON.stringify(catalog.detail(at)));
    const [slice, known] = [
      openCommand(stored, name),
      whole.kind === 'api' ? whole.api.find(name) : undefined,
    ];
    expect(slice).toBeDefined();
    for (const args of calls) expect(slice?.build(args)).toEqual(known?.build(args));
    expect([slice?.server, slice?.security]).toEqual([known?.server, known?.security]);
  }
}

test('[C2.2] a slice has what the request refers to, at the same places, and nothing else', () => {
  const document = {
    openapi: '3.1.0',
    servers: [{ url: 'https://api.example.com' }],
    security: [{ key: [] }],
    paths: {
      '/pets': {
        parameters: [{ $ref: '#/components/parameters/Tag' }],
        summary: 'Pets',
        get: { responses: { 200: { content: { 'application/json': { schema: ref('Result') } } } } },
        post: { ...body(ref('Pet')), responses: {}, callbacks: {} },
      },
      '/others': { get: { parameters: [{ name: 'a', in: 'query', schema: { type: 'integer' } }] } },
    },
    components: {
      parameters: {
        Tag: { name: 'tag', in: 'query', schema: { $ref: '#/paths/~1others/get/parameters/0/schema' } },
      },
      schemas: {
        Pet: { type: 'object', properties: { mother: ref('Pet'), kind: ref('Kind') } },
        Kind: { enum: ['cat', 'dog'] },
        Result: { type: 'object', properties: { kind: ref('Kind') } },
      },
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
    },
  };
  const catalog = compile(document);
  const others = { get: { parameters: [{ schema: { type: 'integer' } }] } };
  const { responses: _, callbacks: __, ...post } = document.paths['/pets'].post;
  const { Tag } = document.components.parameters;
  const { Pet, Kind } = document.components.schemas;
  const common = { openapi: '3.1.0', servers: document.servers, security: document.security };
  const { parameters } = document.paths['/pets'];
  expect(sliceOf(catalog, 0)).toEqual({
    ...common,
    paths: { '/pets': { parameters, get: { operationId: 'get_pets' } }, '/others': others },
    components: { parameters: { Tag }, securitySchemes: document.components.securitySchemes },
  });
  expect(sliceOf(catalog, 1)).toEqual({
    ...common,
    paths: { '/pets': { parameters, post: { operationId: 'post_pets', ...post } }, '/others': others },
    components: {
      parameters: { Tag },
      schemas: { Pet, Kind },
      securitySchemes: document.components.securitySchemes,
    },
  });
  compareCalls(document, [{}, { tag: 1, kind: 'cat' }, { tag: 'x', kind: 'cow' }, { mother: { kind: 3 } }]);
});

test('[C2.2] references into the operation itself, to path items, to everything and through names of the host', () => {
  const document = JSON.parse(`{
    "swagger": "2.0", "host": "api.example.com", "consumes": ["application/json"],
    "paths": {
      "/a": { "post": {
        "operationId": "post__a",
        "parameters": [{ "name": "b", "in": "body", "schema": { "$ref": "#/paths/~1a/post/responses/200/schema" } }],
        "responses": { "200": { "schema": { "properties": { "x": { "$ref": "#/definitions/__proto__" } } } } }
      } },
      "/__proto__": { "$ref": "#/x-items/constructor" },
      "/c": { "get": { "parameters": [{ "name": "q", "in": "query", "type": "string", "x-all": { "$ref": "#" } }] } }
    },
    "x-items": { "constructor": { "put": {
      "parameters": [{ "$ref": "#/parameters/01/1" }, { "name": "d", "in": "query", "type": "integer" }]
    } } },
    "parameters": { "01": [null, { "name": "toString", "in": "query", "type": "integer" }] },
    "definitions": { "__proto__": { "type": "integer" } }
  }`);
  compareCalls(document, [
    {},
    { x: 1 },
    { x: 'text' },
    { d: 3, toString: 4 },
    { toString: 'no' },
    { q: 'a' },
  ]);
});

test('[C2.2] entries of lists, however they are counted, and names that are numbers', () => {
  const document = {
    openapi: '3.0.0',
    paths: {
      '/a': {
        post: body({ properties: { a: { $ref: '#/x/02/schema' }, b: { $ref: '#/x/2' }, c: ref('9000000') } }),
      },
    },
    components: { schemas: { 9000000: { type: 'boolean' } } },
    x: [{}, {}, { type: 'object', schema: { type: 'integer' } }, {}],
  };
  expect(sliceOf(compile(document))).toMatchObject({ x: [null, null, document.x[2]] });
  compareCalls(document, [{ a: 1, b: {}, c: true }, { a: 'x' }, { b: 'x' }, { c: 'x' }]);
});

test('[C2.2] the measured size is at least that of the slice', () => {
  const parameters = [{ $ref: '#/x/3/4' }, { name: 'grüße"', in: 'query' }];
  const document = {
    openapi: '3.0.0',
    paths: { '/ä/{b}': { get: { operationId: 'get/ä', parameters }, put: { parameters } } },
    x: [
      0,
      1,
      2,
      [0, 1, 2, 3, { name: 'b', in: 'path', required: true, schema: { enum: [1.5, true, null] } }],
    ],
  };
  const slicer = createSlicer(document);
  for (const endpoint of listEndpoints(document)) {
    const slice = slicer.slice(endpoint, 'get_ä');
    expect(slicer.measure(endpoint)?.bytes).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(slice)));
  }
});

describe('[C2.2] hostile documents cost little', () => {
  const texts = (count: number): Part =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'string' }]));

  test('references that multiply', () => {
    const schemas: { [name: string]: Json } = {};
    for (let level = 0; level < 60; level++) {
      const next = ref(`L${level + 1}`);
      schemas[`L${level}`] = { type: 'object', properties: { a: next, b: next, c: next } };
    }
    const document = {
      openapi: '3.0.0',
      paths: { '/a': { post: body(ref('L0')) } },
      components: { schemas },
    };
    expect(JSON.stringify(sliceOf(compile(document))).length).toBeLessThan(20_000);
    compareCalls(document, [{ a: { b: { c: {} } } }, { a: 1 }]);
  });

  test('a command that is too large is left out and named', () => {
    const schemas = { Wide: { type: 'object', properties: texts(50_000) } };
    const document = {
      openapi: '3.0.0',
      paths: { '/wide': { post: body(ref('Wide')) }, '/small': { get: {} } },
      components: { schemas },
    };
    const { index } = compile(document);
    expect(index.commands.map(({ name }) => name)).toEqual(['get_small']);
    expect(index.warnings).toEqual([
      '“post_wide” is left out: its request, with what it refers to, is too large.',
    ]);
  });

  test('10,000 commands that share large parts', () => {
    const schemas = {
      Wide: { type: 'object', properties: texts(10_000) },
      More: { properties: texts(2_000) },
    };
    const paths = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [
        `/p${at}`,
        { post: body(at % 2 === 0 ? ref('Wide') : ref('More')) },
      ]),
    );
    const { index } = compile({ openapi: '3.0.0', paths, components: { schemas } });
    expect(index.commands.length).toBeGreaterThan(10);
    expect(JSON.stringify(index).length).toBeLessThan(16 * 1024 * 1024);
    expect(index.warnings.at(-1)).toMatch(/and \d+ others are left out/);
  });

  test('10,000 commands that refer to very many parts', () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `S${at}`);
    const schemas = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const all = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, ref(name)])) };
    const paths = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`/p${at}`, { post: body(ref('All')) }]),
    );
    const document = { openapi: '3.0.0', paths, components: { schemas: { ...schemas, All: all } } };
    expect(compile(document).index.commands.length).toBeLessThan(1_000);
  });

  test('schemas that are nested very deep', () => {
    let schema: Json = { type: 'integer' };
    for (let level = 0; level < 50_000; level++) schema = { items: schema };
    const document = { openapi: '3.0.0', paths: { '/deep': { post: body(schema) }, '/a': { get: {} } } };
    expect(compile(document).index.commands.map(({ name }) => name)).toEqual(['get_a']);
  });

  test('results, examples and descriptions that are larger than a detail may be', () => {
    const long = 'x'.repeat(1_000_000);
    const properties = { [long]: { type: 'string' }, a: { type: 'string', example: long } };
    const responses = {
      200: { content: { 'application/json': { schema: { type: 'object', properties } } } },
    };
    const operation = { description: long, responses };
    const detail = compile({ openapi: '3.0.0', paths: { '/a': { get: operation } } }).detail(0);
    expect(JSON.stringify(detail).length).toBeLessThan(20_000);
    expect(detail).toMatchObject({ result: { kind: 'any' }, example: null });
  });
});
