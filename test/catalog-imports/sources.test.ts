/** Where documents come from: files in allowed folders, addresses, and texts, with what they refer to. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalServer } from '../servers/local-server.ts';
import { type CatalogFixture, openCatalogFixture } from './catalog-fixture.ts';
import { type ApiServer, petDocument, startApi } from './pet-api.ts';

let fixture: CatalogFixture;
let host: ApiServer;
/** By path. */
const served = new Map<string, readonly [status: number, body: unknown, headers?: Record<string, string>]>();

beforeAll(async () => {
  host = await startApi(({ url }) => served.get(url));
  fixture = await openCatalogFixture();
});
afterAll(async () => {
  await fixture.close();
  await host.close();
});

const document = petDocument('https://pets.example.com/v1');
const path = (name: string): string => join(fixture.folder, 'apis', name);
const validate = (input: object, as?: 'manager') => fixture.call('catalogs.validate', input, as);
const ruleOf = async (input: object, as?: 'manager') =>
  (await validate(input, as)).violations.map(({ rule }: { readonly rule: string }) => rule);

test('[C5.1] a file in an allowed folder is imported, by its path', async () => {
  await fixture.write('apis/pets.json', JSON.stringify(document));
  const source = path('pets.json');
  expect(await validate({ source }, 'manager')).toEqual({
    valid: true,
    documentKind: 'openapi_3',
    title: 'Pet store',
    operationCount: 4,
    warnings: [],
    violations: [],
  });
  const imported = await fixture.call('catalogs.import', { source, title: 'By path' }, 'manager');
  expect(imported).toMatchObject({ catalogId: 'by_path', vendor: 'example', created: true, commandCount: 4 });
  expect(await fixture.call('catalogs.get', { catalog: 'By path' })).toMatchObject({
    source,
    servers: ['https://pets.example.com/v1'],
  });
});

test('[C5.1] a file elsewhere is refused, in the same words whether it exists or not; an admin may read it', async () => {
  await fixture.write('elsewhere/pets.json', JSON.stringify(document));
  const there = join(fixture.folder, 'elsewhere', 'pets.json');
  const missing = join(fixture.folder, 'elsewhere', 'none.json');
  await symlink(there, path('link.json'));
  const answers = [];
  for (const source of [there, missing, path('../elsewhere/pets.json'), path('../elsewhere/none.json')]) {
    const { violations } = await validate({ source }, 'manager');
    answers.push(JSON.stringify(violations).replaceAll(source, 'SOURCE'));
    const { code } = await fixture.refused('catalogs.import', { source, title: 'No' }, 'manager');
    expect(code).toBe('invalid_catalog');
  }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('source_not_allowed');
  // What a link leads to decides.
  expect(await ruleOf({ source: path('link.json') }, 'manager')).toEqual(['source_not_allowed']);
  expect(await validate({ source: there })).toMatchObject({ valid: true });
  expect(await ruleOf({ source: missing })).toEqual(['document_unreadable']);
});

test('[C5.1] a folder, an empty file, a missing file and a device are answered with what is wrong', async () => {
  await fixture.write('apis/empty.yaml', '');
  expect(await ruleOf({ source: path('empty.yaml') }, 'manager')).toEqual(['openapi_version']);
  expect(await ruleOf({ source: path('none.yaml') }, 'manager')).toEqual(['document_unreadable']);
  for (const source of [path('.'), '/dev/zero', '/dev/stdin']) {
    expect(await ruleOf({ source })).toEqual(['document_unreadable']);
  }
});

test('[C5.1] a document is sent as a text, in JSON or YAML; source and content exclude each other', async () => {
  expect(await validate({ content: JSON.stringify(document) })).toMatchObject({ valid: true });
  const yaml = `openapi: 3.0.3\ninfo: { title: Small, version: 1.0 }\npaths:\n  /a: { get: { responses: {} } }\n`;
  expect(await validate({ content: yaml })).toMatchObject({ valid: true, operationCount: 1 });
  for (const input of [{}, { source: path('pets.json'), content: yaml }]) {
    const { code, violations } = await fixture.refused('catalogs.validate', input);
    expect([code, violations?.map(({ path: at }) => at)]).toEqual(['invalid_input', ['source']]);
  }
});

