/** A confirmation over REST and JSON-RPC: the refusal has a token, and only the same call in the same state takes it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, openRestFixture, type RestAskOptions, type RestFixture } from '../rest/rest-fixture.ts';
import { createAlbums } from './albums.ts';

const albums = createAlbums();
let fixture: RestFixture;
beforeAll(async () => {
  fixture = await openRestFixture({}, albums.registry);
});
afterAll(() => fixture.close());

let made = 0;
/** An album of its own with two photos. */
function newAlbum(): string {
  made += 1;
  const album = `album-${made}`;
  albums.put(album, 'Emma', 'Dune');
  return album;
}

const clear = (album: string, body: object = {}, as?: NonNullable<RestAskOptions['as']>): Promise<Answer> =>
  fixture.ask(`POST /v1/albums/${album}/clear`, { body, ...(as === undefined ? {} : { as }) });

async function tokenFor(album: string, body: object = {}): Promise<string> {
  const asked = await clear(album, body);
  expect([asked.status, asked.textAt('error_code')]).toEqual([428, 'confirmation_required']);
  return asked.textAt('context.confirm_token');
}

test('[O4.2] the refusal says what will be lost, and contains a token for ten minutes', async () => {
  const album = newAlbum();
  const before = Date.now();
  const asked = await clear(album);
  expect(asked.body).toMatchObject({
    status: 428,
    error_code: 'confirmation_required',
    category: 'conflict',
    detail: `“${album}” loses Emma, Dune; “POST /v1/runs/{run}/cancel” does not bring them back.`,
    retryable: false,
    suggested_action: expect.stringMatching(/^Show the message to the user\..*“confirmToken”/),
    context: { confirm_token: expect.stringMatching(/^sb1\.[\w.-]{20,180}$/) },
  });
  const expiresAt = Date.parse(asked.textAt('context.expires_at'));
  expect(Math.round((expiresAt - before) / 60_000)).toBe(10);
  expect(albums.photosIn(album)).toEqual(['Emma', 'Dune']);
  const done = await clear(album, { confirmToken: asked.textAt('context.confirm_token') });
  expect([done.status, done.body]).toEqual([200, { cleared: 2 }]);
  expect(albums.photosIn(album)).toEqual([]);
});

test('[O4.2] nothing is asked if nothing is lost, and a token is then no error', async () => {
  expect((await clear('empty')).body).toEqual({ cleared: 0 });
  expect((await clear('empty', { confirmToken: 'any' })).body).toEqual({ cleared: 0 });
});

test('[O4.2] the rights and the input come before the question', async () => {
  const album = newAlbum();
  expect((await clear(album, {}, 'guest')).textAt('error_code')).toBe('missing_scope');
  expect((await clear(album, { kep: 'Emma' })).textAt('error_code')).toBe('invalid_input');
  expect((await clear(album, { confirmToken: 7 })).textAt('error_code')).toBe('invalid_input');
  const { body } = await fixture.ask('DELETE /v1/documents/x.yaml?confirmToken=any&revision=any');
  expect(JSON.stringify(body)).toContain('Unknown field “confirmToken”');
});

test('[O4.2] a token of another principal, tenant, input or album, a forged one and no token at all are refused, each with a new token', async () => {
  const album = newAlbum();
  const other = newAlbum();
  const confirmToken = await tokenFor(album);
  const last = confirmToken.at(-1) === 'A' ? 'E' : 'A';
  const tries: readonly Promise<Answer>[] = [
    clear(album, { confirmToken }, 'bob'),
    clear(album, { confirmToken }, 'stranger'),
    clear(album, { confirmToken, keep: 'Dune' }),
    clear(other, { confirmToken }),
    clear(album, { confirmToken: `${confirmToken.slice(0, -1)}${last}` }),
    clear(album, { confirmToken: `${confirmToken}A` }),
    clear(album, { confirmToken: 'sb1.forged' }),
  ];
  for (const answer of await Promise.all(tries)) {
    expect([answer.status, answer.textAt('error_code')]).toEqual([428, 'confirmation_required']);
    expect(answer.textAt('message')).toMatch(/^The confirmation does not belong to this call\. “album-/);
    expect(answer.textAt('context.confirm_token')).toMatch(/^sb1\./);
  }
  expect([...albums.photosIn(album), ...albums.photosIn(other)]).toHaveLength(4);
  expect((await clear(album, { confirmToken, keep: undefined })).status).toBe(200);
});

test('[O4.2] a token is void once what it is about has changed, and so after the act', async () => {
  const album = newAlbum();
  const first = await tokenFor(album);
  albums.put(album, 'Ulysses');
  const changed = await clear(album, { confirmToken: first });
  expect(changed.status).toBe(428);
  expect(changed.textAt('message')).toMatch(
    /^What was confirmed has changed since\. .* loses Emma, Dune, Ulysses; /,
  );
  const second = changed.textAt('context.confirm_token');
  expect((await clear(album, { confirmToken: second })).body).toEqual({ cleared: 3 });
  albums.put(album, 'Emma');
  expect((await clear(album, { confirmToken: second })).status).toBe(428);
  expect(albums.photosIn(album)).toEqual(['Emma']);
});

test('[O4.2] over JSON-RPC the error has the same token, under the name of the field', async () => {
  const album = newAlbum();
  const call = async (params: object) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'albums_clear', params };
    return (await fixture.ask('POST /rpc', { body: message })).body as {
      readonly result?: unknown;
      readonly error?: { readonly code: number; readonly data: { readonly context: Record<string, string> } };
    };
  };
  const { error } = await call({ album });
  expect(error).toMatchObject({
    code: -32005,
    data: {
      error_code: 'confirmation_required',
      message: `“${album}” loses Emma, Dune; “cases_cancel” does not bring them back.`,
      suggested_action: expect.stringContaining('as “confirm_token”'),
    },
  });
  const confirmToken = error?.data.context['confirm_token'];
  expect((await call({ album, confirm_token: confirmToken })).result).toMatchObject({ cleared: 2 });
});

test('[O4.2][W4.2] /openapi.json has the field and the refusal', async () => {
  const { body } = await fixture.ask('GET /openapi.json');
  expect(body).toHaveProperty(['paths', '/v1/albums/{album}/clear', 'post'], {
    ...{ operationId: 'albums.clear', tags: ['service'], summary: 'Clears an album.' },
    ...{ description: 'Needs `workflows:author`.', security: expect.anything() },
    parameters: expect.anything(),
    requestBody: {
      required: false,
      content: {
        'application/json': {
          schema: expect.objectContaining({
            properties: expect.objectContaining({
              confirmToken: expect.objectContaining({ type: 'string', maxLength: 500 }),
            }),
          }),
        },
      },
    },
    responses: expect.objectContaining({
      '428': expect.objectContaining({ description: expect.stringContaining('needs a confirmation') }),
    }),
  });
});

test('[O4.2][W2.4] the audit log has the refusal and its code', async () => {
  const album = newAlbum();
  await tokenFor(album);
  const { body } = await fixture.ask('GET /v1/audit?operation=albums.clear&outcome=refused&limit=1');
  expect(body).toMatchObject({ entries: [{ code: 'confirmation_required', target: album }] });
});
