import { expect, test } from 'vitest';
import { createRandom } from '../../testing/index.ts';
import { folderOfTenant, tenantOfFolder } from './tenant-folder.ts';

test('[O1.1] every tenant has its own folder, and is identified by it: seed 20261115', () => {
  const random = createRandom(20_261_115);
  const letters = ['a', 'A', 'b', 'B', '.', '/', '\\', '%', '-', '0', ' ', 'é', '日', '\0'];
  const tenants = new Set(['.', '..', 'con', 'tenants', 'a%2e']);
  for (let count = 0; count < 2_000; count++) {
    tenants.add(Array.from({ length: random.between(1, 6) }, () => random.pick(letters)).join(''));
  }
  const folders = [...tenants].map((tenant) => {
    const folder = folderOfTenant(tenant) ?? '';
    expect(folder).toMatch(/^[a-z0-9_%-]+$/);
    expect(tenantOfFolder(folder)).toBe(tenant);
    return folder;
  });
  expect(new Set(folders).size).toBe(tenants.size);
});

test('[O1.1] other folders belong to no tenant', () => {
  for (const name of ['Acme', '%zz', '%61', 'a.b', '%2E', ''])
    expect(tenantOfFolder(name), name).toBeUndefined();
  expect(folderOfTenant('')).toBeUndefined();
  expect(folderOfTenant('x'.repeat(201))).toBeUndefined();
  expect(folderOfTenant('half \ud800')).toBeUndefined();
});