test('[C5.1] OpenAPI 2.0, 3.0, 3.1 and 3.2 and GraphQL are told apart', async () => {
  const paths = { '/a': { get: { responses: { 200: { description: 'Yes' } } } } };
  const kindOf = async (sent: object | string) => {
    const content = typeof sent === 'string' ? sent : JSON.stringify(sent);
    const { valid, documentKind, operationCount } = await validate({ content });
    return [valid, documentKind, operationCount];
  };
  const info = { title: 'A', version: '1' };
  expect(await kindOf({ swagger: '2.0', info, host: 'a.example.com', paths })).toEqual([
    true,
    'openapi_2',
    1,
  ]);
  for (const openapi of ['3.0.0', '3.0.4', '3.1.0', '3.2.0'])
    expect(await kindOf({ openapi, info, paths })).toEqual([true, 'openapi_3', 1]);
  expect(
    await kindOf('type Query { pets: [String] }\ntype Mutation { drop(name: String!): Boolean }'),
  ).toEqual([true, 'graphql', 2]);
  expect(await kindOf({ openapi: '4.0.0', info, paths })).toEqual([false, 'unknown', 0]);
});

test('[C5.1] a document is fetched from an address, and its relative server is beside it', async () => {
  const { servers, ...others } = document;
  served.set('/api/pets.json', [200, { ...others, servers: [{ url: '/v2' }] }]);
  served.set('/v2/pets', [200, []]);
  const source = `${host.url}/api/pets.json`;
  await fixture.call('catalogs.import', { source, title: 'Fetched', vendor: 'fetched' });
  expect(await fixture.run('fetched.listPets')).toEqual([]);
  expect(host.lines()).toEqual(['GET /api/pets.json', 'GET /v2/pets']);
  expect(host.asked[0]?.headers).toMatchObject({ 'user-agent': 'signalbox/1.2.3' });
});

test('[C5.1] an address that answers no document is refused, and nothing is stored', async () => {
  served.set('/moved.json', [302, '', { location: 'http://127.0.0.2:9/pets.json' }]);
  served.set('/metadata.json', [302, '', { location: 'http://169.254.169.254/latest/meta-data' }]);
  served.set('/page', [200, '<!doctype html><p>Hello', { 'content-type': 'text/html' }]);
  const before = await fixture.call('catalogs.list', {});
  const files = (await fixture.files('catalogs')).map(([name]) => name);
  for (const source of [
    `${host.url}/none.json`,
    `${host.url}/moved.json`,
    `${host.url}/metadata.json`,
    'http://127.0.0.1:1/pets.json',
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.2:9/pets.json',
    'http://[::1]/pets.json',
    'http://0x7f.2/pets.json',
  ]) {
    expect([source, await ruleOf({ source })]).toEqual([source, ['document_unreadable']]);
    const { code } = await fixture.refused('catalogs.import', { source, title: 'Nothing' });
    expect(code).toBe('invalid_catalog');
  }
  for (const source of [
    `http://ann:word@127.0.0.1:${host.port}/a.json`,
    `http://:word@127.0.0.1:${host.port}/a`,
  ])
    expect([source, await ruleOf({ source })]).toEqual([source, ['source_not_allowed']]);
  expect(await ruleOf({ source: 'ftp://127.0.0.1/a', sourceType: 'url' })).toEqual(['source_not_allowed']);
  expect(await ruleOf({ source: `${host.url}/page` })).toEqual(['openapi_version']);
  expect(await fixture.call('catalogs.list', {})).toEqual(before);
  expect((await fixture.files('catalogs')).map(([name]) => name)).toEqual(files);
});

test('[C5.1] an address with more than 64 MB is not read to its end', async () => {
  served.set('/huge.json', [200, Buffer.alloc(68_000_000, 32)]);
  const { violations } = await validate({ source: `${host.url}/huge.json` });
  expect(violations).toMatchObject([{ path: 'source', rule: 'document_unreadable' }]);
  served.delete('/huge.json');
});

