import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReader } from '../../src/operations/app/create-reader.ts';
import { knownOperations } from '../../src/operations/app/known-operations.ts';
import { openApp } from '../../src/operations/app/open-app.ts';
import { readFolderDocument } from '../../src/operations/definitions/read-folder-document.ts';
import { type Principal, registry, resolveSettings, scopes } from '../../src/operations/index.ts';
import { openDiskCache } from '../../src/operations/infrastructure/disk-cache.ts';
import { shareEnvironment } from '../../src/operations/jobs/read-environment-data.ts';
import { callOperation } from '../../src/server/pipeline/pipeline.ts';
import { readInJob, readNothing } from './read-in-job.ts';

const root = new URL('../../', import.meta.url).pathname;
const ada: Principal = {
  subject: 'ada',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'person',
};

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-cache-'));
});

afterAll(() => rm(folder, { recursive: true }));

test('[O6.1] every result, of valid documents and of invalid ones, is the same when it comes from the disk cache', async () => {
  const operations = await knownOperations([]);
  const mistakes = await readdir(join(root, 'test/graph/mistakes'));
  const files = [...mistakes.map((name) => `test/graph/mistakes/${name}`), 'examples/travel/travel.yaml'];
  let compared = 0;
  for (const path of files.filter((name) => /\.(?:ya?ml|json)$/.test(name))) {
    const file = { path, text: await readFile(join(root, path), 'utf8') };
    const diskCache = openDiskCache(folder, 'build');
    const shared = shareEnvironment(operations, null);
    const first = await createReader(shared, diskCache, readInJob)(file);
    await diskCache.settled();
    expect(first).toEqual(readFolderDocument(file, { operations }));
    expect(await createReader(shared, diskCache, readNothing)(file)).toEqual(first);
    compared++;
  }
  expect(compared).toBeGreaterThan(70);
});

test('[O6.1] a second start lists, shows and runs as the first did, from the cache', async () => {
  const flags = new Map([
    ['--data', [folder]],
    ['--workflows', [join(root, 'examples/travel')]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  const seen = [];
  for (const build of ['b', 'b', undefined]) {
    const app = await openApp(settings, { env: {}, version: '1', build, warn: () => undefined });
    try {
      const call = (name: string, input: object) => callOperation(registry, app.services, ada, name, input);
      const list = await call('definitions.list', {});
      const details = await call('definitions.get', { workflow: 'plan_trip' });
      const source = 'take_the_cheapest';
      seen.push({
        list,
        details,
        simulated: await call('workflows.simulate', { workflow: source, params: {} }).catch(String),
      });
    } finally {
      await app.close();
    }
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});
