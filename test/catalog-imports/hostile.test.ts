/** Documents and names that are meant to harm: read within limits or refused, while others are served. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogFixture, openCatalogFixture } from './catalog-fixture.ts';
import { type ApiServer, petDocument, startPets } from './pet-api.ts';

let fixture: CatalogFixture;
let api: ApiServer;
beforeAll(async () => {
  api = await startPets();
  fixture = await openCatalogFixture({ env: { SIGNALBOX_COMPUTING_RATE: 'none' } });
  await fixture.add('Pets', petDocument(api.url), { vendor: 'pets' });
});
afterAll(async () => {
  await fixture.close();
  await api.close();
});

const openapi = (schemas: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Hostile', version: '1' },
  servers: [{ url: api.url }],
  paths: {
    '/a': {
      post: {
        operationId: 'send',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } },
        responses: {
          200: {
            description: 'x',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } },
          },
        },
      },
    },
  },
  components: { schemas },
  ...more,
});

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Each refers twelve times to the next. */
const bomb = (keyword: 'properties' | 'allOf' | 'anyOf') =>
  Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => {
      const parts = Array.from({ length: 12 }, () => ref(`S${at + 1}`));
      const schema = keyword === 'properties' ? { properties: { ...parts } } : { [keyword]: parts };
      return [`S${at}`, at === 29 ? { type: 'string' } : schema];
    }),
  );

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const aliases = (levels: number) =>
  [
    'a0: &a0 [x, x, x, x, x, x, x, x, x]',
    ...Array.from({ length: levels }, (_, at) => {
      const many = Array.from({ length: 9 }, () => `*a${at}`).join(', ');
      return `a${at + 1}: &a${at + 1} [${many}]`;
    }),
  ].join('\n');

const manyOperations = (count: number) => ({
  openapi: '3.0.0',
  info: { title: 'Many', version: '1' },
  servers: [{ url: 'http://127.0.0.1:1' }],
  paths: Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `/things${at}/{id}`,
      { get: { operationId: `get${at}`, responses: {} } },
    ]),
  ),
});

const documents: readonly (readonly [what: string, content: () => string])[] = [
  ['references that multiply in properties', () => JSON.stringify(openapi(bomb('properties')))],
  ['references that multiply in allOf', () => JSON.stringify(openapi(bomb('allOf')))],
  ['references that multiply in anyOf', () => JSON.stringify(openapi(bomb('anyOf')))],
  ['a schema that is itself', () => JSON.stringify(openapi({ S0: ref('S0') }))],
  [
    'schemas in a circle',
    () => JSON.stringify(openapi({ S0: { allOf: [ref('S1')] }, S1: { allOf: [ref('S0')] } })),
  ],
  ['a path that is itself', () => JSON.stringify(openapi({}, { paths: { '/a': { $ref: '#/paths/~1a' } } }))],
  [
    'a parameter that is itself',
    () =>
      JSON.stringify(
        openapi(
          {},
          {
            paths: {
              '/a': { get: { parameters: [{ $ref: '#/paths/~1a/get/parameters/0' }], responses: {} } },
            },
          },
        ),
      ),
  ],
  ['JSON of 100,000 levels', () => deep(100_000)],
  [
    'a schema of 5,000 levels',
    () => JSON.stringify(openapi({})).replace('"schemas":{}', `"schemas":{"S0":${deep(5_000)}}`),
  ],
  ['YAML of 20,000 levels', () => `openapi: 3.0.0\nx: ${'['.repeat(20_000)}`],
  ['aliases that multiply', () => `openapi: 3.0.0\npaths: {}\n${aliases(12)}`],
  ['an alias in itself', () => 'openapi: 3.0.0\npaths: {}\na: &a [*a]'],
  ['10,001 operations', () => JSON.stringify(manyOperations(10_001))],
  [
    'paths with a hostile pattern',
    () => JSON.stringify(openapi({ S0: { type: 'string', pattern: '^(a+)+$' } })),
  ],
  [
    'names of prototypes',
    () =>
      `{"openapi":"3.0.0","__proto__":{"paths":{"/x":{}}},"paths":{"__proto__":{"get":{"responses":{}}},"/constructor":{"get":{"operationId":"__proto__","responses":{}},"post":{"operationId":"constructor","responses":{}}}}}`,
  ],
  ['GraphQL of 20,000 levels', () => `type Query { a(b: ${'['.repeat(20_000)}Int): Int }`],
  [
    'GraphQL that goes in a circle',
    () => 'type Query { a: A! }\ntype A { b: B!, c: [A!]! }\ntype B { a: A!, c: [B!]! }',
  ],
  [
    'GraphQL fragments',
    () =>
      `type Query {\n${Array.from({ length: 300 }, (_, at) => `  a${at}: T`).join('\n')}\n}\ntype T {\n${Array.from({ length: 300 }, (_, at) => `  b${at}: T`).join('\n')}\n}`,
  ],
];

