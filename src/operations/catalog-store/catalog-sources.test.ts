import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpClient } from '../../connectors/index.ts';
import { createRedactor, createSecretResolver } from '../../runtime/index.ts';
import { openCatalogSources } from './catalog-sources.ts';

const secrets = createSecretResolver({ env: {}, allow: [] });

test('[C5.1] the root may be the folder whose files are allowed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-sources-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'pets.json');
  await writeFile(path, '{}');
  const { redact } = createRedactor(() => []);
  const client = createHttpClient({ allowed: { all: false, hosts: [], ranges: [] } });
  onTestFinished(() => client.close());
  const sourcesIn = (allowed: string) =>
    openCatalogSources({ folders: [allowed], folder, client, secrets, redact, version: '0' });
  expect(await sourcesIn('/').findFile(path, false)).toMatchObject({ kind: 'file' });
  expect(await sourcesIn(folder.slice(0, -1)).findFile(path, false)).toMatchObject({ kind: 'refused' });
});

test('[C5.1] a fetch is refused if too many others wait', async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_, response) => void held.push(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createHttpClient({ allowed: { all: true, hosts: [], ranges: [] } });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { redact } = createRedactor(() => []);
  const sources = openCatalogSources({
    folders: [],
    folder: tmpdir(),
    client,
    secrets,
    redact,
    version: '0',
  });
  const stopped = new AbortController();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const into = {
    ...({ method: 'get', headers: {}, tenant: '' } as const),
    ...{ folder: tmpdir(), maxBytes: 10, until: performance.now() + 60_000 },
  };
  const fetches = Array.from({ length: 60 }, () => sources.fetch(address, into, stopped.signal));
  expect(await Promise.all(fetches.slice(54))).toEqual(fetches.slice(54).map(() => ({ kind: 'overloaded' })));
  stopped.abort();
  for (const { kind } of await Promise.all(fetches.slice(0, 54))) expect(kind).toBe('refused');
  expect(held.length).toBeLessThanOrEqual(4);
});
