import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogFixture, openCatalogFixture } from './catalog-fixture.ts';
import { type ApiServer, petDocument, startPets } from './pet-api.ts';

let fixture: CatalogFixture;
let api: ApiServer;
beforeAll(async () => {
  api = await startPets();
  fixture = await openCatalogFixture();
});
afterAll(async () => {
  await fixture.close();
  await api.close();
});
test('probe', async () => {
  const log = (x: unknown) => console.log(JSON.stringify(x, null, 1));
  log(await fixture.call('catalogs.validate', { content: JSON.stringify(petDocument(api.url)) }));
  log(await fixture.add('Pet store', petDocument(api.url), { vendor: 'pets' }));
  log(await fixture.call('commands.search', {}));
  log(await fixture.call('commands.describe', { command: 'pets.create_pet' }).catch((e) => e.details));
  log(await fixture.run('pets.listPets'));
  log(await fixture.refused('commands.run', { command: 'pets deletePet', args: { petId: 'p1' } }));
  log(await fixture.run('pets.deletePet', { petId: 'p1' }));
  log(await fixture.call('catalogs.get', { catalog: 'pets' }));
  log(api.asked);
  log((await fixture.files('catalogs')).map(([p, c]) => [p, c.length]));
  log(await fixture.refused('catalogs.import', { source: join('x'), title: 'x' }, 'manager'));
});
const join = (x: string) => x;
