import { afterEach, expect, test } from 'vitest';
import { closeApis, openApiFixture, withPath } from '../../../test/connectors/api-fixture.ts';
import { openApi } from '../../catalogs/index.ts';
import type { Json } from '../../kernel/index.ts';
import { createRedactor, systemClock } from '../../runtime/index.ts';
import { createHttpClient } from '../http/http-client.ts';
import type { ApiSource } from './api-source.ts';
import { createOpenApiConnector } from './create-openapi-connector.ts';

afterEach(closeApis);

function opened(document: Json) {
  const result = openApi(document);
  if (result.kind === 'problem') throw new Error(result.message);
  return result.api;
}

const schemes = { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } };

test('[H7.5] a source is asked for each call: operations as they were, and the address and secrets of now', async () => {
  const fixture = await openApiFixture(
    () => withPath({}),
    ({ headers }) => [200, { said: `${headers['x-key']} of ${headers['x-tenant']}` }],
  );
  const before = opened(withPath({ security: [{ key: [] }] }, schemes));
  const after = opened(withPath({ operationId: 'renamed' }));
  let secret: string | undefined = 'first-secret-1';
  const source: ApiSource = {
    open: async ({ begunAt }) => (begunAt < 100 ? before : after),
    access: async (server, { tenant }) =>
      tenant === 'closed'
        ? { kind: 'failed', failure: { code: 'api-no-server', message: `“${server}” is nowhere.` } }
        : {
            kind: 'access',
            base: new URL(fixture.server.url),
            headers: { 'x-tenant': tenant },
            credentials: new Map(secret === undefined ? [] : [['key', { kind: 'token', token: secret }]]),
          },
    advice: { secrets: 'Use the vault.', credentials: (names) => `Set ${names.join()}.` },
  };
  const connector = createOpenApiConnector({
    name: 'shop',
    source,
    client: createHttpClient({ allowed: { all: true, hosts: [], ranges: [] } }),
    redactor: createRedactor(() => []),
    clock: systemClock,
    version: '1.2.3',
  });
  const call = { tenant: 'blue', run: 'run_1', workflow: 'w', task: 't', key: 'k', attempt: 1, begunAt: 0 };
  const perform = (given: object, operation = 'things_create') =>
    connector.perform({ ...call, operation, input: {}, ...given }, new AbortController().signal);
  try {
    expect((await connector.operations()).map(({ name }) => name)).toEqual(['renamed']);
    expect(await perform({})).toMatchObject({ output: { said: '[redacted] of blue' } });
    secret = 'second-secret-2';
    expect(await perform({ tenant: 'red' })).toMatchObject({ output: { said: '[redacted] of red' } });
    expect(fixture.received.map(({ headers }) => headers['x-key'])).toEqual(['first-secret-1', secret]);
    expect(await perform({ begunAt: 100 })).toMatchObject({ failure: { code: 'unknown-operation' } });
    expect(await perform({ begunAt: 100 }, 'renamed')).toMatchObject({ kind: 'succeeded' });
    expect(await perform({ tenant: 'closed' })).toMatchObject({
      failure: { code: 'api-no-server', message: '“” is nowhere.' },
    });
    secret = undefined;
    const missing = await perform({});
    expect(missing).toMatchObject({ failure: { code: 'credentials-missing' } });
    expect(missing.kind === 'failed' ? missing.failure.message : '').toMatch(/ Set key\.$/);
    const input = { a: `\${env:TOKEN}`, $secrets: [{ at: '/a', name: 'TOKEN' }] };
    const refused = await perform({ input });
    expect(refused.kind === 'failed' ? refused.failure.message : '').toMatch(/ Use the vault\.$/);
  } finally {
    await connector.close();
  }
});
