/** Catalogs and commands as tools, through real clients of both eras. */
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { connectTestClient, type TestClientKind, type TestClientOptions } from '../mcp/test-client.ts';
import { type CatalogFixture, openCatalogFixture } from './catalog-fixture.ts';
import { type ApiServer, type Asked, answerPets, petDocument, startApi } from './pet-api.ts';

let fixture: CatalogFixture;
let api: ApiServer;

/** Pages of ten, of which the last says that it is. */
function page(url: URL) {
  const at = Number(url.searchParams.get('page') ?? '1');
  const rel = at < 5 ? 'next' : 'first';
  const link = { link: `<${api.url}/visits?page=${at < 5 ? at + 1 : 1}>; rel="${rel}"` };
  const visits = Array.from({ length: 10 }, (_, index) => ({
    id: (at - 1) * 10 + index,
    note: 'n'.repeat(20),
  }));
  return [200, visits, link] as const;
}

/** Pages of 300, beside other lists. */
function users(url: URL) {
  const at = Number(url.searchParams.get('page') ?? '1');
  const found = Array.from({ length: 300 }, (_, index) => ({
    id: String((at - 1) * 300 + index),
    name: `User ${(at - 1) * 300 + index} ${'n'.repeat(1_000)}`,
  }));
  return [200, { warnings: ['beta'], items: [{ id: 'no user' }], has_more: true, users: found }] as const;
}

const answer = (asked: Asked) => {
  const url = new URL(asked.url, 'http://localhost');
  if (url.pathname === '/visits') return page(url);
  if (url.pathname === '/big')
    return [200, Array.from({ length: 500 }, (_, id) => ({ id, text: 'x'.repeat(1_000) }))] as const;
  if (url.pathname === '/users') return users(url);
  if (url.pathname === '/fail')
    return [422, { message: 'No such tag', token: 'secret-of-the-server-12345' }] as const;
  return answerPets(asked);
};

const responses = { 200: { description: 'Yes' } };
const ofText = { type: 'string' };
const userPage = {
  type: 'object',
  properties: {
    warnings: { type: 'array', items: ofText },
    users: {
      type: 'array',
      items: { type: 'object', properties: { id: ofText, name: ofText }, required: ['id', 'name'] },
    },
  },
};
const document = () =>
  petDocument(api.url, {
    '/visits': {
      get: {
        operationId: 'listVisits',
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
        responses,
      },
    },
    '/users': {
      get: {
        operationId: 'listUsers',
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
        responses: { 200: { description: 'Users', content: { 'application/json': { schema: userPage } } } },
      },
    },
    '/users/{userId}': {
      get: {
        operationId: 'showUser',
        parameters: [{ name: 'userId', in: 'path', required: true, schema: { type: 'string' } }],
        responses,
      },
    },
    '/big': { get: { operationId: 'listBig', responses } },
    '/fail': { get: { operationId: 'fail', responses } },
  });

beforeAll(async () => {
  api = await startApi(answer);
  fixture = await openCatalogFixture();
  await fixture.add('Pets', document(), { vendor: 'pets' });
});
afterAll(async () => {
  await fixture.close();
  await api.close();
});
beforeEach(() => {
  api.asked.length = 0;
});

type Human = NonNullable<TestClientOptions['human']>;

async function connect(kind: TestClientKind, human?: Human, as = 'robot') {
  const headers = { 'x-as': as };
  const client = await connectTestClient(
    kind,
    `${fixture.url}/mcp`,
    human === undefined ? { headers } : { headers, human },
  );
  onTestFinished(() => client.close());
  return client;
}

