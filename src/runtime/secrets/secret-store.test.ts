import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoreError } from '../ports/store.ts';
import { parseHostPattern } from './host-pattern.ts';
import { createKeyRing } from './key-ring.ts';
import { createSealingKey } from './sealing-key.ts';
import { createSecretResolver } from './secret-resolver.ts';
import { openSecretStore } from './secret-store.ts';

const planted = 'hunter2-planted-bytes';
let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-saved-'));
  path = join(folder, 'secrets.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const key = createSealingKey();
const keyRing = createKeyRing(() => [key]);
const open = () => openSecretStore({ path, keyRing });

test('[S2.3] a saved secret is there after a restart, for its tenant and name alone', async () => {
  const store = await open();
  expect(await readdir(folder)).toEqual([]);
  await Promise.all([
    store.save('acme', 'A', planted),
    store.save('acme', 'B', 'other'),
    store.save('zen', 'A', 'theirs'),
  ]);
  await store.save('acme', 'B', 'newer');
  for (const each of [store, await open()]) {
    expect([each.find('acme', 'A'), each.find('acme', 'B'), each.find('zen', 'A')]).toEqual([
      planted,
      'newer',
      'theirs',
    ]);
    expect([each.find('zen', 'B'), each.find('acme', '__proto__'), each.find('a', 'cme A')]).toEqual([
      '',
      '',
      '',
    ]);
  }
  expect(store.values()).toEqual([planted, 'other', 'theirs', 'newer']);
});

test('[S2.3] the file is only for its owner, and has no value in any form', async () => {
  const store = await open();
  await store.save('acme', 'A', planted);
  await store.save('acme', 'A', planted);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['secrets.json']);
  const content = await readFile(path, 'utf8');
  const sealed = [...content.matchAll(/[\w-]{20,}/g)].map(([text]) => Buffer.from(text, 'base64url'));
  for (const bytes of [Buffer.from(content), ...sealed]) expect(bytes.includes(planted)).toBe(false);
});

test('[S2.3] an entry that is moved to another name, or whose key is gone, has no value', async () => {
  const store = await open();
  await store.save('acme', 'A', planted);
  await writeFile(path, (await readFile(path, 'utf8')).replace('"A"', '"B"'));
  const moved = await open();
  expect([moved.find('acme', 'A'), moved.find('acme', 'B'), moved.values()]).toEqual(['', '', []]);
  const stranger = createKeyRing(() => [createSealingKey()]);
  expect((await openSecretStore({ path, keyRing: stranger })).find('acme', 'A')).toBe('');
});

test.each(['', '[]', '{"secrets":[{"tenant":"a"}]}', '{"secrets":{}}'])(
  '[S2.3] a damaged file is refused and kept: %s',
  async (text) => {
    await writeFile(path, text, { mode: 0o600 });
    await expect(open()).rejects.toMatchObject({ code: 'corrupt', message: expect.stringContaining(path) });
    expect(await readFile(path, 'utf8')).toBe(text);
  },
);

test('[S2.3] a file that others can read is refused with what to do', async () => {
  await (await open()).save('acme', 'A', planted);
  await chmod(path, 0o640);
  await expect(open()).rejects.toThrow(`Run: chmod 600 ${path}`);
});

test('[S2.3] a secret that cannot be written is not used, and the error does not show it', async () => {
  const store = await openSecretStore({ path: join(folder, 'missing', 'secrets.json'), keyRing });
  const error: unknown = await store.save('acme', 'A', planted).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).not.toContain(planted);
  expect(store.find('acme', 'A')).toBe('');
});

test('[S2.3] it is the last resort: the environment comes first', async () => {
  const store = await open();
  await store.save('acme', 'A', planted);
  await store.save('acme', 'SET', planted);
  const hosts = ['api.example.com'].flatMap((host) => parseHostPattern(host) ?? []);
  const source = { kind: 'file', path: join(folder, 'none') } as const;
  const resolver = createSecretResolver({
    env: { SET: 'from-the-environment' },
    allow: [
      { name: 'A', hosts, tenants: ['acme', 'zen'] },
      { name: 'SET', hosts, tenants: '*' },
      { name: 'FILE', hosts, tenants: '*', source },
    ],
    store,
  });
  const statuses = await Promise.all(
    [
      ['acme', 'A'],
      ['zen', 'A'],
      ['other', 'A'],
      ['acme', 'SET'],
      ['acme', 'FILE'],
    ].map(async ([tenant = '', name = '']) => resolver.statusOf(tenant, name)),
  );
  expect(statuses.map(({ isListed, isSet, source: from }) => [isListed, isSet, from])).toEqual([
    [true, true, 'store'],
    [true, false, 'none'],
    [false, false, 'none'],
    [true, true, 'environment'],
    [true, false, 'file'],
  ]);
  expect(statuses.map((status) => status.hosts.join())).toEqual([
    ...['api.example.com', 'api.example.com', ''],
    ...['api.example.com', 'api.example.com'],
  ]);
});
