import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openApp, resolveSettings } from '../../src/operations/index.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-inside-'));
  await writeFile(join(folder, 'w.yaml'), 'workflows: { w: { graph: { a: { call: echo } } } }\n');
});
afterEach(() => rm(folder, { recursive: true }));

/** Starts four times. @returns the listed documents, and whether every start left the same number of files */
async function startOften(data: string) {
  const flags = new Map([
    ['--data', [data]],
    ['--workflows', [folder]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  const counts = new Set<number>();
  const paths = new Set<string>();
  for (let starts = 0; starts < 4; starts++) {
    const app = await openApp(settings, { env: {}, version: '1', build: 'b', warn: () => undefined });
    for (const { path } of await app.services.library.documents('default')) paths.add(path);
    await app.close();
    counts.add((await readdir(folder, { recursive: true })).length);
  }
  return { paths: [...paths], isAtRest: counts.size === 1 };
}

test.each(['data', '.'])(
  '[O1.3] a data folder in a workflow folder (%s) is not read as documents: nothing is written at rest',
  async (data) => {
    await mkdir(join(folder, data, 'inner'), { recursive: true });
    expect(await startOften(join(folder, data))).toEqual({ paths: ['w.yaml'], isAtRest: true });
    // Nor are a copy of it, and the data folder of another process.
    await mkdir(join(folder, 'below'));
    await cp(join(folder, data, 'signalbox.db'), join(folder, 'below', 'signalbox.db'));
    await writeFile(join(folder, 'below', 'x.json'), '{"workflows": 1}');
    expect(await startOften(join(folder, data))).toEqual({ paths: ['w.yaml'], isAtRest: true });
  },
);
