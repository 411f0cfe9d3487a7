/** W1.3: API keys, of which only a hash is stored. */
import assert from 'node:assert/strict';
import type { ApiKey, Store } from '../../runtime/ports/index.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import { sampleApiKey } from './store-samples.ts';

const idsOf = (keys: readonly ApiKey[]): readonly string[] => keys.map(({ id }) => id);

const listed = async (store: Store, tenant = 'acme'): Promise<readonly string[]> =>
  idsOf(await store.apiKeys.list(tenant, { limit: 100 }));

export const apiKeyCases: readonly StoreCase[] = [
  storeCase('a key comes back with every field, present or absent', async (store, reopen) => {
    assert.equal(await store.apiKeys.exist(), false);
    const plain = sampleApiKey({ id: 'plain' });
    const full = sampleApiKey({
      id: 'full',
      name: 'other',
      scopes: ['admin', 'workflows:launch'],
      roles: ['“chief”', 'two words'],
      kind: 'person',
      expiresAt: 9_000,
      revokedAt: 5_000,
      usedAt: 4_000,
    });
    for (const key of [plain, full]) assert.equal(await store.apiKeys.add(key, []), true);
    const again = await reopen();
    assert.deepEqual(await again.apiKeys.find('plain'), plain);
    assert.deepEqual(await again.apiKeys.find('full'), full);
    assert.equal(await again.apiKeys.find('none'), undefined);
    assert.equal(await again.apiKeys.exist(), true);
  }),
  storeCase('an id is unique across tenants', async (store) => {
    const first = sampleApiKey();
    assert.equal(await store.apiKeys.add(first, []), true);
    assert.equal(await store.apiKeys.add(sampleApiKey({ tenant: 'other', name: 'mine' }), []), false);
    assert.deepEqual(await store.apiKeys.find(first.id), first);
    assert.deepEqual(await listed(store, 'other'), []);
  }),
  storeCase('a name is taken while its key is active, and only in its tenant', async (store) => {
    const add = (some: Partial<ApiKey>) => store.apiKeys.add(sampleApiKey({ name: 'n', ...some }), []);
    assert.equal(await add({ id: 'a', expiresAt: 2_000 }), true);
    assert.equal(await add({ id: 'b', createdAt: 1_999 }), false);
    assert.equal(await add({ id: 'c', tenant: 'other', createdAt: 1_999 }), true);
    assert.equal(await add({ id: 'd', createdAt: 2_000 }), true);
    assert.equal(await add({ id: 'e', createdAt: 3_000 }), false);
    await store.apiKeys.revoke('acme', 'd', 3_000, []);
    assert.equal(await add({ id: 'f', createdAt: 3_000 }), true);
    assert.deepEqual(await listed(store), ['a', 'd', 'f']);
    assert.equal((await store.apiKeys.findNamed('acme', 'n'))?.id, 'f');
    assert.equal((await store.apiKeys.findNamed('other', 'n'))?.id, 'c');
    assert.equal(await store.apiKeys.findNamed('third', 'n'), undefined);
  }),
  storeCase('all creators of keys of a name are listed, also of revoked keys', async (store, reopen) => {
    const made = [
      { id: 'a', createdBy: 'eve' },
      { id: 'b', createdBy: 'ann' },
      { id: 'c', createdBy: 'eve' },
      { id: 'd', createdBy: 'bob', name: 'other' },
      { id: 'e', createdBy: 'cy', tenant: 'other' },
    ];
    for (const [index, some] of made.entries()) {
      const createdAt = 1_000 + index;
      await store.apiKeys.add(sampleApiKey({ name: 'n', createdAt, expiresAt: createdAt + 1, ...some }), []);
    }
    const again = await reopen();
    assert.deepEqual(await again.apiKeys.makersOf('acme', 'n'), ['eve', 'ann']);
    assert.deepEqual(await again.apiKeys.makersOf('other', 'n'), ['cy']);
    assert.deepEqual(await again.apiKeys.makersOf('acme', 'none'), []);
  }),
  storeCase(
    'a revoked key stays revoked since its first revocation, and only its tenant can revoke it',
    async (store, reopen) => {
      await store.apiKeys.add(sampleApiKey({ id: 'a' }), []);
      assert.equal(await store.apiKeys.revoke('other', 'a', 1_500, []), undefined);
      assert.equal(await store.apiKeys.revoke('acme', 'none', 1_500, []), undefined);
      assert.equal((await store.apiKeys.find('a'))?.revokedAt, null);
      assert.equal((await store.apiKeys.revoke('acme', 'a', 2_000, []))?.revokedAt, 2_000);
      assert.equal((await store.apiKeys.revoke('acme', 'a', 3_000, []))?.revokedAt, 2_000);
      assert.equal((await (await reopen()).apiKeys.find('a'))?.revokedAt, 2_000);
    },
  ),
  storeCase('the last use is stored, and never goes back', async (store, reopen) => {
    await store.apiKeys.add(sampleApiKey({ id: 'a' }), []);
    assert.equal((await store.apiKeys.find('a'))?.usedAt, null);
    await store.apiKeys.noteUse('a', 5_000);
    assert.equal((await store.apiKeys.find('a'))?.usedAt, 5_000);
    await store.apiKeys.noteUse('a', 4_000);
    await store.apiKeys.noteUse('none', 4_000);
    const again = await reopen();
    assert.equal((await again.apiKeys.find('a'))?.usedAt, 5_000);
    assert.equal(await again.apiKeys.find('none'), undefined);
  }),
  storeCase('pages are oldest first, also when keys are added', async (store) => {
    for (const [at, id] of ['c', 'a', 'b', 'd'].entries()) {
      await store.apiKeys.add(sampleApiKey({ id, name: id, createdAt: at < 2 ? 1_000 : 1_000 + at }), []);
    }
    const first = await store.apiKeys.list('acme', { limit: 2 });
    assert.deepEqual(idsOf(first), ['a', 'c']);
    const [, last] = first;
    const after = { after: last?.id ?? '', afterCreatedAt: last?.createdAt ?? 0 };
    assert.deepEqual(idsOf(await store.apiKeys.list('acme', { ...after, limit: 9 })), ['b', 'd']);
    assert.deepEqual(idsOf(await store.apiKeys.list('acme', { after: 'c', limit: 1 })), ['b']);
    assert.deepEqual(await store.apiKeys.list('acme', { after: 'none', limit: 9 }), []);
  }),
];
