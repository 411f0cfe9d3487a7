/** Processes that are killed in the middle of an import. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { fixturePath } from '../fixture-path.ts';
import { type CatalogFixture, openCatalogFixture } from './catalog-fixture.ts';
import { type ApiServer, petDocument, startPets } from './pet-api.ts';

let fixture: CatalogFixture;
let api: ApiServer;
beforeAll(async () => {
  api = await startPets();
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await openCatalogFixture();
});
afterEach(() => fixture.close());

type Moment = 'half' | 'version' | 'record';

const killIn = (moment: Moment, input: object): Promise<void> =>
  fixture.reopen(async (place) => {
    const child = spawn(
      process.execPath,
      [fixturePath('killed-import'), JSON.stringify({ ...place, moment, input })],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let said = '';
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
    const [, signal] = await once(child, 'close');
    expect([signal, said]).toEqual(['SIGKILL', '']);
  });

const oneCommand = () => petDocument(api.url, { '/pets/{petId}': null });
const names = async () => {
  const { commands } = await fixture.call('commands.search', { vendor: 'pets', limit: 100 });
  return commands.map(({ call }: { readonly call: string }) => call).toSorted();
};

test.each(['half', 'version'] as const)(
  '[C5.6] killed before the record is written (%s), the catalog is as it was, and the import can be repeated',
  async (moment) => {
    await fixture.add('Pets', petDocument(api.url), { vendor: 'pets' });
    const before = await fixture.call('catalogs.get', { catalog: 'pets' });
    const content = JSON.stringify(oneCommand());
    const input = { content, title: 'Pets', overwrite: true };
    await killIn(moment, input);
    expect(await fixture.call('catalogs.get', { catalog: 'pets' })).toEqual(before);
    expect(await names()).toHaveLength(4);
    expect(await fixture.run('pets.showPet', { petId: 'p1' })).toMatchObject({ name: 'Rex' });
    expect(await readdir(join(fixture.folder, 'catalogs', '.drafts')).catch(() => [])).toEqual([]);
    expect(await fixture.call('catalogs.import', input)).toMatchObject({ created: false, commandCount: 2 });
    expect(await names()).toEqual(['pets.createPet', 'pets.listPets']);
  },
);

test.each(['half', 'version'] as const)(
  '[C5.6] killed before the first record is written (%s), there is no catalog, and the import can be repeated',
  async (moment) => {
    const input = { content: JSON.stringify(petDocument(api.url)), title: 'Pets', vendor: 'pets' };
    await killIn(moment, input);
    expect(await fixture.call('catalogs.list', {})).toEqual({ catalogs: [] });
    expect(fixture.log).toEqual([]);
    expect(await fixture.call('catalogs.import', input)).toMatchObject({ created: true, commandCount: 4 });
  },
);

test('[C5.6] killed after the record is written, the import is done', async () => {
  await fixture.add('Pets', petDocument(api.url), { vendor: 'pets' });
  await killIn('record', { content: JSON.stringify(oneCommand()), title: 'Pets', overwrite: true });
  expect(await names()).toEqual(['pets.createPet', 'pets.listPets']);
  expect((await fixture.call('catalogs.get', { catalog: 'pets' })).versions).toHaveLength(2);
});
