/** Kills an upgrade, and checks the database then and after the next start. */
import { spawn } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { checkSqlite, openSqliteStore } from '../../src/runtime/index.ts';
import { migrations } from '../../src/runtime/sqlite/migrations/migrations.ts';
import { fixturePath } from '../fixture-path.ts';
import { contentOf, schemaOf } from './old-database.ts';

export const upgradeMoments = ['copying', 'copied', 'named', 'step', 'half', 'written'] as const;
export type UpgradeMoment = (typeof upgradeMoments)[number];

const program = fixturePath('opener');

/**
 * Kills an upgrade of a copy of `old` at that moment, `bytes` into the copying; then upgrades it.
 * @returns whether it was killed in time
 */
export async function killUpgrade(
  old: string,
  folder: string,
  moment: UpgradeMoment,
  bytes: number,
): Promise<boolean> {
  await mkdir(folder);
  const file = join(folder, 'signalbox.db');
  await copyFile(old, file);
  const before = contentOf(file);
  const signal = await open(file, moment, bytes);
  const copies = await copiesIn(folder);
  // A copy can be complete before the watcher checks again, or before its signal arrives.
  if (signal !== 'SIGKILL' || (moment === 'copying' && copies.length > 0)) return false;

  expect(schemaOf(file)).toBe(1);
  expect(copies).toEqual(moment === 'copying' || moment === 'copied' ? [] : ['signalbox.db.before-2']);
  const copy = join(folder, 'signalbox.db.before-2');
  const kept = copies.length === 0 ? undefined : await readFile(copy);

  const store = await openSqliteStore({ file, durability: 'full' });
  await store.close();
  expect(schemaOf(file)).toBe(migrations.length);
  // Tables of later steps are added.
  expect(contentOf(file)).toMatchObject(before);
  expect(await checkSqlite(file)).toMatchObject({ ok: true });
  expect(await copiesIn(folder)).toEqual(['signalbox.db.before-2']);
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
  expect(schemaOf(copy)).toBe(1);
  expect(contentOf(copy)).toEqual(before);
  if (kept !== undefined) expect(kept.equals(await readFile(copy))).toBe(true);
  return true;
}

function open(file: string, moment: UpgradeMoment, bytes: number): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, file, moment, String(bytes)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve(signal);
      else reject(new Error(`The upgrade ended with ${code ?? signal}.`));
    });
  });
}

/** Complete ones: an unfinished copy has another name. */
async function copiesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => /\.before-\d+(-\d+)?$/.test(name)).toSorted();
}
