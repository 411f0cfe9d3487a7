import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { createKey } from '../../src/operations/keys/create-key.ts';
import { identifyKey } from '../../src/operations/keys/identify-key.ts';
import { keysExist } from '../../src/operations/keys/keys-exist.ts';
import { listKeys } from '../../src/operations/keys/list-keys.ts';
import { revokeKey } from '../../src/operations/keys/revoke-key.ts';
import { StoreError } from '../../src/runtime/index.ts';
import {
  ann as anybody,
  type OperationsHarness,
  openOperationsHarness,
  robot,
  startTime,
  stranger as strangerWithoutRoles,
} from './operations-harness.ts';

const ann = { ...anybody, roles: ['clerk', 'auditor'] };
const stranger = { ...strangerWithoutRoles, roles: ['clerk'] };

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({});
});
afterEach(() => harness.close());

const wish = { name: 'reports', scopes: ['workflows:query', 'workflows:launch'], roles: ['clerk'] };
const create = (some: object = {}, by: Principal = ann) =>
  harness.perform(createKey, { ...wish, ...some }, by);

/** As the transport parses it. */
function partsOf(secret: string): { readonly id: string; readonly hash: string } {
  const [, id = '', own = ''] = /^sbx_([A-Za-z0-9]{12})_([A-Za-z0-9_-]{43})$/.exec(secret) ?? [];
  return { id, hash: createHash('sha256').update(own).digest('hex') };
}

const identify = async (secret: string) =>
  (await harness.perform(identifyKey, partsOf(secret), stranger)).principal;

const bearer = {
  subject: 'key:reports',
  tenant: 'acme',
  scopes: ['workflows:query', 'workflows:launch'],
  roles: ['clerk'],
  kind: 'service',
};

test('[W1.3] a key is shown once: the stored and listed parts cannot be used', async () => {
  expect(await harness.perform(keysExist, {})).toEqual({ exist: false });
  const { key, secret } = await create();
  expect(await harness.perform(keysExist, {}, stranger)).toEqual({ exist: true });
  expect(await identify(secret)).toEqual(bearer);
  const own = secret.slice(17);
  const { keys } = await harness.perform(listKeys, {});
  expect(keys).toEqual([{ ...key, usedAt: new Date(startTime).toISOString() }]);
  const kept = await harness.services.store.apiKeys.find(key.id);
  const { entries } = await harness.services.store.audit.search('acme', {}, { limit: 100 });
  for (const text of [keys, kept, entries].map((each) => JSON.stringify(each))) {
    expect(text).toContain(key.id);
    expect(text).not.toContain(own);
  }
  // No two are equal.
  const others = await Promise.all(['a', 'b', 'c'].map((name) => create({ name })));
  expect(new Set([secret, ...others.map((each) => each.secret)]).size).toBe(4);
});

test('[W1.3] a key is accepted only with its own secret', async () => {
  const { secret } = await create();
  const other = await create({ name: 'other' });
  const { id, hash } = partsOf(secret);
  const wrong = [
    { id, hash: partsOf(other.secret).hash },
    { id: other.key.id, hash },
    { id: 'AAAAAAAAAAAA', hash },
    { id, hash: '0'.repeat(64) },
    { id: 'AAAAAAAAAAAA', hash: '0'.repeat(64) },
  ];
  for (const each of wrong) expect(await harness.perform(identifyKey, each)).toEqual({ principal: null });
});

test('[W1.3] a key expires at its time', async () => {
  const short = await create({ ttl: '2h' });
  const dated = await create({ name: 'dated', expiresAt: '2026-01-15T10:00:00Z' });
  expect(short.key.expiresAt).toBe('2026-01-15T11:00:00.000Z');
  harness.clock.advance(3_600_000 - 1);
  expect(await identify(dated.secret)).not.toBeNull();
  harness.clock.advance(1);
  expect(await identify(dated.secret)).toBeNull();
  expect(await identify(short.secret)).not.toBeNull();
  harness.clock.advance(3_600_000);
  expect(await identify(short.secret)).toBeNull();
  const { keys } = await harness.perform(listKeys, {});
  expect(keys.map(({ state }) => state)).toEqual(['expired', 'expired']);
  // Then its name is free.
  expect((await create()).key.state).toBe('in_force');
});

test('[W1.3] a key is refused as soon as it is revoked, by its id or its name', async () => {
  const first = await create();
  const second = await create({ name: 'second' });
  for (const key of [first.key.id, 'second', 'second']) {
    expect((await harness.perform(revokeKey, { key })).key.state).toBe('revoked');
  }
  for (const { secret } of [first, second]) expect(await identify(secret)).toBeNull();
  expect(await harness.refused(revokeKey, { key: 'third' })).toMatchObject({ code: 'key_not_found' });
  // A new one with the same name is another key.
  const again = await create();
  expect(await identify(again.secret)).toEqual(bearer);
  expect(await identify(first.secret)).toBeNull();
});

