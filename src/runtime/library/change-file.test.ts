import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteFile, renameFile, saveFile } from './change-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const held = async (path = ''): Promise<readonly string[]> => (await readdir(join(folder, path))).sort();

test('[O1.1] the folder is removed with its last file, and stays with any other', async () => {
  for (const path of ['made/deep/er/a.yaml', 'made/b.yaml']) await saveFile(folder, path, 'text');
  await writeFile(join(folder, 'made/notes.txt'), 'Not ours.');
  await deleteFile(folder, 'made/deep/er/a.yaml');
  expect(await held('made')).toEqual(['b.yaml', 'notes.txt']);
  await deleteFile(folder, 'made/b.yaml');
  expect(await held('made')).toEqual(['notes.txt']);
  await saveFile(folder, 'made/deep/a.yaml', 'text');
  await renameFile(folder, 'made/deep/a.yaml', 'other/a.yaml');
  expect([await held(), await held('made')]).toEqual([['made', 'other'], ['notes.txt']]);
});

test('[O1.1] the folder of all documents stays, also if it is empty', async () => {
  await saveFile(folder, 'a.yaml', 'text');
  await deleteFile(folder, 'a.yaml');
  expect(await held()).toEqual([]);
});