test.each(documents)('[C5.1] %s: refused, or imported within limits', async (what, content) => {
  const sent = content();
  const logged = fixture.log.length;
  const outcome = await fixture
    .call('catalogs.import', {
      content: sent,
      title: `Hostile ${documents.findIndex(([each]) => each === what)}`,
    })
    .catch((error) => error.details ?? error);
  if (outcome instanceof Error) throw outcome;
  if (outcome.code !== undefined) {
    expect(['invalid_catalog', 'computing_limit', 'invalid_input']).toContain(outcome.code);
  } else {
    const { commands } = await fixture.call('commands.search', { vendor: outcome.vendor, limit: 100 });
    expect(commands.length).toBe(Math.min(100, outcome.commandCount));
    for (const { call } of commands.slice(0, 20)) {
      const described = await fixture.call('commands.describe', { command: call });
      expect(JSON.stringify(described).length).toBeLessThan(200_000);
      await fixture.run(call).catch((error) => expect(error.details.code).toBe('call_failed'));
    }
    const size = (await fixture.files(`catalogs/${outcome.catalogId}`)).reduce(
      (sum, [, text]) => sum + text.length,
      0,
    );
    expect(size).toBeLessThan(20_000_000);
    await fixture.confirmed('catalogs.remove', { catalog: outcome.catalogId, removeManifest: true });
  }
  expect(({} as Record<string, unknown>)['paths']).toBeUndefined();
  expect(fixture.log.slice(logged)).toEqual([]);
});

test('[C5.1] others are served while a large document is read', async () => {
  let isRead = false;
  const reading = fixture
    .call('catalogs.validate', { content: JSON.stringify(manyOperations(9_000)) })
    .finally(() => {
      isRead = true;
    });
  // Each would wait for the whole document if this process read it.
  const served: boolean[] = [];
  for (let at = 0; at < 5; at++) {
    await fixture.call('commands.describe', { command: 'pets.listPets' }, 'bob');
    served.push(!isRead);
  }
  expect(await reading).toMatchObject({ valid: true, operationCount: 9_000 });
  expect(served).toEqual([true, true, true, true, true]);
});

test('[C5.1] titles and vendors lead to no other folder and no other name', async () => {
  const content = JSON.stringify(petDocument(api.url));
  for (const [title, id] of [
    ['__proto__', 'proto'],
    ['constructor', 'constructor'],
    ['../../x', 'x'],
    ['/etc/passwd', 'etc_passwd'],
    ['..\\..\\windows', 'windows'],
    ['.drafts', 'drafts'],
    ['a\u0000b', 'a_b'],
    ['%2e%2e%2f', '2e_2e_2f'],
    ['ＡＰＩ', 'api'],
    ['Über Café', 'uber_cafe'],
    ['ͺ', 'catalog'],
    ['Ͻ'.repeat(100), 'ͻ'.repeat(60)],
    ['𐌰'.repeat(50), '𐌰'.repeat(50)],
    [`a${'𐌰'.repeat(49)}`, `a${'𐌰'.repeat(49)}`],
  ] as const) {
    const vendor = 'odd';
    const imported = await fixture.call('catalogs.import', { content, title, vendor });
    expect([title, imported.catalogId]).toEqual([title, id]);
    expect(imported.catalogPath.startsWith(`${fixture.folder}/catalogs/`)).toBe(true);
    expect((await fixture.call('catalogs.get', { catalog: title })).title).toBe(title);
    await fixture.reopen();
    expect(await fixture.run(`${vendor}.listPets`)).toHaveLength(2);
    await fixture.confirmed('catalogs.remove', { catalog: id, removeManifest: true });
  }
  for (const title of ['', ' ', '../..', '...', '---', '\u0000', 'x'.repeat(101)]) {
    const outcome = await fixture
      .call('catalogs.import', { content, title, vendor: 'odd' })
      .catch((error) => error.details.code);
    expect([title, outcome]).toEqual([title, 'invalid_input']);
  }
  expect((await fixture.call('catalogs.list', {})).catalogs).toHaveLength(1);
});

test('[C5.1] a vendor cannot take the name of another, and not of what is built in', async () => {
  const content = JSON.stringify(petDocument(api.url));
  for (const vendor of ['pets', 'http', 'sql'])
    expect([
      vendor,
      (await fixture.refused('catalogs.import', { content, title: 'Other', vendor })).code,
    ]).toEqual([vendor, 'name_taken']);
  for (const vendor of ['__proto__', '../x', 'A', 'a.b', 'a b', '', '1a', 'x'.repeat(41)])
    expect([
      vendor,
      (await fixture.refused('catalogs.import', { content, title: 'Other', vendor })).code,
    ]).toEqual([vendor, 'invalid_input']);
  for (const vendor of ['constructor', 'tostring', 'has-own_property']) {
    await fixture.call('catalogs.import', { content, title: 'Other', vendor });
    expect(await fixture.run(`${vendor}.listPets`)).toHaveLength(2);
    await fixture.confirmed('catalogs.remove', { catalog: 'Other', removeManifest: true });
  }
});

test('[C5.1] 10,000 operations are imported, found and called', async () => {
  const imported = await fixture.add(
    'Many',
    { ...manyOperations(10_000), servers: [{ url: api.url }] },
    { vendor: 'many' },
  );
  expect(imported.commandCount).toBe(10_000);
  const { commands, total } = await fixture.call('commands.search', { query: 'things4711' });
  expect([commands[0].call, total >= 10_004]).toEqual(['many.get4711', true]);
  expect(
    (await fixture.refused('commands.run', { command: 'many.get4711', args: { id: 'x' } })).context,
  ).toMatchObject({
    failure: 'http-404',
  });
  const again = await fixture.add(
    'Many',
    { ...manyOperations(5), servers: [{ url: api.url }] },
    { overwrite: true },
  );
  expect(again.commandCount).toBe(5);
  expect(again.difference.removed).toHaveLength(200);
});
