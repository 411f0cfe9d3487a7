/** Credentials of catalogs: only references, only to their hosts, and never shown. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLeaks, plant } from '../access/planted.ts';
import { type CatalogFixture, openCatalogFixture } from './catalog-fixture.ts';
import { type ApiServer, startApi } from './pet-api.ts';

const planted = {
  key: plant('a key of the API'),
  password: plant('a password'),
  client: plant('the secret of a client'),
  header: plant('a header'),
};

let fixture: CatalogFixture;
let api: ApiServer;
let thief: ApiServer;

/** Says back everything that it got. */
const echo = ({
  method,
  url,
  headers,
  body,
}: {
  method: string;
  url: string;
  headers: object;
  body: string;
}) => {
  if (url === '/token') return [200, { access_token: 'short-lived-token-1', expires_in: 60 }] as const;
  if (url.startsWith('/fail')) return [500, { headers, body }] as const;
  return [200, { method, url, headers, body }] as const;
};

/** Where `/moved` leads. */
/** For those who have the key. */
const documentFor = ({ headers }: { readonly headers: { readonly authorization?: string } }) =>
  headers.authorization === `Bearer ${planted.key.value}`
    ? ([200, JSON.stringify({ openapi: '3.1.0', paths: { '/a': { get: { operationId: 'a' } } } })] as const)
    : ([401, {}] as const);
const answerApi = (asked: Parameters<typeof echo>[0]) =>
  asked.url === '/document'
    ? documentFor(asked)
    : asked.url === '/moved'
      ? ([302, '', { location: `${thief.url}/stolen` }] as const)
      : echo(asked);

const answers = { responses: { 200: { description: 'Yes' } } };
const secured = (scheme: string, more: object = {}) => ({
  ...answers,
  security: [{ [scheme]: [] }],
  ...more,
});

const document = (url: string) => ({
  openapi: '3.0.0',
  info: { title: 'Vault', version: '1' },
  servers: [{ url }],
  paths: {
    '/key': {
      get: secured('key', { operationId: 'byKey' }),
      post: secured('key', {
        operationId: 'writeByKey',
        parameters: [{ name: 'note', in: 'query', schema: { type: 'string' } }],
      }),
    },
    '/query': { get: secured('inQuery', { operationId: 'byQuery' }) },
    '/login': { get: secured('login', { operationId: 'byLogin' }) },
    '/client': { get: secured('client', { operationId: 'byClient' }) },
    '/moved': { get: secured('key', { operationId: 'moved' }) },
    '/fail': { get: secured('key', { operationId: 'fail' }) },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      inQuery: { type: 'apiKey', in: 'query', name: 'key' },
      login: { type: 'http', scheme: 'basic' },
      client: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: `${url}/token`, scopes: {} } } },
    },
  },
});

beforeAll(async () => {
  api = await startApi(answerApi);
  thief = await startApi(echo);
  const names = ['KEY', 'PASSWORD', 'CLIENT', 'HEADER'];
  fixture = await openCatalogFixture({
    files: {
      'connectors.yaml': `secrets:\n${names.map((name) => `  ${name}: { hosts: ["127.0.0.1:${api.port}"] }\n`).join('')}`,
      'workflows/calls.yaml': `workflows:
  calls: { graph: { ask: { call: vault.byKey } } }
  fails: { graph: { ask: { call: vault.fail } } }
  steals: { graph: { ask: { call: vault.byKey, args: { $call: { pages: "\${env:KEY}" } } } } }
`,
    },
    env: {
      KEY: planted.key.value,
      PASSWORD: planted.password.value,
      CLIENT: planted.client.value,
      HEADER: planted.header.value,
    },
  });
  await fixture.add('Vault', document(api.url), { vendor: 'vault' });
});
afterAll(async () => {
  await fixture.close();
  await api.close();
  await thief.close();
});

const references = {
  catalog: 'vault',
  headers: { 'X-Extra': 'Bearer ${env:HEADER}', 'X-Team': 'blue' },
  auth: {
    key: '${env:KEY}',
    inQuery: '${env:KEY}',
    login: { username: 'ann', password: '${env:PASSWORD}' },
    client: { clientId: 'us', clientSecret: '${env:CLIENT}', scopes: ['read'] },
  },
};