describe.each<TestClientKind>(['present, 2026', 'present, 2025', 'former, 2025'])('%s', (kind) => {
  test('[C5.1] an API is validated, previewed and imported with the fields of the tools', async () => {
    const client = await connect(kind);
    const content = JSON.stringify(document());
    const validated = await client.call('catalog_validate_openapi', { content });
    expect(validated.value).toEqual({
      valid: true,
      document_kind: 'openapi_3',
      title: 'Pet store',
      operation_count: 9,
      warnings: [],
      violations: [],
    });
    const broken = await client.call('catalog_validate_openapi', {
      content: '{"openapi": "3.0.0",\n  "paths": 3,}',
    });
    expect([broken.isError, broken.value]).toEqual([
      false,
      expect.objectContaining({
        valid: false,
        document_kind: 'unknown',
        violations: [expect.objectContaining({ rule: 'document_unreadable', line: 2, column: 14 })],
      }),
    ]);
    const catalog_title = `Tools ${kind}`;
    const fields = { content, catalog_title, vendor: `tools_${kind.replaceAll(/\W/g, '')}`.slice(0, 30) };
    const preview = await client.call('catalog_preview_import', { ...fields, include_command_preview: true });
    expect(preview.value).toMatchObject({
      catalog: { title: catalog_title, vendor: fields.vendor, base_url: api.url },
      projected_command_count: 9,
      projected_group_prefixes: expect.arrayContaining([`${fields.vendor} pets`]),
      provider_contract_count: expect.any(Number),
      warnings: [],
      command_preview: expect.arrayContaining([
        expect.objectContaining({ command: `${fields.vendor} pets:list` }),
      ]),
    });
    const imported = await client.call('catalog_import_openapi', fields);
    expect(imported.value).toMatchObject({
      catalog_id: expect.any(String),
      catalog_path: expect.stringMatching(/catalog\.json$/),
      manifest_path: expect.stringMatching(/\.commands\.jsonl$/),
      command_count: 9,
      provider_contract_count: preview.value['provider_contract_count'],
      warnings: [],
    });
    const conflict = await client.call('catalog_import_openapi', fields);
    expect(conflict.value).toMatchObject({ error_code: 'catalog_exists' });
    const { catalog_id } = imported.value;
    const toggled = await client.call('catalog_set_enabled', { catalog_id, enabled: false });
    expect(toggled.value).toMatchObject({ catalog_id, enabled: false, command_count_after_toggle: 0 });
    const refused = await client.call('catalog_remove', { catalog_title });
    expect(refused.value).toMatchObject({ error_code: 'confirmation_required' });
    const { confirm_token } = refused.value['context'] as { readonly confirm_token: string };
    const removed = await client
      .call('catalog_remove', { catalog_title, remove_manifest: true })
      .then((again) =>
        again.isError ? client.call('catalog_remove', { catalog_title, confirm_token }) : again,
      );
    expect(removed.value).toEqual({
      removed_catalog_id: catalog_id,
      manifest_removed: false,
      remaining_catalog_count: 1,
    });
  });

  test('[C5.7] a command is found, described, and called at once if it only reads', async () => {
    const client = await connect(kind, () => {
      throw new Error('Nobody is asked.');
    });
    const found = await client.call('command_search', { query: 'show a pet', limit: 3 });
    const [first] = found.value['commands'] as readonly Record<string, unknown>[];
    expect(first).toMatchObject({
      command: 'pets pets:info',
      call: 'pets.showPet',
      execution_type: 'read',
      http_method: 'GET',
      path: '/pets/{petId}',
      required: ['petId'],
    });
    for (const command of ['pets pets:info', 'pets.showPet', 'PETS.SHOWPET', 'showPet', 'pets:info']) {
      const described = await client.call('command_describe', { command });
      expect([command, described.value['command']]).toEqual([command, 'pets pets:info']);
      const { value, isError } = await client.call('command_run', { command, args: { petId: 'p1' } });
      expect([command, value, isError]).toEqual([
        command,
        { command: 'pets pets:info', output: { id: 'p1', name: 'Rex' } },
        false,
      ]);
    }
    expect(new Set(api.lines())).toEqual(new Set(['GET /pets/p1']));
  });

  test('[C5.7] a command that writes asks in a form that shows its request', async () => {
    const messages: string[] = [];
    const client = await connect(kind, ({ message }) => {
      messages.push(message);
      expect(api.asked).toEqual([]);
      return { action: 'accept', content: { approved: true } };
    });
    const { value } = await client.call('command_run', { command: 'pets.createPet', args: { name: 'Ida' } });
    expect(value).toMatchObject({ command: 'pets pets:create', output: { id: 'p3', name: 'Ida' } });
    expect(messages).toEqual([
      `“pets pets:create” (Register a pet) will be called with {"name":"Ida"}: POST /pets at ${api.url}.`,
    ]);
    const declining = await connect(kind, () => ({ action: 'decline' }));
    const declined = await declining.call('command_run', {
      command: 'pets.deletePet',
      args: { petId: 'p1' },
    });
    expect(declined.value).toMatchObject({ error_code: 'confirmation_declined' });
    expect(api.lines()).toEqual(['POST /pets']);
  });

  test('[C5.7] without forms it is refused with a token, for exactly this call', async () => {
    const client = await connect(kind);
    const call = { command: 'pets deletePet', args: { petId: 'p1' } };
    const { value } = await client.call('command_run', call);
    expect(value).toMatchObject({ error_code: 'confirmation_required', http_status: 428 });
    expect(value['message']).toContain('What it deletes may be lost for good.');
    const { confirm_token } = value['context'] as { readonly confirm_token: string };
    const other = await client.call('command_run', { ...call, args: { petId: 'p2' }, confirm_token });
    expect(other.value).toMatchObject({ error_code: 'confirmation_required' });
    expect(api.asked).toEqual([]);
    const done = await client.call('command_run', { ...call, confirm_token });
    expect([done.isError, api.lines()]).toEqual([false, ['DELETE /pets/p1']]);
    const again = await client.call('command_run', { ...call, confirm_token });
    expect(again.value).toMatchObject({
      error_code: 'confirmation_required',
      message: expect.stringMatching(/^The confirmation was used before\. /),
    });
    expect(api.lines()).toEqual(['DELETE /pets/p1']);
  });

  test('[C5.7] what would be refused needs no agreement', async () => {
    const client = await connect(kind);
    const { value } = await client.call('command_run', {
      command: 'pets.createPet',
      args: { nme: 'Ida', name: 5 },
    });
    expect(value).toMatchObject({ error_code: 'call_failed', context: { failure: 'bad-arguments' } });
    expect(value['message']).toMatch(/“nme” is not known.*“name” must be/);
    expect(api.asked).toEqual([]);
  });
});

