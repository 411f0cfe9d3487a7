/** A confirmation over MCP: a form for the user where the client has forms, else the refusal with its token. */
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ask } from '../mcp/raw-dispatch.ts';
import {
  connectFormer,
  connectTestClient,
  type TestClient,
  type TestClientKind,
  type TestClientOptions,
} from '../mcp/test-client.ts';
import { openRestFixture, type RestFixture } from '../rest/rest-fixture.ts';
import { createAlbums } from './albums.ts';

type Human = NonNullable<TestClientOptions['human']>;
type Form = Parameters<Human>[0];

const albums = createAlbums();
const headers = { 'x-as': 'robot' };
let fixture: RestFixture;
beforeAll(async () => {
  fixture = await openRestFixture({}, albums.registry);
});
afterAll(() => fixture.close());

let made = 0;
function newAlbum(): string {
  made += 1;
  const album = `album-${made}`;
  albums.put(album, 'Emma', 'Dune');
  return album;
}

async function connect(kind: TestClientKind, human?: Human): Promise<TestClient> {
  const options = human === undefined ? { headers } : { headers, human };
  const client = await connectTestClient(kind, `${fixture.url}/mcp`, options);
  onTestFinished(() => client.close());
  return client;
}

const yes = { action: 'accept', content: { approved: true } } as const;

describe.each<TestClientKind>(['present, 2026', 'present, 2025', 'former, 2025'])('%s', (kind) => {
  test('[O4.2][P4.3] the user confirms in a form, and the same call is performed', async () => {
    const album = newAlbum();
    const forms: Form[] = [];
    const client = await connect(kind, (form) => {
      forms.push(form);
      return yes;
    });
    const { value, isError } = await client.call('albums_clear', { album, keep: 'Dune' });
    expect([value, isError]).toEqual([{ cleared: 1 }, false]);
    expect(albums.photosIn(album)).toEqual(['Dune']);
    const { body } = await fixture.ask('GET /v1/audit?operation=albums.clear&outcome=done&limit=1');
    const entry = { target: album, subject: 'robot', kind: 'agent', via: 'form of guest 1.0.0' };
    expect(body).toMatchObject({ entries: [entry] });
    expect(forms).toEqual([
      expect.objectContaining({
        message: `“${album}” loses Emma, Dune; “cases_cancel” does not bring them back.`,
        requestedSchema: expect.objectContaining({
          properties: { approved: expect.objectContaining({ type: 'boolean' }) },
          required: ['approved'],
        }),
      }),
    ]);
  });

  test.each([
    ['declines', { action: 'decline' }],
    ['dismisses the form', { action: 'cancel' }],
    ['says no', { action: 'accept', content: { approved: false } }],
    ['says nothing', { action: 'accept', content: {} }],
  ] as const)('[O4.2] nothing happens if the user %s', async (_, answer) => {
    const album = newAlbum();
    const client = await connect(kind, () => answer as ReturnType<Human>);
    const { value, isError } = await client.call('albums_clear', { album });
    expect(isError).toBe(true);
    expect(value).toMatchObject({
      error_code: 'confirmation_declined',
      message: expect.stringContaining('Nothing was done'),
      context: {},
    });
    expect(albums.photosIn(album)).toHaveLength(2);
  });

  test('[O4.2] what changed while the form was open is asked again', async () => {
    const album = newAlbum();
    const messages: string[] = [];
    const client = await connect(kind, ({ message }) => {
      messages.push(message);
      if (messages.length === 1) albums.put(album, 'Ulysses');
      return yes;
    });
    expect((await client.call('albums_clear', { album })).value).toEqual({ cleared: 3 });
    expect(messages).toEqual([
      expect.stringMatching(/^“album-\d+” loses Emma, Dune;/),
      expect.stringMatching(/^What was confirmed has changed since\. .* loses Emma, Dune, Ulysses;/),
    ]);
  });

  test('[O4.2] a client without forms gets the refusal with its token, and repeats the call with it', async () => {
    const album = newAlbum();
    const client = await connect(kind);
    const { value, isError } = await client.call('albums_clear', { album });
    expect(isError).toBe(true);
    expect(value).toMatchObject({
      error_code: 'confirmation_required',
      http_status: 428,
      suggested_action: expect.stringContaining('as “confirm_token”'),
    });
    const { confirm_token } = value['context'] as { readonly confirm_token: string };
    expect((await client.call('albums_clear', { album, confirm_token })).value).toEqual({ cleared: 2 });
  });

  test('[O4.2] a call with a token, or with nothing to lose, shows no form', async () => {
    const client = await connect(kind, () => {
      throw new Error('A form was shown.');
    });
    expect((await client.call('albums_clear', { album: 'empty' })).value).toEqual({ cleared: 0 });
    const album = newAlbum();
    const refused = await fixture.ask(`POST /v1/albums/${album}/clear`, { as: 'robot', body: {} });
    const confirm_token = refused.textAt('context.confirm_token');
    expect((await client.call('albums_clear', { album, confirm_token })).value).toEqual({ cleared: 2 });
  });
});

test('[O4.2] a user of 2025 whose answers are always too late is asked a limited number of times', async () => {
  const album = newAlbum();
  let forms = 0;
  const client = await connect('former, 2025', () => {
    forms += 1;
    albums.put(album, `photo ${forms}`);
    return yes;
  });
  expect((await client.call('albums_clear', { album })).value).toMatchObject({
    error_code: 'confirmation_required',
  });
  expect(forms).toBe(5);
});

test('[O4.2] a form of 2025 that cannot be shown leaves the refusal with its token', async () => {
  const album = newAlbum();
  const client = await connectFormer(`${fixture.url}/mcp`, { headers, human: () => yes });
  onTestFinished(() => client.close());
  client.setRequestHandler(ElicitRequestSchema, () => Promise.reject(new Error('No window.')));
  expect(await client.callTool({ name: 'albums_clear', arguments: { album } })).toMatchObject({
    isError: true,
    structuredContent: {
      error_code: 'confirmation_required',
      context: { confirm_token: expect.any(String) },
    },
  });
});

test('[O4.2][P4.2] a state of 2026 for other arguments, of another principal or forged confirms nothing: it is asked again', async () => {
  const album = newAlbum();
  const url = `${fixture.url}/mcp`;
  const send = async (args: object, more: object = {}, as = 'robot') => {
    const params = { name: 'albums_clear', arguments: args, ...more };
    const answer = await ask(url, 'tools/call', params, { headers: { 'x-as': as } });
    if (answer.kind !== 'result') throw new Error(JSON.stringify(answer));
    return answer.result as Readonly<Record<string, unknown>>;
  };
  const first = await send({ album });
  expect(first).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
  const inputResponses = { confirm: yes };
  const { requestState } = first;
  for (const again of [
    await send({ album, keep: 'Emma' }, { requestState, inputResponses }),
    await send({ album }, { requestState, inputResponses }, 'bob'),
    await send({ album }, { requestState: 'forged', inputResponses }),
  ]) {
    expect(again).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        confirm: { params: { message: expect.stringContaining('does not belong to this call') } },
      },
    });
  }
  expect(await send({ album }, { requestState })).toMatchObject({
    isError: true,
    structuredContent: { error_code: 'confirmation_declined' },
  });
  expect(albums.photosIn(album)).toHaveLength(2);
  expect(await send({ album }, { requestState, inputResponses })).toMatchObject({
    structuredContent: { cleared: 2 },
  });
});
