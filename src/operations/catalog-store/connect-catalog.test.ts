import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startLocalServer } from '../../../test/servers/local-server.ts';
import { compileOpenApi } from '../../catalogs/index.ts';
import { createHttpClient } from '../../connectors/index.ts';
import type { Json } from '../../kernel/index.ts';
import {
  type Connector,
  createRedactor,
  createSecretResolver,
  parseHostPattern,
  systemClock,
} from '../../runtime/index.ts';
import { openCatalogFiles } from './catalog-files.ts';
import type { CatalogRecord } from './catalog-record.ts';
import { openCatalogs } from './catalogs.ts';
import { connectCatalog } from './connect-catalog.ts';
import { writeVersion } from './version-files.ts';

const closing: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0).reverse()) await each.close();
});

interface Asked {
  readonly url: string;
  readonly authorization: string;
}

async function startServer(answer: Json): Promise<{ readonly url: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = await startLocalServer((request, response) => {
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '' });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  closing.push(server);
  return { url: server.url, asked };
}

/** A catalog of one command that needs a token, and a secret that may be sent to some hosts. */
async function connect(
  document: Json,
  changes: Partial<CatalogRecord>,
  hosts: readonly string[],
): Promise<Connector> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-catalogs-'));
  closing.push({ close: () => rmSync(folder, { recursive: true }) });
  const compiled = compileOpenApi(document);
  if (compiled.kind !== 'catalog') throw new Error('It has problems.');
  const files = openCatalogFiles(folder, false, (line) => {
    throw new Error(line);
  });
  const draft = join(await files.draftFolder(), 'version');
  const { hash, bytes } = writeVersion(draft, compiled.catalog);
  await files.adopt('', 'pets', hash, draft);
  const client = createHttpClient({ allowed: { all: true, hosts: [], ranges: [] } });
  closing.push(client);
  const allow = [
    {
      name: 'SECRET',
      tenants: '*' as const,
      hosts: hosts.flatMap((host) => parseHostPattern(host.replace('http://', '')) ?? []),
    },
  ];
  const catalogs = openCatalogs(
    files,
    (tenant, catalog) =>
      connectCatalog(tenant, catalog, {
        client,
        secrets: createSecretResolver({ env: { SECRET: 'hunter2-hunter2' }, allow }),
        redactor: createRedactor(() => ['hunter2-hunter2']),
        clock: systemClock,
        version: '0',
      }),
    (title) => new Error(title),
  );
  const record: CatalogRecord = {
    ...{ id: 'pets', title: 'Pets', vendor: 'pets', format: 'openapi_3', source: '', enabled: true },
    ...{ baseUrl: '', headers: {}, auth: {}, changedAt: 0, changedBy: 'ann' },
    versions: [{ hash, at: 0, commands: 1, bytes, label: '' }],
    ...changes,
  };
  await catalogs.save('', record, null);
  const [connector] = catalogs.of('');
  if (connector === undefined) throw new Error('It has no connector.');
  return connector;
}

const perform = (connector: Connector) =>
  connector.perform(
    {
      ...{ tenant: '', run: 'r', workflow: 'w', task: 't', operation: 'list' },
      input: {},
      key: 'k',
      attempt: 1,
      begunAt: 1,
    },
    new AbortController().signal,
  );

const petsWith = (scheme: Json): Json => ({
  openapi: '3.0.0',
  paths: { '/pets': { get: { operationId: 'list', security: [{ login: [] }] } } },
  components: { securitySchemes: { login: scheme } },
});

const client = { clientId: 'me', clientSecret: `\${env:SECRET}`, scopes: [] };

test('[C5.5] the secret of a client is only sent to an address of tokens that it is listed for', async () => {
  const api = await startServer([]);
  const tokens = await startServer({ access_token: 'abcdef' });
  const document = petsWith({
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: `${tokens.url}/token` } },
  });
  const changes = { baseUrl: api.url, auth: { login: client } };
  const foreign = await connect(document, changes, [api.url]);
  expect(await perform(foreign)).toMatchObject({
    kind: 'failed',
    failure: { code: 'credentials-refused', message: expect.stringContaining('SECRET') },
  });
  expect([tokens.asked, api.asked]).toEqual([[], []]);
  const own = await connect(document, changes, [api.url, tokens.url]);
  expect(await perform(own)).toEqual({ kind: 'succeeded', output: [] });
  expect(api.asked).toEqual([{ url: '/pets', authorization: 'Bearer abcdef' }]);
});

test('[C5.5] a token is not requested for an address of the API that the secret is not listed for', async () => {
  const api = await startServer([]);
  const tokens = await startServer({ access_token: 'abcdef' });
  const document = petsWith({
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: `${tokens.url}/token` } },
  });
  const connector = await connect(document, { baseUrl: api.url, auth: { login: client } }, [tokens.url]);
  expect(await perform(connector)).toMatchObject({
    kind: 'failed',
    failure: { message: expect.stringContaining('SECRET') },
  });
  expect([tokens.asked, api.asked]).toEqual([[], []]);
});

test('[C5.5] a credential that an operation does not need does not matter', async () => {
  const api = await startServer([]);
  const document: Json = {
    openapi: '3.0.0',
    paths: { '/pets': { get: { operationId: 'list' } } },
    components: { securitySchemes: { login: { type: 'http', scheme: 'bearer' } } },
  };
  const connector = await connect(document, { baseUrl: api.url, auth: { login: `\${env:SECRET}` } }, [
    'other.example.com',
  ]);
  expect(await perform(connector)).toEqual({ kind: 'succeeded', output: [] });
  expect(api.asked).toEqual([{ url: '/pets', authorization: '' }]);
});