test('[C5.1] a document is read with the files beside it, and with none elsewhere', async () => {
  const list = (ref: string) => ({
    openapi: '3.0.0',
    info: { title: 'Split', version: '1' },
    paths: { '/pets': { get: { operationId: 'list', parameters: [{ $ref: ref }], responses: {} } } },
  });
  const parameter =
    'Tag: { name: tag, in: query, required: true, schema: { $ref: "more/types.yaml#/Tag" } }\n';
  await fixture.write('apis/split/main.json', JSON.stringify(list('./parts.yaml#/Tag')));
  await fixture.write('apis/split/parts.yaml', parameter);
  await fixture.write('apis/split/more/types.yaml', 'Tag: { type: integer }\n');
  const source = path('split/main.json');
  await fixture.call('catalogs.import', { source, title: 'Split', baseUrl: host.url }, 'manager');
  const { parameters } = await fixture.call('commands.describe', { command: 'split.list' });
  expect(parameters[0]).toEqual({ name: 'tag', type: 'int', required: true });

  await fixture.write('apis/secret.yaml', 'Tag: { name: stolen, in: query, schema: { type: string } }\n');
  await fixture.write('apis/split/outside.json', JSON.stringify(list('../secret.yaml#/Tag')));
  await fixture.write('apis/split/encoded.json', JSON.stringify(list('%2e%2e/secret.yaml#/Tag')));
  await fixture.write('apis/split/absolute.json', JSON.stringify(list(`${path('secret.yaml')}#/Tag`)));
  await fixture.write('apis/split/file.json', JSON.stringify(list(`file://${path('secret.yaml')}#/Tag`)));
  await symlink(path('secret.yaml'), path('split/linked.yaml'));
  await fixture.write('apis/split/links.json', JSON.stringify(list('linked.yaml#/Tag')));
  for (const name of ['outside', 'encoded', 'absolute', 'file', 'links']) {
    for (const as of ['manager', 'ann'] as const) {
      const title = `Taken ${name} ${as}`;
      const given = { source: path(`split/${name}.json`), title, vendor: `${name}_${as}`, baseUrl: host.url };
      const imported = await fixture.call('catalogs.import', given, as).catch(() => undefined);
      if (imported === undefined) continue;
      const described = await fixture.call('commands.describe', { command: `${imported.vendor}.list` });
      expect([name, JSON.stringify(described)]).toEqual([name, expect.not.stringContaining('stolen')]);
    }
  }
});

test('[C5.1] addresses that a document refers to are fetched by the same rules', async () => {
  served.set('/types.json', [200, { Tag: { name: 'tag', in: 'query', schema: { $ref: 'deep/more.json' } } }]);
  served.set('/deep/more.json', [200, { type: 'boolean' }]);
  const refersTo = (...references: readonly string[]) =>
    JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'Refers', version: '1' },
      paths: {
        '/pets': {
          get: { operationId: 'list', parameters: references.map(($ref) => ({ $ref })), responses: {} },
        },
      },
    });
  const content = refersTo(`${host.url}/types.json#/Tag`);
  await fixture.call('catalogs.import', { content, title: 'Refers', baseUrl: host.url });
  const { parameters } = await fixture.call('commands.describe', { command: 'refers.list' });
  expect(parameters[0]).toEqual({ name: 'tag', type: 'true or false', required: false });

  const asked = host.asked.length;
  const bad = [
    'http://169.254.169.254/latest#/Tag',
    'http://127.0.0.2:9/a.json#/Tag',
    `${host.url}/none.json`,
  ];
  const { valid, violations } = await validate({ content: refersTo(...bad) });
  expect(valid).toBe(false);
  // All at once.
  expect(violations).toHaveLength(3);
  expect(host.asked).toHaveLength(asked + 1);
});

test('[C5.1] a document that refers to ever more addresses is refused after a few', async () => {
  const endless = await startApi(({ url }) => {
    const next = Number(url.slice(1)) + 1;
    return [200, { name: 'a', in: 'query', schema: { $ref: `/${next}` } }];
  });
  const wide = Array.from({ length: 60 }, (_, at) => ({ $ref: `${endless.url}/x${at}` }));
  const contentOf = (parameters: readonly object[]) =>
    JSON.stringify({ openapi: '3.0.0', paths: { '/a': { get: { parameters, responses: {} } } } });
  try {
    expect(await ruleOf({ content: contentOf([{ $ref: `${endless.url}/0` }]) })).toEqual([
      'too_many_references',
    ]);
    expect(endless.asked.length).toBeLessThan(10);
    expect(await ruleOf({ content: contentOf(wide) })).toEqual(['too_many_references']);
    expect(endless.asked.length).toBeLessThan(10);
  } finally {
    await endless.close();
  }
});

