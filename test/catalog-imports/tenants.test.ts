/** Tenants with the same vendor, and with credentials: each only sees and calls its own. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogFixture, openCatalogFixture, type Person } from './catalog-fixture.ts';
import { type ApiServer, petDocument, startApi } from './pet-api.ts';

const hers = 'the-key-of-default-only-0001';
const theirs = 'the-key-of-other-only-0002';

let fixture: CatalogFixture;
let first: ApiServer;
let second: ApiServer;

const answerAs =
  (owner: string) =>
  ({ url }: { readonly url: string }) =>
    url.startsWith('/pets') ? ([200, [{ id: `${owner}-1`, name: `Pet of ${owner}` }]] as const) : undefined;

beforeAll(async () => {
  first = await startApi(answerAs('default'));
  second = await startApi(answerAs('other'));
  const secretOf = (name: string, port: number, tenant: string) =>
    `  ${name}: { hosts: ["127.0.0.1:${port}"], tenants: [${tenant}] }\n`;
  fixture = await openCatalogFixture({
    files: {
      'connectors.yaml': `secrets:\n${secretOf('HERS', first.port, 'default')}${secretOf('THEIRS', second.port, 'other')}`,
    },
    env: { SIGNALBOX_TENANTS: 'true', HERS: hers, THEIRS: theirs },
  });
  const secured = (url: string) =>
    petDocument(
      url,
      {},
      {
        security: [{ key: [] }],
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      },
    );
  const extra = {
    '/owners': { get: { operationId: 'listOwners', responses: { 200: { description: 'All' } } } },
  };
  await fixture.add('Store', secured(first.url), { vendor: 'store' }, 'ann');
  const { paths, ...rest } = secured(second.url);
  await fixture.add('Store', { ...rest, paths: { ...paths, ...extra } }, { vendor: 'store' }, 'eve');
  await fixture.add('Private', petDocument(second.url), { vendor: 'private' }, 'eve');
  for (const [as, name] of [
    ['ann', 'HERS'],
    ['eve', 'THEIRS'],
  ] as const)
    await fixture.call('catalogs.configure', { catalog: 'store', auth: { key: `\${env:${name}}` } }, as);
});
afterAll(async () => {
  await fixture.close();
  await first.close();
  await second.close();
});

const titles = async (as: Person) =>
  (await fixture.call('catalogs.list', {}, as)).catalogs.map(
    ({ title }: { readonly title: string }) => title,
  );

test('[C5.4] lists, searches and names are those of the tenant', async () => {
  expect(await titles('ann')).toEqual(['Store']);
  expect(await titles('eve')).toEqual(['Private', 'Store']);
  const found = await fixture.call('commands.search', { query: 'owners', limit: 100 }, 'ann');
  expect(JSON.stringify(found)).not.toContain('listOwners');
  expect(found.total + 5).toBe((await fixture.call('commands.search', { limit: 1 }, 'eve')).total);
  for (const [operation, input] of [
    ['catalogs.get', { catalog: 'Private' }],
    ['catalogs.setEnabled', { catalog: 'private', enabled: false }],
    ['catalogs.configure', { catalog: 'private', baseUrl: '' }],
    ['catalogs.remove', { catalog: 'private' }],
  ] as const) {
    const { code, message } = await fixture.refused(operation, input, 'ann');
    expect([operation, code]).toEqual([operation, 'catalog_not_found']);
    expect(message).not.toContain('Did you mean');
  }
  for (const [operation, input] of [
    ['commands.describe', { command: 'store.listOwners' }],
    ['commands.run', { command: 'private.listPets' }],
    ['commands.values', { command: 'private.showPet', parameter: 'petId' }],
  ] as const) {
    const { code, message } = await fixture.refused(operation, input, 'ann');
    expect([operation, code, message.includes('“private')]).toEqual([
      operation,
      'command_not_found',
      operation !== 'commands.describe',
    ]);
  }
});

test('[C5.4][C5.8] the same call reaches the API of the tenant, with its credentials and its own values', async () => {
  for (const [as, owner] of [
    ['ann', 'default'],
    ['eve', 'other'],
    ['ann', 'default'],
  ] as const) {
    const { output } = await fixture.call('commands.run', { command: 'store.listPets' }, as);
    expect(output).toEqual([{ id: `${owner}-1`, name: `Pet of ${owner}` }]);
    const input = { command: 'store.showPet', parameter: 'petId' };
    const { values } = await fixture.call('commands.values', input, as);
    expect(values).toMatchObject([{ value: `${owner}-1` }]);
  }
  expect(new Set(first.asked.map(({ headers }) => headers['x-key']))).toEqual(new Set([hers]));
  expect(new Set(second.asked.map(({ headers }) => headers['x-key']))).toEqual(new Set([theirs]));
});

test('[C5.4][C5.5] a secret of another tenant is not sent, whatever the record says', async () => {
  await fixture.add(
    'Store 2',
    petDocument(
      second.url,
      {},
      {
        security: [{ key: [] }],
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      },
    ),
    { vendor: 'greedy' },
    'ann',
  );
  await fixture.call('catalogs.configure', { catalog: 'greedy', auth: { key: '${env:THEIRS}' } }, 'ann');
  const asked = second.asked.length;
  const refused = await fixture.refused('commands.run', { command: 'greedy.listPets' }, 'ann');
  expect(refused).toMatchObject({ code: 'call_failed', context: { failure: 'secret-refused' } });
  expect(second.asked).toHaveLength(asked);
  await fixture.confirmed('catalogs.remove', { catalog: 'greedy', removeManifest: true }, 'ann');
});

test('[C5.4][C5.9] workflows of a tenant call its catalog; those of another are unknown to them', async () => {
  const source = (call: string) => `workflows:\n  look: { graph: { list: { call: ${call} } } }\n`;
  for (const as of ['ann', 'eve'] as const)
    await fixture.call('definitions.save', { path: 'look.yaml', source: source('store.listPets') }, as);
  expect(await fixture.start('look', {}, 'ann')).toMatchObject({ output: [{ id: 'default-1' }] });
  expect(await fixture.start('look', {}, 'eve')).toMatchObject({ output: [{ id: 'other-1' }] });
  for (const call of ['private.listPets', 'store.listOwners']) {
    const hidden = await fixture.call(
      'definitions.validate',
      { path: 'a.yaml', source: source(call) },
      'ann',
    );
    expect([call, JSON.stringify([hidden.violations, hidden.warnings])]).toEqual([
      call,
      expect.stringContaining(call.split('.')[1] ?? ''),
    ]);
    const known = await fixture.call('definitions.validate', { path: 'a.yaml', source: source(call) }, 'eve');
    expect([call, known.valid, known.warnings]).toEqual([call, true, []]);
  }
});

test('[C5.4] files of tenants are apart; paths of the installation are not shown', async () => {
  const names = (await fixture.files('catalogs')).map(([name]) => name.split('/').slice(0, 4).join('/'));
  expect(new Set(names)).toEqual(
    new Set([
      'catalogs/tenants/default/store',
      'catalogs/tenants/other/private',
      'catalogs/tenants/other/store',
    ]),
  );
  const content = JSON.stringify(petDocument(second.url));
  const imported = await fixture.call('catalogs.import', { content, title: 'Third', vendor: 'third' }, 'eve');
  expect(JSON.stringify(imported)).not.toContain(fixture.folder);
  // No folder is allowed unless the operator says so, and an address stays an address.
  const { violations } = await fixture.call('catalogs.validate', { source: '/etc/passwd' }, 'manager');
  expect(violations).toMatchObject([{ rule: 'source_not_allowed' }]);
});