test('[C5.5] without credentials a call that needs them is refused, and nothing is sent', async () => {
  const refused = await fixture.refused('commands.run', { command: 'vault.byKey' });
  expect(refused).toMatchObject({ code: 'call_failed', context: { failure: 'credentials-missing' } });
  expect(refused.message).toContain('Set one of them in the catalog “Vault”');
  expect(api.asked).toEqual([]);
});

test('[C5.5] a plain secret is refused wherever it is written, and never repeated', async () => {
  const plain = 'sk-live-0123456789abcdef';
  const inputs: readonly object[] = [
    { auth: { key: plain } },
    { auth: { key: `\${env:KEY}${plain}` } },
    { auth: { login: { username: 'ann', password: plain } } },
    { auth: { client: { clientId: 'us', clientSecret: plain } } },
    { headers: { Authorization: `Bearer ${plain}` } },
    { headers: { 'X-Api-Key': plain } },
    { headers: { Cookie: plain } },
    { headers: { 'X-Whatever': planted.header.value } },
    { headers: { 'X-Whatever': 'two\r\nlines' } },
    { headers: { 'Not a name': 'x' } },
    { auth: { kex: '${env:KEY}' } },
    { auth: JSON.parse('{"__proto__": "${env:KEY}"}') },
    { baseUrl: 'https://ann:word@vault.example.com' },
    { baseUrl: 'file:///etc/passwd' },
  ];
  for (const input of inputs) {
    const refused = await fixture.refused('catalogs.configure', { catalog: 'vault', ...input });
    expect([input, refused.code]).toEqual([input, 'invalid_input']);
    expect(JSON.stringify(refused)).not.toContain(plain);
    expect(findLeaks([planted.header], [['the refusal', JSON.stringify(refused)]])).toEqual([]);
  }
  expect(await fixture.call('catalogs.get', { catalog: 'vault' })).toMatchObject({ headers: {} });
});

test('[C5.5] references are kept, and all other values are masked', async () => {
  const shown = await fixture.call('catalogs.configure', references);
  expect(shown).toMatchObject({
    headers: { 'X-Extra': 'Bearer ${env:HEADER}', 'X-Team': '***' },
    schemes: [
      { name: 'key', kind: 'key', credential: { token: '${env:KEY}' } },
      { name: 'inQuery', kind: 'key', credential: { token: '${env:KEY}' } },
      { name: 'login', kind: 'basic', credential: { username: '***', password: '${env:PASSWORD}' } },
      { name: 'client', kind: 'oauth', credential: { clientSecret: '${env:CLIENT}' } },
    ],
  });
  expect(await fixture.call('catalogs.get', { catalog: 'vault' })).toEqual(shown);
  const removed = await fixture.call('catalogs.configure', {
    catalog: 'vault',
    headers: { 'x-team': null },
    auth: { client: null },
  });
  expect(Object.keys(removed.headers)).toEqual(['X-Extra']);
  expect(removed.schemes[3].credential).toEqual({});
  await fixture.call('catalogs.configure', references);
});

test('[C5.5] credentials are sent to their hosts, and appear nowhere else', async () => {
  await fixture.call('catalogs.configure', references);
  const seen: unknown[] = [];
  for (const name of ['byKey', 'byQuery', 'byLogin', 'byClient'])
    seen.push(await fixture.run(`vault.${name}`));
  const sent = JSON.stringify(api.asked);
  expect(sent).toContain(JSON.stringify(planted.key.value).slice(1, -1));
  expect(sent).toContain(Buffer.from(`ann:${planted.password.value}`).toString('base64'));
  expect(sent).toContain(JSON.stringify(`Bearer ${planted.header.value}`).slice(1, -1));
  expect(sent).toContain('Bearer short-lived-token-1');
  seen.push(await fixture.refused('commands.run', { command: 'vault.fail' }));
  seen.push(
    await fixture.refused('commands.run', { command: 'vault.writeByKey', args: { a: planted.key.value } }),
  );
  for (const workflow of ['calls', 'fails', 'steals']) {
    const view = await fixture.start(workflow);
    seen.push(view, await fixture.call('runs.export', { run: view.run }));
    seen.push(await fixture.call('runs.history', { run: view.run }).catch((error) => error.details));
  }
  seen.push(await fixture.call('audit.list', { limit: 100 }));
  seen.push(
    await fixture.call('catalogs.list', {}),
    await fixture.call('catalogs.get', { catalog: 'vault' }),
  );
  await fixture.reopen();
  const files = [...(await fixture.files('catalogs')), ...(await fixture.files('data'))];
  expect(files.length).toBeGreaterThan(3);
  const places = [
    ['the results', JSON.stringify(seen)],
    ['the log', fixture.log.join('\n')],
    ...files,
  ] as const;
  expect(findLeaks(Object.values(planted), places)).toEqual([]);
  expect(findLeaks([{ name: 'a token', value: 'short-lived-token-1' }], places)).toEqual([]);
});

