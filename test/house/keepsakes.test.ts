import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReader } from '../../src/operations/house/create-reader.ts';
import { openKeepsakes } from '../../src/operations/house/keepsakes.ts';
import { knownOperations } from '../../src/operations/house/known-operations.ts';
import { openHouse } from '../../src/operations/house/open-house.ts';
import {
  callOperation,
  type Principal,
  registry,
  resolveSettings,
  scopes,
} from '../../src/operations/index.ts';

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
  folder = await mkdtemp(join(tmpdir(), 'signalbox-keepsakes-'));
});

afterAll(() => rm(folder, { recursive: true }));

test('[O6.1] every reading, of good documents and of bad ones, is the same when it comes from the disk', async () => {
  const operations = await knownOperations([]);
  const mistakes = await readdir(join(root, 'test/graph/mistakes'));
  const files = [...mistakes.map((name) => `test/graph/mistakes/${name}`), 'examples/travel/travel.yaml'];
  let compared = 0;
  for (const path of files.filter((name) => /\.(?:ya?ml|json)$/.test(name))) {
    const file = { path, text: await readFile(join(root, path), 'utf8') };
    const keepsakes = openKeepsakes(folder, 'build');
    const first = createReader(operations, null, keepsakes)(file);
    await keepsakes.settled();
    const unread = {
      recall: (texts: readonly string[]) => keepsakes.recall(texts, () => 'it was made again'),
    };
    expect(createReader(operations, null, unread)(file)).toEqual(first);
    compared++;
  }
  expect(compared).toBeGreaterThan(70);
});

test('[O6.1] a second start lists, shows and runs as the first did, from what was kept', async () => {
  const flags = new Map([
    ['--data', [folder]],
    ['--workflows', [join(root, 'examples/travel')]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  const seen = [];
  for (const build of ['b', 'b', undefined]) {
    const house = await openHouse(settings, { env: {}, version: '1', build, warn: () => undefined });
    try {
      const call = (name: string, input: object) => callOperation(registry, house.services, ada, name, input);
      const list = await call('definitions.list', {});
      const details = await call('definitions.get', { workflow: 'plan_trip' });
      const source = 'take_the_cheapest';
      seen.push({
        list,
        details,
        simulated: await call('workflows.simulate', { workflow: source, params: {} }).catch(String),
      });
    } finally {
      await house.close();
    }
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});
