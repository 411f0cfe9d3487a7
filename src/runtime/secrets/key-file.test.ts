import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKeyFile } from './key-file.ts';
import { openKeyRing } from './open-key-ring.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-keys-'));
  path = join(folder, 'keys.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ringOfFile = () => openKeyRing({ variable: undefined, path });
const opened = (data: string) => ({ kind: 'opened', data });

test('[S1.2] the key file is created once, only for its owner, and no other file is left', async () => {
  const token = (await ringOfFile()).seal('session', 'x');
  const { mode } = await stat(path);
  expect((mode & 0o777).toString(8)).toBe('600');
  const before = await readFile(path, 'utf8');
  expect((await ringOfFile()).open('session', token, 0)).toEqual(opened('x'));
  expect(await readFile(path, 'utf8')).toBe(before);
  expect(await readdir(folder)).toEqual(['keys.json']);
});

test('[S1.2] many concurrent starts end with the same key', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => openKeyFile(path)));
  expect(new Set(all.map(([key]) => `${key.id} ${key.bytes.toString('hex')}`)).size).toBe(1);
  expect(await readdir(folder)).toEqual(['keys.json']);
});

test.each([0o644, 0o640, 0o604, 0o660])(
  '[S1.2] a file of mode %o is refused with what to do',
  async (mode) => {
    await ringOfFile();
    await chmod(path, mode);
    await expect(ringOfFile()).rejects.toMatchObject({
      code: 'keys-exposed',
      message: expect.stringContaining(`chmod 600 ${path}`),
    });
  },
);

test.each(['', '{', '[]', '{"keys":[]}', '{"keys":[{"id":"a","key":"c2VjcmV0"}]}', '{"keys":[7]}'])(
  '[S1.2] a damaged file is refused, kept, and not quoted: %s',
  async (text) => {
    await writeFile(path, text, { mode: 0o600 });
    const error: Error = await ringOfFile().then(
      () => new Error('opened'),
      (reason: Error) => reason,
    );
    expect(error).toMatchObject({ code: 'keys-damaged', message: expect.stringContaining(path) });
    expect(error.message).not.toContain('c2Vj');
    expect(await readFile(path, 'utf8')).toBe(text);
  },
);

test('[S1.2] a folder that is not writable is reported as such', async () => {
  path = join(folder, 'missing', 'keys.json');
  await expect(ringOfFile()).rejects.toMatchObject({ code: 'keys-unreachable' });
});

test('[S1.1][S1.2] after a rotation the new key seals, the old one opens, and a restart has both', async () => {
  const ring = await ringOfFile();
  const old = ring.seal('session', 'old');
  await ring.rotate();
  const fresh = ring.seal('session', 'fresh');
  expect(fresh.split('.')[1]).not.toBe(old.split('.')[1]);
  for (const each of [ring, await ringOfFile()]) {
    expect(each.open('session', old, 0)).toEqual(opened('old'));
    expect(each.open('session', fresh, 0)).toEqual(opened('fresh'));
  }
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
  expect(await readdir(folder)).toEqual(['keys.json']);
});

test('[S1.1] concurrent rotations lose no key that sealed', async () => {
  const rings = await Promise.all(Array.from({ length: 8 }, ringOfFile));
  const results = await Promise.allSettled(rings.map((ring) => ring.rotate()));
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'keys-busy' });
  }
  const restarted = await ringOfFile();
  for (const ring of rings) {
    expect(restarted.open('session', ring.seal('session', 'x'), 0)).toEqual(opened('x'));
  }
});

test('[S1.1] an interrupted rotation is reported with the file to remove', async () => {
  const ring = await ringOfFile();
  await writeFile(`${path}.next`, '');
  await expect(ring.rotate()).rejects.toMatchObject({
    code: 'keys-busy',
    message: expect.stringContaining(`${path}.next`),
  });
});

test('[S1.1] keys of the variable are used unchanged, create no file, and are rotated in the variable', async () => {
  const variable = `prod:${Buffer.alloc(32, 7).toString('base64')}`;
  const ring = await openKeyRing({ variable, path });
  const token = ring.seal('session', 'x');
  expect(token.startsWith('sb1.prod.')).toBe(true);
  expect((await openKeyRing({ variable, path })).open('session', token, 0)).toEqual(opened('x'));
  await expect(ring.rotate()).rejects.toMatchObject({ code: 'keys-fixed' });
  expect(await readdir(folder)).toEqual([]);
  await expect(openKeyRing({ variable: 'prod:oops', path })).rejects.toMatchObject({
    code: 'keys-damaged',
    message: expect.stringContaining('SIGNALBOX_KEYS'),
  });
});
