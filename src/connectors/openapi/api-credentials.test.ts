import { afterEach, describe, expect, test } from 'vitest';
import {
  closeApis,
  closing,
  openApiFixture,
  type Received,
  withPath,
} from '../../../test/connectors/api-fixture.ts';
import { startLocalServer } from '../../../test/servers/local-server.ts';
import type { Json } from '../../kernel/index.ts';
import type { Credential } from './api-credentials.ts';

afterEach(closeApis);

describe('credentials', () => {
  const schemes = {
    inHeader: { type: 'apiKey', in: 'header', name: 'X-Key' },
    inQuery: { type: 'apiKey', in: 'query', name: 'key' },
    inCookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    basic: { type: 'http', scheme: 'basic' },
    bearer: { type: 'http', scheme: 'Bearer' },
  };
  const token: Credential = { kind: 'token', token: 'secret token' };
  const login: Credential = { kind: 'login', username: 'ann', password: 'pass:word' };
  const added: readonly (readonly [string, Credential, Partial<Received['headers']>, string])[] = [
    ['inHeader', token, { 'x-key': 'secret token' }, '/things'],
    ['inQuery', token, {}, '/things?key=secret%20token'],
    ['inCookie', token, { cookie: 'sid=secret%20token' }, '/things'],
    ['basic', login, { authorization: `Basic ${btoa('ann:pass:word')}` }, '/things'],
    ['bearer', token, { authorization: 'Bearer secret token' }, '/things'],
  ];

  test.each(added)('[H6.3] %s is added', async (scheme, credential, headers, url) => {
    const document = withPath({ security: [{ [scheme]: [] }] }, { components: { securitySchemes: schemes } });
    const fixture = await openApiFixture(
      () => document,
      () => [200, { ok: true }],
      { [scheme]: credential },
    );
    expect(await fixture.call('things_create')).toEqual({ kind: 'succeeded', output: { ok: true } });
    expect(fixture.received).toEqual([
      expect.objectContaining({ url, headers: expect.objectContaining({ ...headers, 'x-team': 'blue' }) }),
    ]);
  });

  test('[H6.3] the first alternative that is configured is used, with all of its schemes', async () => {
    const security = [{ bearer: [] }, { inHeader: [], inQuery: [] }, { basic: [] }];
    const document = withPath({ security }, { components: { securitySchemes: schemes } });
    const credentials = { inHeader: token, inQuery: token, basic: login };
    const fixture = await openApiFixture(
      () => document,
      () => [200, {}],
      credentials,
    );
    await fixture.call('things_create');
    const [{ url = '', headers = {} } = {}] = fixture.received;
    expect([url, headers['x-key'], headers.authorization]).toEqual([
      '/things?key=secret%20token',
      'secret token',
      undefined,
    ]);
  });

  test('[H6.3] without a configured one nothing is sent; without a need none is added', async () => {
    const document = (operation: Json) => withPath(operation, { components: { securitySchemes: schemes } });
    const without = await openApiFixture(
      () => document({ security: [{ bearer: [] }] }),
      () => [200, {}],
    );
    expect(await without.call('things_create')).toEqual({
      kind: 'failed',
      failure: expect.objectContaining({
        code: 'credentials-missing',
        message: expect.stringContaining('bearer'),
      }),
    });
    expect(without.received).toEqual([]);
    const optional = await openApiFixture(
      () => document({ security: [{ bearer: [] }, {}] }),
      () => [200, {}],
    );
    expect((await optional.call('things_create')).kind).toBe('succeeded');
  });

  test('[H6.3] a token of a client is requested once, again when it expires, and again when it is refused', async () => {
    let issued = 0;
    const document = (url: string) =>
      withPath(
        { security: [{ oauth: ['write', 'read'] }] },
        {
          components: {
            securitySchemes: {
              oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: `${url}/token` } } },
            },
          },
        },
      );
    const refused = new Set<string>();
    const fixture = await openApiFixture(
      document,
      ({ url, headers: { authorization = '' } }) => {
        if (url === '/token') return [200, { access_token: `token-number-${++issued}`, expires_in: 100 }];
        return refused.has(authorization) ? [401, {}] : [200, { echoed: authorization }];
      },
      { oauth: { kind: 'client', id: 'me:1', secret: 'hush', scopes: [] } },
    );
    const call = () => fixture.call('things_create');
    // What the API repeats is hidden.
    expect(await Promise.all([call(), call()])).toEqual(
      Array(2).fill({ kind: 'succeeded', output: { echoed: expect.not.stringContaining('token-number') } }),
    );
    expect(issued).toBe(1);
    const [first] = fixture.received;
    expect(first).toMatchObject({
      method: 'POST',
      body: 'grant_type=client_credentials&scope=write+read',
      headers: { authorization: `Basic ${btoa('me%3A1:hush')}` },
    });
    fixture.clock = 69_999;
    await call();
    expect(issued).toBe(1);
    fixture.clock = 70_000;
    await call();
    expect(issued).toBe(2);
    refused.add('Bearer token-number-2');
    expect((await call()).kind).toBe('succeeded');
    expect(issued).toBe(3);
    for (let number = 3; number < 9; number++) refused.add(`Bearer token-number-${number}`);
    expect(await call()).toMatchObject({ kind: 'failed', failure: { code: 'http-401' } });
    expect(issued).toBe(4);
  });

  test('[H6.3] an OpenID provider says where tokens are', async () => {
    const document = (url: string) =>
      withPath(
        { security: [{ openId: [] }] },
        {
          components: {
            securitySchemes: { openId: { type: 'openIdConnect', openIdConnectUrl: `${url}/.well-known` } },
          },
        },
      );
    const fixture = await openApiFixture(
      document,
      ({ url }) =>
        url === '/.well-known'
          ? [200, { token_endpoint: `${fixture.server.url}/tokens` }]
          : [200, url === '/tokens' ? { access_token: 'abcdef' } : {}],
      { openId: { kind: 'client', id: 'a', secret: 'b', scopes: [] } },
    );
    expect((await fixture.call('things_create')).kind).toBe('succeeded');
    expect(fixture.received.map(({ url }) => url)).toEqual(['/.well-known', '/tokens', '/things']);
    expect(fixture.received[2]?.headers.authorization).toBe('Bearer abcdef');
  });

  test('[H6.3] credentials do not follow a redirect to another host, and errors do not show them', async () => {
    const other = await startLocalServer(({ headers }, response) => {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ seen: headers['x-key'] ?? 'nothing', team: headers['x-team'] ?? 'nothing' }),
      );
    });
    closing.push(other);
    const get = { get: { operationId: 'read', security: [{ inHeader: [] }] } };
    const document: Json = {
      openapi: '3.0.0',
      components: { securitySchemes: schemes },
      paths: { '/echo': { get: { ...get.get, operationId: 'echo' } }, '/away': get },
    };
    const fixture = await openApiFixture(
      () => document,
      ({ headers }) => [400, { message: `wrong key ${headers['x-key']}` }],
      { inHeader: { kind: 'token', token: 'hunter2-hunter2' } },
      { secrets: ['hunter2-hunter2'] },
    );
    const failed = await fixture.call('echo');
    expect(failed).toMatchObject({ kind: 'failed', failure: { code: 'http-400' } });
    expect(JSON.stringify(failed)).not.toContain('hunter2');
    const moved = await startLocalServer((_, response) =>
      response.writeHead(307, { location: `${other.url.replace('127.0.0.1', 'localhost')}/x` }).end(),
    );
    closing.push(moved);
    const away = await openApiFixture(
      () => document,
      () => [200, {}],
      { inHeader: { kind: 'token', token: 'hunter2-hunter2' } },
      { url: moved.url },
    );
    const outcome = JSON.stringify(await away.call('read'));
    expect(outcome).toContain('nothing');
    expect(outcome).not.toContain('hunter2');
    expect(outcome).not.toContain('blue');
  });

  test('[H6.3] a credential that the operator wrote into the file is hidden in results, too', async () => {
    const document = withPath({ security: [{ bearer: [] }] }, { components: { securitySchemes: schemes } });
    const fixture = await openApiFixture(
      () => document,
      ({ headers }) => [200, { echoed: headers.authorization ?? '' }],
      { bearer: { kind: 'token', token: 'literal-secret-1' } },
    );
    expect(JSON.stringify(await fixture.call('things_create'))).not.toContain('literal-secret');
  });

  const oauth = (tokenUrl: string): Json =>
    withPath(
      { security: [{ oauth: [] }] },
      {
        components: {
          securitySchemes: { oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl } } } },
        },
      },
    );
  const client: Credential = { kind: 'client', id: 'a', secret: 'hush', scopes: [] };

  test('[H6.3] a token can be at an address of the API; a failure there can be tried again', async () => {
    const states = [503, 400, 200];
    const fixture = await openApiFixture(
      () => oauth('/token'),
      ({ url }) => (url === '/token' ? [states.shift() ?? 200, { access_token: 'abcdef' }] : [200, {}]),
      { oauth: client },
    );
    const refused = { code: 'credentials-refused' };
    expect(await fixture.call('things_create')).toMatchObject({ failure: { ...refused, retryable: true } });
    expect(await fixture.call('things_create')).toMatchObject({ failure: { ...refused, retryable: false } });
    expect((await fixture.call('things_create')).kind).toBe('succeeded');
  });

  test('[H6.3] a request that was redirected is not repeated when its token is refused', async () => {
    const other = await startLocalServer((_, response) => response.writeHead(401).end());
    closing.push(other);
    let posts = 0;
    const moved = await startLocalServer(({ url }, response) => {
      if (url === '/token') {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"abcdef"}');
        return;
      }
      posts += 1;
      response.writeHead(303, { location: other.url }).end();
    });
    closing.push(moved);
    const options = { url: moved.url };
    const fixture = await openApiFixture(
      () => oauth('/token'),
      () => [200, {}],
      { oauth: client },
      options,
    );
    expect(await fixture.call('things_create')).toMatchObject({ failure: { code: 'http-401' } });
    expect(posts).toBe(1);
  });

  test('[H6.3] a call that is stopped does not wait for a token', async () => {
    let isAsked = (): void => undefined;
    const whenAsked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const silent = await startLocalServer(() => isAsked());
    closing.push(silent);
    const fixture = await openApiFixture(
      () => oauth('/token'),
      () => [200, {}],
      { oauth: client },
      { url: silent.url },
    );
    const stop = new AbortController();
    const call = { tenant: 'a', run: 'run_1', workflow: 'w', task: 't', key: 'k', attempt: 1, begunAt: 0 };
    const outcome = fixture.connector.perform(
      { ...call, operation: 'things_create', input: {} },
      stop.signal,
    );
    await whenAsked;
    stop.abort();
    expect(await outcome).toMatchObject({ kind: 'failed', failure: { retryable: true } });
  });
});