test('[C5.5] after a move of the API nothing is sent to the other host, by address, document or redirect', async () => {
  await fixture.call('catalogs.configure', { ...references, baseUrl: thief.url });
  for (const name of ['byKey', 'byQuery', 'byLogin', 'byClient']) {
    const refused = await fixture.refused('commands.run', { command: `vault.${name}` });
    expect([name, refused.context?.['failure']]).toEqual([name, 'secret-refused']);
  }
  await fixture.call('catalogs.configure', { catalog: 'vault', baseUrl: '' });
  await fixture.add('Vault', document(thief.url), { overwrite: true });
  const refused = await fixture.refused('commands.run', { command: 'vault.byKey' });
  expect(refused.context?.['failure']).toBe('secret-refused');
  expect(thief.asked).toEqual([]);
  await fixture.add('Vault', document(api.url), { overwrite: true });
  await fixture.run('vault.moved').catch(() => undefined);
  expect(findLeaks(Object.values(planted), [['the other server', JSON.stringify(thief.asked)]])).toEqual([]);
  expect(await fixture.run('vault.byKey')).toMatchObject({ method: 'GET' });
});

test('[C5.5] a server of a single operation, and an address for tokens elsewhere, get no secret', async () => {
  const { paths, components, ...rest } = document(api.url);
  const elsewhere = {
    ...rest,
    paths: {
      '/key': { get: { ...paths['/key'].get, servers: [{ url: thief.url }] } },
      '/client': paths['/client'],
    },
    components: {
      securitySchemes: {
        ...components.securitySchemes,
        client: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: `${thief.url}/token`, scopes: {} } },
        },
      },
    },
  };
  await fixture.add('Elsewhere', elsewhere, { vendor: 'elsewhere' });
  const { catalog: _, ...settings } = references;
  await fixture.call('catalogs.configure', { catalog: 'elsewhere', ...settings });
  for (const name of ['byKey', 'byClient']) {
    await fixture.run(`elsewhere.${name}`).catch(() => undefined);
  }
  expect(findLeaks(Object.values(planted), [['the other server', JSON.stringify(thief.asked)]])).toEqual([]);
});

test('[C5.5] an agreement shows the request without secrets', async () => {
  const args = { note: planted.key.value };
  const { message } = await fixture.refused('commands.run', { command: 'vault.writeByKey', args });
  expect(message).toContain('POST /key at http://127.0.0.1:');
  expect(findLeaks([planted.key], [['the message', message]])).toEqual([]);
});

test('[C5.1][C5.5] a document is fetched with headers, whose secrets go to their hosts alone', async () => {
  const headers = { Authorization: `Bearer \${env:KEY}` };
  const validate = (url: string, given: object) =>
    fixture.call('catalogs.validate', { source: `${url}/document`, headers: given });
  // The secret is listed for the address of the API.
  const found = await validate(api.url, headers);
  expect(found).toMatchObject({ valid: true, operationCount: 1 });
  const before = thief.asked.length;
  const stolen = await validate(thief.url, headers);
  expect(stolen).toMatchObject({ valid: false, violations: [{ rule: 'source_not_allowed' }] });
  expect(thief.asked.length).toBe(before);
  const plain = await fixture.refused('catalogs.validate', {
    source: `${api.url}/document`,
    headers: { Authorization: planted.key.value },
  });
  expect(plain.code).toBe('invalid_input');
  expect(findLeaks(Object.values(planted), [['answers', JSON.stringify([found, stolen, plain])]])).toEqual(
    [],
  );
});
