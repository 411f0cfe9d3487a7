/** Documents with random replacements: compiling them never throws, and every command opens and calls as the whole document. */
import { expect, test } from 'vitest';
import { compileOpenApi, openApi, openCommand } from '../../src/catalogs/index.ts';
import type { Json } from '../../src/expression/index.ts';
import { createRandom, type Random } from '../../src/testing/index.ts';

const seed = 81_477;
const rounds = process.env['SIGNALBOX_LONG'] === '1' ? 30_000 : 1_500;

test(`[C2.2] slices of spoilt documents answer like the document, seed ${seed}`, () => {
  const random = createRandom(seed);
  let opened = 0;
  for (let round = 0; round < rounds; round++) {
    let document: Json = whole;
    for (let times = random.between(1, 5); times > 0; times--) document = spoil(document, random);
    const compiled = compileOpenApi(document);
    if (compiled.kind === 'problems') continue;
    const { index, detail } = compiled.catalog;
    JSON.stringify(index);
    const api = openApi(document);
    for (const [at, { name }] of index.commands.entries()) {
      const known = api.kind === 'api' ? api.api.find(name) : undefined;
      const slice = openCommand(JSON.parse(JSON.stringify(detail(at))), name);
      const facts = (operation: typeof known) => [operation?.method, operation?.server, operation?.security];
      expect(facts(slice), `round ${round}`).toEqual(facts(known));
      for (const args of calls) expect(slice?.build(args), `round ${round}`).toEqual(known?.build(args));
      opened += 1;
    }
  }
  expect(opened).toBeGreaterThan(rounds);
});

const calls: readonly { readonly [name: string]: Json }[] = [
  {},
  { id: 'a', key: 'k', tag: ['x'], name: 'Rex', age: 3 },
  { id: 7, mother: { name: 'Ann', age: -1 }, name: 'Rex', age: 1 },
  { id: 'a', body: { name: 1 } },
];

const junk: readonly Json[] = [
  null,
  true,
  -1,
  '',
  'object',
  [],
  [null],
  {},
  { $ref: '#' },
  { $ref: '#/paths' },
  { $ref: '#/paths/~1pets~1{id}/put' },
  { $ref: '#/paths/~1pets/get/parameters/0' },
  { $ref: '#/paths/~1pets/get/parameters/1' },
  { $ref: '#/components/schemas/Pet' },
  { $ref: '#/components/parameters' },
  { $ref: 'https://example.com/a.json' },
  { allOf: [{ $ref: '#/components/schemas/Pet' }, { $ref: '#' }, 3] },
  JSON.parse('{"__proto__": {"type": "string"}}'),
];

function spoil(json: Json, random: Random): Json {
  if (typeof json !== 'object' || json === null || random.chance(0.03)) return random.pick(junk);
  if (Array.isArray(json)) {
    const at = random.int(json.length);
    return json.map((item: Json, index) => (index === at ? spoil(item, random) : item));
  }
  const entries = Object.entries(json as { readonly [key: string]: Json });
  const at = random.int(entries.length);
  return Object.fromEntries(
    entries.map(([key, value], index) => [key, index === at ? spoil(value, random) : value]),
  );
}

const ref = (place: string): Json => ({ $ref: `#/components/${place}` });

const whole: Json = {
  openapi: '3.1.0',
  servers: [{ url: 'https://{host}/v1', variables: { host: { default: 'api.example.com' } } }],
  security: [{ key: [] }, { token: ['read'] }],
  paths: {
    '/pets': {
      get: {
        operationId: 'pets/list',
        parameters: [
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          ref('parameters/Key'),
        ],
        responses: {
          200: { content: { 'application/json': { schema: { type: 'array', items: ref('schemas/Pet') } } } },
        },
      },
    },
    '/pets/{id}': {
      parameters: [ref('parameters/Id')],
      servers: [{ url: 'https://pets.example.com' }],
      put: { operationId: 'pets/keep', requestBody: ref('requestBodies/Pet'), security: [{}] },
      delete: { parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }] },
    },
    '/again': ref('pathItems/Again'),
  },
  components: {
    parameters: {
      Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      Key: { name: 'key', in: 'query', schema: { type: 'string' } },
    },
    requestBodies: {
      Pet: { required: true, content: { 'application/json': { schema: ref('schemas/Pet') } } },
    },
    pathItems: { Again: { post: { requestBody: ref('requestBodies/Pet') } } },
    schemas: {
      Pet: {
        allOf: [ref('schemas/Named'), { properties: { age: { type: 'integer', minimum: 0 } } }],
        required: ['name', 'age'],
      },
      Named: { type: 'object', properties: { name: { type: 'string' }, mother: ref('schemas/Pet') } },
    },
    securitySchemes: {
      key: { type: 'apiKey', in: 'query', name: 'key' },
      token: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://example.com/token' } } },
    },
  },
};
