/** A GraphQL API by its address and by its schema, and documents that cannot be imported. */
import { buildSchema, graphql } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogFixture, openCatalogFixture } from './catalog-fixture.ts';
import { type ApiServer, startApi } from './pet-api.ts';

const sdl = `"""A pet"""
type Pet { id: ID!, name: String! }
type Query { pets(tag: String): [Pet!]!, pet(id: ID!): Pet }
type Mutation { addPet(name: String!): Pet! }
`;

let fixture: CatalogFixture;
let api: ApiServer;
const answers = new Map<string, unknown>();
beforeAll(async () => {
  const schema = buildSchema(sdl);
  const queries = await import('../../src/catalogs/index.ts');
  answers.set('introspection', await graphql({ schema, source: queries.introspectionQuery() }));
  api = await startApi(({ method, url, body }) => {
    if (url === '/refusing') return [200, { errors: [{ message: 'Introspection is disabled' }] }];
    if (url !== '/graphql' || method !== 'POST') return undefined;
    const { query = '' } = JSON.parse(body) as { readonly query?: string };
    if (query.includes('__schema')) return [200, answers.get('introspection')];
    if (query.includes('addPet')) return [200, { data: { addPet: { id: '9', name: 'Ida' } } }];
    return [200, { data: { pets: [{ id: '1', name: 'Rex' }] } }];
  });
  fixture = await openCatalogFixture({
    files: {
      'workflows/pets.yaml': 'workflows:\n  list: { graph: { look: { call: shop.pets } }, result: $look }\n',
    },
  });
});
afterAll(async () => {
  await fixture.close();
  await api.close();
});

test('[C5.1][C5.7] a GraphQL API is asked for its schema, and its fields are commands', async () => {
  const source = `${api.url}/graphql`;
  const input = { source, sourceType: 'graphql', title: 'Shop', vendor: 'shop' };
  const imported = await fixture.call('catalogs.import', input);
  expect(imported).toMatchObject({ commandCount: 3 });
  const { commands } = await fixture.call('commands.search', { vendor: 'shop' });
  expect(commands.map(({ call, executionType }: Record<string, string>) => [call, executionType])).toEqual(
    expect.arrayContaining([
      ['shop.pets', 'read'],
      ['shop.addPet', 'write'],
    ]),
  );
  expect(await fixture.call('commands.run', { command: 'shop.pets' })).toMatchObject({
    output: [{ id: '1', name: 'Rex' }],
  });
  expect(
    (await fixture.refused('commands.run', { command: 'shop.addPet', args: { name: 'Ida' } })).code,
  ).toBe('confirmation_required');
  expect(await fixture.run('shop.addPet', { name: 'Ida' })).toMatchObject({ name: 'Ida' });
  expect(await fixture.start('list')).toMatchObject({ status: 'completed', output: [{ name: 'Rex' }] });
});

test('[C5.1] a schema as a text needs the address of its API', async () => {
  const imported = await fixture.add('Schema', sdl, { vendor: 'schema' });
  expect(imported.warnings).toEqual([expect.stringContaining('set the base URL of “Schema”')]);
  expect((await fixture.refused('commands.run', { command: 'schema.pets' })).context?.['failure']).toBe(
    'api-no-server',
  );
  await fixture.call('catalogs.configure', { catalog: 'schema', baseUrl: `${api.url}/graphql` });
  expect(await fixture.run('schema.pets')).toEqual([{ id: '1', name: 'Rex' }]);
});

test('[C5.1] an API that does not tell its schema is refused', async () => {
  const input = { source: `${api.url}/refusing`, sourceType: 'graphql' };
  expect(await fixture.call('catalogs.validate', input)).toMatchObject({ valid: false });
  expect((await fixture.refused('catalogs.import', { ...input, title: 'Refusing' })).code).toBe(
    'invalid_catalog',
  );
});

/** What is wrong, and where. */
const wrong: readonly (readonly [what: string, content: string, violation: object])[] = [
  [
    'broken JSON',
    '{\n  "openapi": "3.0.0"\n  "paths": {}\n}',
    { rule: 'document_unreadable', line: 3, column: 3 },
  ],
  ['broken YAML', 'openapi: 3.0.0\npaths:\n  - a: [1\n', { rule: 'document_unreadable', line: 4 }],
  ['another JSON', '{"name": "package"}', { path: '$.openapi', rule: 'openapi_version' }],
  ['a list', '[]', { path: '$', rule: 'openapi_version' }],
  ['a number', '42', { path: '$', rule: 'openapi_version' }],
  ['an unknown version', '{"openapi": "9.1", "paths": {}}', { path: '$.openapi', actual: '9.1' }],
  ['no paths', '{"swagger": "2.0"}', { path: '$.paths', rule: 'paths_required' }],
  ['paths as a list', '{"openapi": "3.0.0", "paths": []}', { path: '$.paths', rule: 'paths_type' }],
  ['broken GraphQL', 'type Query {\n  pets: [Pet\n}', { line: 3 }],
];

test.each(wrong)(
  '[C5.1] %s: validation says where, and import stores nothing',
  async (_, content, violation) => {
    const { valid, violations } = await fixture.call('catalogs.validate', { content });
    expect([valid, violations]).toEqual([
      false,
      expect.arrayContaining([expect.objectContaining(violation)]),
    ]);
    for (const { message } of violations) expect(message).not.toBe('');
    const files = (await fixture.files('catalogs')).map(([name]) => name);
    const refused = await fixture.refused('catalogs.import', { content, title: 'Broken' });
    expect(refused).toMatchObject({
      code: 'invalid_catalog',
      violations: expect.arrayContaining([expect.objectContaining(violation)]),
    });
    expect((await fixture.refused('catalogs.preview', { content, title: 'Broken' })).code).toBe(
      'invalid_catalog',
    );
    expect((await fixture.files('catalogs')).map(([name]) => name)).toEqual(files);
  },
);

test('[C5.1] what cannot be read of a document is a warning, and the rest is imported', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Partly', version: '1' },
    servers: [{ url: api.url }],
    webhooks: { arrived: { post: { responses: {} } } },
    paths: {
      '/a': { get: { operationId: 'good', responses: {} }, brew: {}, post: null },
      '/b': { get: { operationId: 'bad', parameters: [{ $ref: '#/components/none' }], responses: {} } },
      '/c': 3,
    },
  };
  const { warnings, commandCount } = await fixture.add('Partly', document);
  expect(commandCount).toBeGreaterThan(0);
  expect(warnings.join(' ')).toMatch(/webhook/i);
  expect((await fixture.call('commands.describe', { command: 'partly.good' })).command).toBeDefined();
});