test('[C5.1] a source that fails is named without its query', async () => {
  served.set('/broken.json?token=hunter2', [200, '{"a": nothing}']);
  const refers = {
    openapi: '3.0.0',
    paths: {
      '/a': { get: { parameters: [{ $ref: `${host.url}/none.json?token=hunter2#/a` }], responses: {} } },
    },
  };
  for (const input of [
    { source: `${host.url}/none.json?token=hunter2` },
    { source: `${host.url}/broken.json?token=hunter2` },
    { source: 'http://127.0.0.1:1/pets.json?token=hunter2' },
    { source: 'http://ann:hunter2@127.0.0.1/a?token=hunter2' },
    { source: 'ftp://ann:hunter2@127.0.0.1/a?token=hunter2', sourceType: 'url' },
    { content: JSON.stringify(refers) },
  ]) {
    const { violations } = await validate(input);
    expect(violations).not.toEqual([]);
    expect(JSON.stringify(violations)).not.toContain('hunter2');
  }
});

test('[C5.5] an address of an API has no query, which would be stored and shown', async () => {
  const content = JSON.stringify(document);
  for (const baseUrl of ['https://a.example.com/?api_key=hunter2', 'https://a.example.com/#hunter2']) {
    const refusal = await fixture.refused('catalogs.import', { content, title: 'Query', baseUrl });
    expect(refusal.code).toBe('invalid_input');
    expect(JSON.stringify(refusal)).toMatch(/a header, or in a credential/);
    expect(JSON.stringify(refusal)).not.toContain('hunter2');
  }
});

/** A server that answers only when nothing else has come for some turns of the event loop, and counts what it answers at once. */
async function startCounted(answer: () => string) {
  let [open, most, asked] = [0, 0, 0];
  const server = await startLocalServer(async (_, response) => {
    asked++;
    most = Math.max(most, ++open);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    open--;
    response.end(answer());
  });
  return { ...server, counts: () => ({ most, asked }) };
}

const listing = (references: readonly string[]) =>
  JSON.stringify({
    openapi: '3.0.0',
    paths: { '/a': { get: { parameters: references.map(($ref) => ({ $ref })), responses: {} } } },
  });

test('[C5.1] an import fetches one document at a time, and a server four at once', async () => {
  const server = await startCounted(() => JSON.stringify({ name: 'a', in: 'query' }));
  try {
    const imports = Array.from({ length: 8 }, (_, at) =>
      listing(Array.from({ length: 6 }, (__, part) => `${server.url}/${at}/${part}`)),
    );
    const [first, ...others] = imports;
    expect(await validate({ content: first })).toMatchObject({ valid: true });
    expect(server.counts()).toEqual({ most: 1, asked: 6 });
    for (const { valid } of await Promise.all(others.map((content) => validate({ content }))))
      expect(valid).toBe(true);
    expect(server.counts().asked).toBe(48);
    expect(server.counts().most).toBeLessThanOrEqual(4);
  } finally {
    await server.close();
  }
});

test('[C5.1] the documents of an import may have 64 MiB together', async () => {
  const large = gzipSync(Buffer.alloc(40 * 1024 * 1024, ' '));
  for (const name of ['/large/1', '/large/2', '/large/3'])
    served.set(name, [200, large, { 'content-encoding': 'gzip' }]);
  const content = listing(['/large/1', '/large/2', '/large/3'].map((name) => `${host.url}${name}`));
  const { valid, violations } = await validate({ content });
  expect(valid).toBe(false);
  expect(violations).toHaveLength(2);
  expect(violations).toMatchObject([
    { actual: `${host.url}/large/2`, message: expect.stringContaining('64 MiB together') },
    { actual: `${host.url}/large/3` },
  ]);
});
