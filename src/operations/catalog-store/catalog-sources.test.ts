import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpClient } from '../../connectors/index.ts';
import { createRedactor } from '../../runtime/index.ts';
import { openCatalogSources } from './catalog-sources.ts';

test('[C5.1] the root may be the folder whose files are allowed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-sources-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'pets.json');
  await writeFile(path, '{}');
  const { redact } = createRedactor(() => []);
  const client = createHttpClient({ allowed: { all: false, hosts: [], ranges: [] } });
  onTestFinished(() => client.close());
  const sourcesIn = (allowed: string) =>
    openCatalogSources({ folders: [allowed], folder, client, redact, version: '0' });
  expect(await sourcesIn('/').findFile(path, false)).toMatchObject({ kind: 'file' });
  expect(await sourcesIn(folder.slice(0, -1)).findFile(path, false)).toMatchObject({ kind: 'refused' });
});