const kind = 'present, 2026';

test('[C5.7] a failure names the command and its code, and shows what the API answered', async () => {
  const client = await connect(kind);
  const { value, isError } = await client.call('command_run', { command: 'pets.fail' });
  expect([isError, value]).toEqual([
    true,
    expect.objectContaining({
      error_code: 'call_failed',
      context: expect.objectContaining({
        command: 'pets fail:list',
        failure: 'http-422',
      }),
    }),
  ]);
  const { response_payload } = value['context'] as { readonly response_payload: string };
  expect(JSON.parse(response_payload)).toEqual({
    status: 422,
    body: { message: 'No such tag', token: '[redacted]' },
  });
  const missing = await client.call('command_run', { command: 'pets.showPet', args: { petID: 3 } });
  expect(missing.value).toMatchObject({ error_code: 'call_failed', context: { failure: 'bad-arguments' } });
  // All problems at once.
  expect(missing.value['message']).toMatch(/petId/);
  expect(missing.value['message']).toMatch(/petID/);
});

test('[C5.7] an unknown name gets the nearest ones', async () => {
  const client = await connect(kind);
  for (const command of ['pets.showPets', 'pets.show_pet', 'pets pets:infos', 'showPett', 'pest.showPet']) {
    for (const tool of ['command_describe', 'command_run']) {
      const { value } = await client.call(tool, { command });
      expect([command, value['error_code']]).toEqual([command, 'command_not_found']);
      expect([command, value['message']]).toEqual([command, expect.stringMatching(/Similar: “pets /)]);
    }
  }
  for (const command of ['__proto__', 'constructor', 'pets.__proto__', 'pets.constructor', '%00', ' '])
    expect([command, (await client.call('command_describe', { command })).value['error_code']]).toEqual([
      command,
      'command_not_found',
    ]);
});

