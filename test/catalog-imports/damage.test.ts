/** Files of catalogs that are damaged or gone, and drafts that were left over. */
import { appendFile, mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CatalogFixture, openCatalogFixture } from './catalog-fixture.ts';
import { type ApiServer, petDocument, startPets } from './pet-api.ts';

let fixture: CatalogFixture;
let api: ApiServer;
beforeAll(async () => {
  api = await startPets();
});
afterAll(() => api.close());
beforeEach(async () => {
  api.asked.length = 0;
  fixture = await openCatalogFixture({
    files: {
      'workflows/pets.yaml':
        'workflows:\n  broken: { graph: { look: { call: broken.listPets } } }\n  whole: { graph: { look: { call: whole.listPets } } }\n',
    },
  });
  await fixture.add('Broken', petDocument(api.url), { vendor: 'broken' });
  await fixture.add('Whole', petDocument(api.url), { vendor: 'whole' });
});
afterEach(() => fixture.close());

const folder = () => join(fixture.folder, 'catalogs', 'broken');
const fileOf = async (ending: string) => {
  const found = (await readdir(folder())).find((name) => name.endsWith(ending));
  return join(folder(), found ?? 'none');
};

/** All of the other catalog, and of what lists both, works. */
async function expectOthersToWork() {
  const { catalogs } = await fixture.call('catalogs.list', {});
  expect(catalogs.map(({ title }: { readonly title: string }) => title)).toContain('Whole');
  const { commands } = await fixture.call('commands.search', { query: 'list all pets', limit: 100 });
  expect(commands.map(({ call }: { readonly call: string }) => call)).toContain('whole.listPets');
  await fixture.call('commands.search', { limit: 100 });
  expect(await fixture.run('whole.listPets')).toHaveLength(2);
  expect(await fixture.start('whole')).toMatchObject({ status: 'completed' });
  await fixture.call('definitions.list', {});
  const source = 'workflows:\n  a: { graph: { b: { call: whole.showPet, args: { petId: p1 } } } }\n';
  expect(await fixture.call('definitions.validate', { path: 'a.yaml', source })).toMatchObject({
    valid: true,
  });
  const both = `${source}  c: { graph: { d: { call: broken.showPet, args: { petId: p1 } } } }\n`;
  await fixture.call('definitions.validate', { path: 'a.yaml', source: both });
}

const damages: readonly (readonly [what: string, damage: () => Promise<unknown>])[] = [
  ['an index that is gone', async () => rm(await fileOf('.index.json'))],
  ['an index that is cut', async () => truncate(await fileOf('.index.json'), 200)],
  ['an empty index', async () => truncate(await fileOf('.index.json'), 0)],
  [
    'an index with other JSON',
    async () => writeFile(await fileOf('.index.json'), '{"index": {}, "lines": 3}'),
  ],
  ['commands that are gone', async () => rm(await fileOf('.commands.jsonl'))],
  ['commands that are cut', async () => truncate(await fileOf('.commands.jsonl'), 300)],
  ['empty commands', async () => truncate(await fileOf('.commands.jsonl'), 0)],
  [
    'commands that were overwritten',
    async () => writeFile(await fileOf('.commands.jsonl'), Buffer.alloc(10_000, 'x')),
  ],
  [
    'commands whose bytes were changed',
    async () => {
      const file = await fileOf('.commands.jsonl');
      await writeFile(file, Buffer.alloc((await stat(file)).size, 'x'));
    },
  ],
];

test.each(damages)(
  '[C5.6] %s: the catalog says so, no other is affected, and an import repairs it',
  async (_, damage) => {
    await damage();
    await fixture.reopen();
    await expectOthersToWork();
    const run = await fixture.start('broken');
    expect(run).toMatchObject({ status: 'failed' });
    expect(run.failure.message).toContain(
      'The files of the catalog “Broken” are gone or damaged. Import it again.',
    );
    expect((await fixture.call('catalogs.list', {})).catalogs).toHaveLength(2);
    for (const [operation, input] of [
      ['catalogs.get', { catalog: 'broken' }],
      ['catalogs.configure', { catalog: 'broken', baseUrl: api.url }],
      ['commands.describe', { command: 'broken.listPets' }],
      ['commands.run', { command: 'broken.listPets' }],
    ] as const) {
      const answer = await fixture
        .call(operation, input)
        .catch((error) => error.details?.code ?? String(error));
      expect([operation, answer]).not.toEqual([operation, 'internal_error']);
    }
    expect(api.lines()).toEqual(['GET /pets', 'GET /pets']);
    const document = petDocument(api.url);
    expect(await fixture.add('Broken', document, { overwrite: true })).toMatchObject({ created: false });
    expect(await fixture.run('broken.showPet', { petId: 'p1' })).toMatchObject({ name: 'Rex' });
    expect(await fixture.start('broken')).toMatchObject({ status: 'completed' });
    expect(fixture.log).toEqual([]);
  },
);

test('[C5.6] a catalog whose files are damaged can be removed', async () => {
  await rm(await fileOf('.index.json'));
  await fixture.reopen();
  expect(
    await fixture.confirmed('catalogs.remove', { catalog: 'broken', removeManifest: true }),
  ).toMatchObject({
    remainingCatalogCount: 1,
  });
});

test.each([
  ['is cut', (path: string) => truncate(path, 20)],
  ['is empty', (path: string) => truncate(path, 0)],
  ['has other JSON', (path: string) => writeFile(path, '{"id": "broken", "versions": []}')],
  ['has nonsense behind it', (path: string) => appendFile(path, 'x')],
  ['names another catalog', (path: string) => writeFile(path, '{"id": "../whole"}')],
  [
    'is a folder',
    async (path: string) => {
      await rm(path);
      await mkdir(path);
    },
  ],
] as const)(
  '[C5.6] a record that %s is left out and reported; an import replaces it',
  async (what, damage) => {
    await damage(join(folder(), 'catalog.json'));
    await fixture.reopen();
    await expectOthersToWork();
    expect((await fixture.refused('catalogs.get', { catalog: 'broken' })).code).toBe('catalog_not_found');
    if (what === 'is a folder') return;
    expect(fixture.log.join('\n')).toMatch(
      /catalog\.json” is damaged: the catalog is left out\. Import it again/,
    );
    expect(await fixture.add('Broken', petDocument(api.url), { vendor: 'broken' })).toMatchObject({
      created: true,
    });
    expect(await fixture.start('broken')).toMatchObject({ status: 'completed' });
  },
);

test('[C5.6] drafts of an interrupted import are removed at the next start; none are left by a whole one', async () => {
  const drafts = join(fixture.folder, 'catalogs', '.drafts');
  expect(await readdir(drafts)).toEqual([]);
  await mkdir(join(drafts, 'left'), { recursive: true });
  await writeFile(join(drafts, 'left', 'content'), 'half of a document');
  await fixture.reopen();
  expect(await readdir(drafts).catch(() => [])).toEqual([]);
  await fixture.call('catalogs.validate', { content: '{' });
  await fixture.refused('catalogs.import', { content: '{', title: 'Wrong' });
  expect(await readdir(drafts).catch(() => [])).toEqual([]);
});

test('[C5.6] what is no catalog in the folder is left alone', async () => {
  const other = join(fixture.folder, 'catalogs', 'notes');
  await mkdir(other);
  await writeFile(join(other, 'catalog.txt'), 'mine');
  await writeFile(join(fixture.folder, 'catalogs', 'README'), 'mine');
  await fixture.reopen();
  await expectOthersToWork();
  expect((await fixture.files('catalogs/notes')).map(([, text]) => text.toString())).toEqual(['mine']);
});
