import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  callOperation,
  type DefinitionList,
  openApp,
  registry,
  resolveSettings,
} from '../../src/operations/index.ts';
import { ann } from '../operations/operations-harness.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-inside-'));
  await writeFile(join(folder, 'w.yaml'), 'workflows: { w: { graph: { a: { call: echo } } } }\n');
});
afterEach(() => rm(folder, { recursive: true }));

/** Opens the app and scans four times. @returns the documents, and the number of files in the folder after each scan */
async function scanAgain(data: string) {
  const flags = new Map([
    ['--data', [data]],
    ['--workflows', [folder]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  const app = await openApp(settings, { env: {}, version: '1', build: 'b', warn: () => undefined });
  try {
    const counts: number[] = [];
    for (let scans = 0; scans < 4; scans++) {
      await app.services.library.refresh();
      await app.services.diskCache?.settled();
      counts.push((await readdir(folder, { recursive: true })).length);
    }
    const principal = { ...ann, tenant: 'default' };
    // The operation determines its result.
    const { definitions } = (await callOperation(
      registry,
      app.services,
      principal,
      'definitions.list',
      {},
    )) as unknown as DefinitionList;
    return { paths: definitions.map(({ path }) => path), counts: new Set(counts).size };
  } finally {
    await app.close();
  }
}

test.each(['data', '.'])(
  '[O1.3] a data folder in a workflow folder (%s) is not read as documents: nothing is written at rest',
  async (data) => {
    await mkdir(join(folder, data, 'inner'), { recursive: true });
    expect(await scanAgain(join(folder, data))).toEqual({ paths: ['w.yaml'], counts: 1 });
    // Nor are a copy of it, and the data folder of another process.
    await mkdir(join(folder, 'below'));
    await cp(join(folder, data, 'signalbox.db'), join(folder, 'below', 'signalbox.db'));
    await writeFile(join(folder, 'below', 'x.json'), '{"workflows": 1}');
    expect(await scanAgain(join(folder, data))).toEqual({ paths: ['w.yaml'], counts: 1 });
  },
);