test('[C5.7] pages are read up to the number that the caller gives', async () => {
  const client = await connect(kind);
  const count = async (more: object) => {
    const { value } = await client.call('command_run', { command: 'pets.listVisits', ...more });
    return (value['output'] as readonly unknown[]).length;
  };
  expect(await count({})).toBe(10);
  expect(await count({ pages: 3 })).toBe(30);
  expect(await count({ pages: 100 })).toBe(50);
  expect(api.asked).toHaveLength(1 + 3 + 5);
  const writing = await fixture
    .confirmed('commands.run', {
      command: 'pets.createPet',
      args: { name: 'x' },
      pages: 2,
    })
    .catch((error) => error.details);
  expect(writing).toMatchObject({ code: 'call_failed', context: { failure: 'bad-arguments' } });
});

test('[C5.7] a long list is cut at an item, with how many there are', async () => {
  const client = await connect(kind);
  const { value } = await client.call('command_run', { command: 'pets.listBig' });
  const { output, items, shown } = value as {
    output: readonly { id: number; text: string }[];
    items: number;
    shown: number;
  };
  expect(items).toBe(500);
  expect(output).toHaveLength(shown);
  expect(output.every(({ id, text }, at) => id === at && text.length === 1_000)).toBe(true);
  expect(JSON.stringify(value).length).toBeLessThan(45_000);
  // Programs get all.
  expect(await fixture.run('pets.listBig')).toHaveLength(500);
});

test('[C5.8] values are listed by the provider, and kept for the principal who asked', async () => {
  const client = await connect(kind);
  const input = { command: 'pets.showPet', parameter: 'petId' };
  const { value } = await client.call('command_values', input);
  expect(value).toEqual({
    provider: 'pets.listPets',
    values: [
      { value: 'p1', label: 'Rex' },
      { value: 'p2', label: 'Mia' },
    ],
  });
  expect((await client.call('command_values', { ...input, search: 'MIA' })).value['values']).toHaveLength(1);
  expect(api.lines()).toEqual(['GET /pets']);
  const other = await connect(kind, undefined, 'bob');
  await other.call('command_values', input);
  expect(api.lines()).toEqual(['GET /pets', 'GET /pets']);
  // A change of the catalog may change what they are.
  await fixture.call('catalogs.configure', { catalog: 'pets', headers: { 'X-Team': 'red' } });
  await client.call('command_values', input);
  expect(api.asked).toHaveLength(3);
  const none = await client.call('command_values', { command: 'pets.listVisits', parameter: 'page' });
  expect(none.value).toMatchObject({ error_code: 'invalid_input' });
  const unknown = await client.call('command_values', { command: 'pets.showPet', parameter: 'constructor' });
  expect(unknown.value['message']).toContain('has no parameter “constructor”');
});

test('[C5.8] values are read from the list that the document describes, on five pages, and searched in 1,000 of them', async () => {
  const client = await connect(kind);
  const values = async (search?: string) => {
    const input = { command: 'pets.showUser', parameter: 'userId', ...(search ? { search } : {}) };
    return (await client.call('command_values', input)).value['values'] as readonly Record<string, string>[];
  };
  const all = await values();
  expect(all.map(({ value }) => value)).toEqual(Array.from({ length: 200 }, (_, at) => String(at)));
  expect(all[7]?.['label']).toMatch(/^User 7 n{193}$/);
  expect((await values('user 999 ')).map(({ value }) => value)).toEqual(['999']);
  expect(await values('user 1000 ')).toEqual([]);
  expect(api.lines()).toEqual(['', '?page=2', '?page=3', '?page=4', '?page=5'].map((q) => `GET /users${q}`));
});
