import { copyFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDiskCache } from './disk-cache.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-cache-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** @returns how often it was computed */
async function computeOnce(
  build: string,
  texts: readonly string[],
  value: string,
): Promise<[string, number]> {
  const diskCache = openDiskCache(folder, build);
  let made = 0;
  const found = await diskCache.getOrCompute(texts, async () => {
    made++;
    return JSON.stringify({ value });
  });
  await diskCache.settled();
  return [(found as { value: string }).value, made];
}

const keptFile = async (): Promise<string> => {
  const [build = ''] = await readdir(folder);
  const [file = ''] = await readdir(join(folder, build));
  return join(folder, build, file);
};

test('[O6.1] a result for the same texts and the same program is not computed again', async () => {
  expect(await computeOnce('b1', ['a', 'b'], 'first')).toEqual(['first', 1]);
  expect(await computeOnce('b1', ['a', 'b'], 'second')).toEqual(['first', 0]);
});

test('[O6.1] other texts and another program have separate entries', async () => {
  await computeOnce('b1', ['a', 'b'], 'first');
  for (const texts of [['ab'], ['a', 'b', ''], ['b', 'a'], ['a,b']]) {
    expect(await computeOnce('b1', texts, 'other')).toEqual(['other', 1]);
  }
  expect(await computeOnce('b2', ['a', 'b'], 'other')).toEqual(['other', 1]);
});

test.each([
  ['cut off', (kept: string) => kept.slice(0, 70)],
  ['empty', () => ''],
  ['legal data of another shape', () => '{}'],
  ['null', () => 'null'],
  ['other data behind its digest', (kept: string) => kept.replace('first', 'worst')],
  ['without its digest', (kept: string) => kept.slice(kept.indexOf('\n') + 1)],
])('[O6.1] a damaged entry is computed again: %s', async (_, damage) => {
  await computeOnce('b1', ['a'], 'first');
  const file = await keptFile();
  const whole = await readFile(file, 'utf8');
  await writeFile(file, damage(whole));
  expect(await computeOnce('b1', ['a'], 'again')).toEqual(['again', 1]);
  expect(await readFile(file, 'utf8')).toContain('{"value":"again"}');
  expect(await computeOnce('b1', ['a'], 'third')).toEqual(['again', 0]);
});

test('[O6.1] an entry for other texts is not used, even under the right file name', async () => {
  await computeOnce('b1', ['a'], 'first');
  const first = await keptFile();
  await computeOnce('b1', ['b'], 'second');
  const files = await readdir(dirname(first));
  for (const name of files) {
    const file = join(dirname(first), name);
    if (file !== first) await copyFile(first, file);
  }
  expect(await computeOnce('b1', ['b'], 'again')).toEqual(['again', 1]);
});

test('[O6.1] partial files of a crash are removed after a while', async () => {
  await computeOnce('b1', ['a'], 'first');
  const file = await keptFile();
  const [old, fresh] = [`${file}.old`, `${file}.fresh`];
  await writeFile(old, '');
  await writeFile(fresh, '');
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(old, longAgo, longAgo);
  expect(await computeOnce('b1', ['a'], 'second')).toEqual(['first', 0]);
  const left = (await readdir(dirname(file))).toSorted();
  expect(left).toEqual([basename(file), basename(fresh)]);
});

test('[O6.1] what the build of the program computed is not computed again, and not copied', async () => {
  await computeOnce('b1', ['a'], 'first');
  const fresh = join(folder, 'fresh');
  const diskCache = openDiskCache(fresh, 'b1', folder);
  const compute = async () => '{"value":"second"}';
  expect(await diskCache.getOrCompute(['a'], compute)).toEqual({ value: 'first' });
  expect(await openDiskCache(fresh, 'b2', folder).getOrCompute(['a'], compute)).toEqual({ value: 'second' });
  await diskCache.settled();
  await expect(readdir(join(fresh, basename(dirname(await keptFile()))))).rejects.toThrow('ENOENT');
});

test('[O6.1] a folder that cannot be written caches nothing, without an error', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const diskCache = openDiskCache(file, 'b1');
  expect(await diskCache.getOrCompute(['a'], async () => '1')).toBe(1);
  await diskCache.settled();
});

test('[O6.1] entries of programs that are no longer started are removed', async () => {
  await computeOnce('old', ['a'], 'x');
  const [old = ''] = await readdir(folder);
  const longAgo = new Date(Date.now() - 8 * 86_400_000);
  await utimes(join(folder, old), longAgo, longAgo);
  await computeOnce('new', ['a'], 'x');
  expect(await readdir(folder)).not.toContain(old);
});