test('[W1.3] no one grants rights that they do not have', async () => {
  const few = { ...ann, scopes: new Set(['admin', 'workflows:query'] as const) };
  const greedy = { ...wish, roles: ['clerk', 'cfo', 'Clerk'] };
  expect(await harness.refused(createKey, greedy, few)).toMatchObject({
    code: 'right_not_held',
    message: expect.stringMatching(/: the scope “workflows:launch”, the role “cfo”, the role “Clerk”\.$/),
  });
  expect(await harness.refused(createKey, { ...wish, roles: [], kind: 'person' }, robot)).toMatchObject({
    code: 'person_required',
  });
  expect(
    await harness.refused(createKey, wish, { ...ann, scopes: new Set(['workflows:query']) }),
  ).toMatchObject({
    code: 'missing_scope',
  });
  expect((await harness.perform(listKeys, {})).keys).toEqual([]);
  expect((await create({ kind: 'person' })).key.kind).toBe('person');
});

test('[W1.2][W1.3] a key created with a key has no more rights than that, and the same person is responsible for it', async () => {
  const { key } = await create({ name: 'first', scopes: ['admin', 'workflows:query'] });
  const first = { ...ann, subject: key.subject, scopes: new Set(['admin', 'workflows:query'] as const) };
  const bearer = { ...first, roles: key.roles, kind: key.kind };
  const asked = { name: 'second', scopes: ['admin', 'workflows:query'] };
  for (const more of [{ scopes: ['workflows:launch'] }, { roles: ['auditor'] }]) {
    expect(await harness.refused(createKey, { ...asked, ...more }, bearer)).toMatchObject({
      code: 'right_not_held',
    });
  }
  expect(await harness.refused(createKey, { ...asked, kind: 'person' }, bearer)).toMatchObject({
    code: 'person_required',
  });
  const second = await create(asked, bearer);
  expect(second.key.createdBy).toBe('ann');
  const third = await create({ ...asked, name: 'third' }, { ...bearer, subject: second.key.subject });
  expect(third.key.createdBy).toBe('ann');
});

test('[W1.3] a taken name, an invalid end and two ends are refused', async () => {
  await create();
  expect(await harness.refused(createKey, wish, ann)).toMatchObject({ code: 'key_name_taken' });
  const wrong = [
    { ttl: 'soon' },
    { ttl: '0s' },
    { ttl: '200 years' },
    { expiresAt: '2026-01-15T09:00:00Z' },
    { ttl: '1h', expiresAt: '2027-01-15T09:00:00Z' },
    { name: 'two words' },
    { scopes: [] },
    { scopes: ['everything'] },
  ];
  for (const some of wrong) {
    const refused = await harness.refused(createKey, { ...wish, name: 'other', ...some }, ann);
    expect([some, refused.code, refused.violations?.length]).toEqual([some, 'invalid_input', 1]);
  }
  expect((await harness.perform(listKeys, {})).keys).toHaveLength(1);
});

test('[W1.3] keys are listed in pages', async () => {
  const names = ['e', 'd', 'c', 'b', 'a'];
  for (const name of names) {
    await create({ name });
    harness.clock.advance(1);
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = { limit: 2, ...(cursor === null ? {} : { cursor }) };
    const list: Awaited<ReturnType<typeof listKeys.perform>> = await harness.perform(listKeys, page);
    seen.push(...list.keys.map(({ name }) => name));
    cursor = list.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(names);
});

test('[W2.2] keys of another tenant are neither listed nor revoked, and their names are free', async () => {
  const { key, secret } = await create();
  expect(await harness.perform(listKeys, {}, stranger)).toEqual({ keys: [], nextCursor: null });
  for (const each of [key.id, key.name]) {
    expect(await harness.refused(revokeKey, { key: each }, stranger)).toMatchObject({
      code: 'key_not_found',
    });
  }
  const theirs = await create({}, stranger);
  await harness.perform(revokeKey, { key: 'reports' }, stranger);
  expect(await identify(theirs.secret)).toBeNull();
  expect(await identify(secret)).toEqual(bearer);
});

test('[W1.3] the use of a key is stored once a minute, and a failure to store it does not refuse the key', async () => {
  const { key, secret } = await create();
  const { store } = harness.services;
  const noted: number[] = [];
  const { noteUse } = store.apiKeys;
  let isFull = false;
  store.apiKeys.noteUse = async (id, at) => {
    if (isFull) throw new StoreError('disk-full', 'The disk is full.', true);
    noted.push(at - startTime);
    await noteUse.call(store.apiKeys, id, at);
  };
  for (const pause of [0, 59_999, 1, 30_000]) {
    harness.clock.advance(pause);
    expect(await identify(secret)).not.toBeNull();
  }
  expect(noted).toEqual([0, 60_000]);
  expect((await store.apiKeys.find(key.id))?.usedAt).toBe(startTime + 60_000);
  isFull = true;
  harness.clock.advance(60_000);
  expect(await identify(secret)).toEqual(bearer);
});

test('[W2.2] without several tenants, a key of another than the default tenant is not accepted', async () => {
  const { secret } = await create();
  const usual = { ...ann, tenant: 'default' };
  const { secret: own } = await create({}, usual);
  const alone = { ...harness.services, isShared: false };
  const asked = async (text: string) =>
    (await identifyKey.perform(usual, partsOf(text), alone)).principal?.tenant ?? null;
  expect(await asked(secret)).toBeNull();
  expect(await asked(own)).toBe('default');
  await expect(
    createKey.perform(ann, { ...wish, name: 'x', kind: 'service' } as never, alone),
  ).rejects.toThrow('This installation has only the tenant “default”');
});
