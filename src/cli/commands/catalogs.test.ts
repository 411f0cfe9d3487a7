import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { openTestTerminal } from '../../../test/cli/open-test-terminal.ts';
import { type LocalServer, startLocalServer } from '../../../test/servers/local-server.ts';
import { resolveSettings } from '../../operations/offline.ts';
import { openSignalbox, type Signalbox } from '../../server/index.ts';
import type { Host } from '../host/host.ts';
import { programVersion } from '../host/program-version.ts';

const documentOf = (url: string) => ({
  openapi: '3.0.3',
  info: { title: 'Pet store', version: '1' },
  servers: [{ url: `${url}/v1` }],
  components: {
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer' },
          name: { type: 'string' },
          status: { type: 'string', enum: ['available', 'sold'] },
        },
      },
    },
  },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        summary: 'Lists the pets of the store',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'status', in: 'query', schema: { type: 'string', enum: ['available', 'sold'] } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
        responses: {
          200: {
            description: 'Pets',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
      },
      post: {
        operationId: 'createPet',
        summary: 'Adds a pet',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name', 'age', 'status'],
                properties: {
                  name: { type: 'string', description: 'What it is called.' },
                  age: { type: 'number' },
                  status: { type: 'string', enum: ['available', 'sold'] },
                  isTame: { type: 'boolean' },
                },
              },
            },
          },
        },
        responses: { 201: { description: 'Added' } },
      },
    },
    '/pets/{petId}': {
      get: {
        operationId: 'getPet',
        summary: 'Shows one pet',
        parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'A pet',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
    '/photo': {
      get: {
        operationId: 'getPhoto',
        responses: {
          200: {
            description: 'A photo',
            content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
      put: {
        operationId: 'putPhoto',
        security: [{ apiKey: [] }],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['photo'],
                properties: { photo: { type: 'string', format: 'binary' } },
              },
            },
          },
        },
        responses: {
          200: { description: 'Kept', content: { 'text/plain': { schema: { type: 'string' } } } },
        },
      },
    },
  },
});

const pets = [
  { id: 7, name: 'Rex', status: 'sold', url: 'https://pets.example.com/7', owner: { login: 'ann', id: 1 } },
  { id: 12, name: 'Tom', status: 'available', url: 'https://pets.example.com/12', owner: null },
];
const photo = Buffer.from([0x89, 0x50, 0xff, 0x00]);

interface Seen {
  readonly line: string;
  readonly body: string;
  readonly key: string | undefined;
}

const environment = { SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '1', PETS_KEY: 'hush-hush' };

let api: LocalServer;
let signalbox: Signalbox;
let scratch: Scratch;
const seen: Seen[] = [];

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

beforeAll(async () => {
  api = await startLocalServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    seen.push({ line, body: await bodyOf(request), key: request.headers['x-key'] as string | undefined });
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (line === 'GET /v1/pets/404') answer(404, { message: 'No such pet', hint: 'list them' });
    else if (line.startsWith('GET /v1/pets/')) answer(200, pets[0]);
    else if (line.startsWith('GET /v1/pets')) answer(200, pets);
    else if (line === 'GET /v1/photo') response.writeHead(200, { 'content-type': 'image/png' }).end(photo);
    else if (line === 'PUT /v1/photo')
      response.writeHead(200, { 'content-type': 'text/plain' }).end('kept\u001b[2J');
    else answer(201, { made: true });
  });
  scratch = openScratch({
    'petstore.json': JSON.stringify(documentOf(api.url)),
    'connectors.yaml': `secrets:\n  PETS_KEY: { hosts: ["127.0.0.1:${api.port}"] }\n`,
    'workflows/list.yaml': 'workflows:\n  list: { graph: { all: { call: pets.listPets } } }\n',
  });
  const { folder } = scratch;
  writeFileSync(join(folder, 'photo.png'), photo);
  // The verbs call the process that owns the data folder: this is faster than to open it each time.
  const flags = new Map([
    ['--data', ['data']],
    ['--workflows', ['workflows']],
    ['--connectors', ['connectors.yaml']],
  ]);
  const { settings } = resolveSettings({ flags, env: environment, folder });
  signalbox = await openSignalbox(settings, { env: environment, version: programVersion(), warn: () => {} });
  const imported = await run(['import', 'openapi', 'petstore.json', '--vendor', 'pets', '--yes']);
  if (imported.code !== 0) throw new Error(imported.err);
}, 30_000);
afterAll(async () => {
  await signalbox.close();
  scratch.close();
  await api.close();
});
beforeEach(() => {
  seen.length = 0;
});

const run = (args: readonly string[], overrides: Partial<Host> = {}) =>
  scratch.run([...args, '--data', 'data', '--workflows', 'workflows', '--connectors', 'connectors.yaml'], {
    environment,
    columns: 100,
    ...overrides,
  });
const answering = (...answers: readonly (string | undefined)[]) => openTestTerminal(answers);

test('[T13] import openapi shows what it would store, and stores nothing before a yes', async () => {
  const words = ['import', 'openapi', 'petstore.json', '--title', 'Second', '--vendor', 'second'];
  const plain = await run(words);
  expect(plain).toMatchObject({ code: 1, err: expect.stringContaining('→ Add “--yes” to import it.') });
  expect(plain.out).toMatch(/^title {8}Second\ncatalog {6}second, new\nvendor {7}second\naddress {6}http:/);
  expect(plain.out).toMatch(
    /\ncommands {5}5\ngroups {7}pets, photo\ncredentials\n.*\n {2}apiKey +key +no\n$/,
  );
  const no = answering('n');
  expect(await run(words, { terminal: no.terminal })).toMatchObject({
    code: 1,
    err: expect.stringContaining('nothing was imported'),
  });
  expect(no.prompts()).toEqual(['Import? [y/N]']);
  expect((await run(['catalogs', '--json'])).out).not.toContain('"second"');

  const yes = answering('y');
  const imported = await run([...words, '--disabled'], { terminal: yes.terminal });
  expect(imported.code).toBe(0);
  expect(imported.out).toContain('The catalog “Second” is imported: 5 commands.\n');
  expect(imported.out).toContain(
    `→ Set its credentials: signalbox catalog set second --credential 'apiKey=\${env:SECOND_KEY}' --data data\n`,
  );
  expect(imported.out).toContain('→ Enable it: signalbox catalog enable second true --data data\n');
  expect((await run(['catalogs'])).out).toMatch(/^second +Second +second +5 +disabled +as documented/m);
  expect(await run(['catalog', 'remove', 'second', '--yes'])).toMatchObject({ code: 0 });
});

test('[T13] import openapi says what changes for an existing catalog, and which workflows would break', async () => {
  const changed = documentOf(api.url);
  const { '/pets': _, ...others } = changed.paths;
  writeFileSync(join(scratch.folder, 'less.json'), JSON.stringify({ ...changed, paths: others }));
  const refused = await run(['import', 'openapi', 'less.json', '--yes']);
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('→ Add “--overwrite” to replace it'),
  });
  expect(refused.out).toContain('catalog      pet_store, replaced\n');
  expect(refused.out).toMatch(/\nremoved +.*listPets.*\n/);
  expect(refused.out).toMatch(/\nwould break +list: “pets\.listPets” is gone\./);
  const same = answering('yes');
  const again = await run(['import', 'openapi', 'petstore.json', '--overwrite'], { terminal: same.terminal });
  expect(again.out).toContain('changes      none\n');
  // The server asks nothing that the preview has shown.
  expect(same.prompts()).toEqual(['Import? [y/N]']);
  expect(again.out).toContain('The catalog “Pet store” is replaced: 5 commands.\n');
});

test('[T13] import openapi reads standard input, and names every problem of a document', async () => {
  const text = JSON.stringify({ ...documentOf(api.url), info: { title: 'Piped', version: '1' } });
  const piped = await run(['import', 'openapi', '-', '--vendor', 'piped', '--yes', '--json'], {
    readInput: async () => Buffer.from(text),
  });
  expect(piped.err).toBe('');
  expect(JSON.parse(piped.out)).toMatchObject({ catalogId: 'piped', created: true, commandCount: 5 });
  await run(['catalog', 'remove', 'piped', '--yes']);
  writeFileSync(join(scratch.folder, 'bad.json'), '{"openapi": "3.0.3", "paths": []}');
  const bad = await run(['import', 'openapi', 'bad.json', '--yes']);
  expect(bad).toMatchObject({ code: 2, out: '' });
  expect(bad.err).toMatch(/^The document cannot be imported:/);
  const wrong = await run(['import', 'openapi', 'bad.json', '--title', 'Bad', '--yes', '--json']);
  expect(JSON.parse(wrong.out)).toMatchObject({ error: { code: 'invalid_catalog' } });
  expect(await run(['import', 'openapi', 'none.json', '--yes'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/none\.json” does not exist/),
  });
  // Runs are imported as before.
  expect(await run(['import', 'none.json'])).toMatchObject({
    code: 2,
    err: 'none.json cannot be read: the file does not exist.\n',
  });
});

test('[T13] catalog set takes references only, and shows them masked', async () => {
  const set = await run([
    ...['catalog', 'set', 'pets', '--credential', 'apiKey=${env:PETS_KEY}', '--header', 'X-Team: blue'],
  ]);
  expect(set.code).toBe(0);
  expect(set.out).toMatch(
    /\nheaders\n {2}X-Team {2}\*\*\*\ncredentials\n.*\n {2}apiKey +key +\$\{env:PETS_KEY\}\n/,
  );
  const cleared = await run(['catalog', 'set', 'pets', '--remove-header', 'x-team', '--json']);
  expect(JSON.parse(cleared.out)).toMatchObject({ id: 'pet_store', headers: {} });
  const rows: readonly (readonly [readonly string[], string])[] = [
    [[], 'catalog set needs something to set'],
    [['--credential', 'hush-hush'], '--credential must be SCHEME=REFERENCE'],
    [['--login', 'basic=hush-hush'], '--login must be SCHEME=USER:REFERENCE'],
    [['--header', 'A: 1', '--remove-header', 'a'], 'The header “a” is given twice.'],
    [['--scopes', 'read'], '--scopes goes with --client.'],
    [['--credential', 'apiKey=hush-hush'], 'write a reference to it'],
    [['--credential', 'apKey=${env:PETS_KEY}'], 'Did you mean “apiKey”?'],
  ];
  for (const [words, says] of rows) {
    const { code, out, err } = await run(['catalog', 'set', 'pets', ...words]);
    expect([words, code, out, err]).toEqual([words, 2, '', expect.stringContaining(says)]);
    expect(err).not.toContain('hush');
  }
});

test('[T14] catalogs and commands are tables that fit the terminal, or JSON', async () => {
  const screen = { isTerminal: true, columns: 100 };
  expect((await run(['catalogs'], screen)).out).toMatch(
    /^catalog +title +vendor +commands +state +address +changed\npet_store +Pet store +pets +5 +enabled +as documented +\d/,
  );
  const narrow = await run(['commands', 'search', 'list', 'pets'], { ...screen, columns: 44 });
  expect(narrow.out).toMatch(/^command +kind\npets\.listPets +read\n {4}Lists the pets of the store\n/);
  const found = await run(['commands', 'search', 'list', 'pets', '--json']);
  expect(JSON.parse(found.out).commands[0]).toMatchObject({ call: 'pets.listPets', executionType: 'read' });
  expect((await run(['commands', 'search', 'zzzz', '--vendor', 'other'])).err).toMatch(/^No command fits\./);
  const shown = await run(['commands', 'show', 'pets', 'pets:create'], screen);
  expect(shown.out).toMatch(/^pets\.createPet {2}write\n“pets pets:create”, POST \/pets\n\nAdds a pet\n/);
  expect(shown.out).toMatch(/^name +yes +text +What it is called\.$/m);
  expect(shown.out).toMatch(/^status +yes +text +One of: available, sold\.$/m);
  expect(shown.out).toContain(
    '\n  signalbox call pets.createPet --arg name=… --arg age=1 --arg status=available\n',
  );
  expect(shown.out).toContain(
    '\n  step:\n    call: pets.createPet\n    args: { name: $name, age: $age, status: $status }\n',
  );
  expect(shown.out).not.toContain('$call');
  const json = await run(['commands', 'show', 'pets.createPet', '--json']);
  expect(JSON.parse(json.out)).toMatchObject({ command: 'pets pets:create', executionType: 'write' });
  expect(await run(['commands', 'show', 'pets.createPt'])).toMatchObject({ code: 2, out: '' });
});

test('[T15] call reads values by their types, and shows lists as a table and objects as lines', async () => {
  const listed = await run(['call', 'pets.listPets', '--arg', 'limit=2', '--arg', 'tags=a,b']);
  expect(listed).toMatchObject({
    code: 0,
    out: 'id  name  status     owner  url\n7   Rex   sold       ann    https://pets.example.com/7\n12  Tom   available         https://pets.example.com/12\n',
  });
  expect(seen[0]?.line).toBe('GET /v1/pets?limit=2&tags=a&tags=b');
  const narrow = await run(['call', 'pets.listPets'], { isTerminal: true, columns: 30 });
  expect(narrow.out).toMatch(/^id {2}name {2}status {5}owner\n/);
  expect(narrow.err).toContain('1 more field had no room. --json shows everything.\n');
  const one = await run(['call', 'pets', 'pets:info', '--args', '{"petId": 7}']);
  expect(one.out).toMatch(/^id +7\nname +Rex\nstatus +sold\n/);
  const json = await run(['call', 'pets.getPet', '--arg', 'petId=7', '--json']);
  expect(JSON.parse(json.out)).toEqual({ command: 'pets pets:info', output: pets[0] });
});

test('[T15] call names everything that is wrong before anything is sent', async () => {
  const wrong = await run([
    ...['call', 'pets.createPet', '--arg', 'nme=Rex', '--arg', 'age=old', '--arg', 'status=solt'],
    ...['--arg', 'isTame=yes', '--args', '[]', '--arg', 'rest'],
  ]);
  expect(wrong).toMatchObject({ code: 2, out: '' });
  for (const says of [
    'The command has no parameter “nme”. Did you mean “name”?',
    '“age” must be a number, not “old”.',
    '“status” cannot be “solt”. Did you mean “sold”?',
    '“isTame” must be true or false, not “yes”.',
    '--args must be a JSON object',
    'An argument must be NAME=VALUE',
    '“name” is missing: text.',
    '→ “signalbox commands show pets.createPet” shows what it takes.',
  ])
    expect(wrong.err).toContain(says);
  expect(wrong.err).not.toContain('“age” is missing');
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['pets.nothing'], 'No command is called “pets.nothing”.'],
    [['pets.listPets', '--pages', '0'], '--pages must be a whole number from 1 to 100'],
    [
      ['pets.listPets', '--wait', 'x', '--out', 'photo.png'],
      'photo.png cannot be written: it already exists.',
    ],
    [['pets.putPhoto', '--arg', 'photo=@gone.png'], 'gone.png cannot be read: the file does not exist.'],
  ];
  for (const [words, says] of rows) {
    const { code, err } = await run(['call', ...words]);
    expect([words, code, err]).toEqual([words, 2, expect.stringContaining(says)]);
  }
  expect(seen).toEqual([]);
});

test('[T15] call asks before it changes something, and for what is missing', async () => {
  const words = ['call', 'pets.createPet', '--arg', 'name=@@Rex', '--arg', 'age=3', '--arg', 'status=sold'];
  expect(await run(words)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Add “--yes” to confirm it.'),
  });
  const no = answering('');
  expect(await run(words, { terminal: no.terminal })).toMatchObject({ code: 1, out: '' });
  expect(no.shown()).toContain('“pets pets:create” (Adds a pet) is called with');
  expect(seen).toEqual([]);
  expect(await run([...words, '--yes'])).toMatchObject({ code: 0, out: 'made  true\n' });
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ name: '@Rex', age: 3, status: 'sold' });

  const asked = answering('Tom', 'old', '4', '2', 'y');
  expect(await run(['call', 'pets.createPet'], { terminal: asked.terminal })).toMatchObject({ code: 0 });
  expect(asked.prompts()).toEqual(['text', 'number', 'number', 'number or value', 'Continue? [y/N]']);
  expect(asked.shown()).toContain('? name  What it is called.\n');
  expect(asked.shown()).toContain('“age” must be a number, not “old”.');
  expect(asked.shown()).toContain('  1) available\n  2) sold\n');
  expect(JSON.parse(seen[1]?.body ?? '')).toEqual({ name: 'Tom', age: 4, status: 'sold' });
  const left = answering(undefined);
  expect(await run(['call', 'pets.getPet'], { terminal: left.terminal })).toMatchObject({ code: 2 });
});

test('[T15] the values of a parameter are proposed where another command lists them', async () => {
  const described = JSON.parse((await run(['commands', 'show', 'pets.getPet', '--json'])).out);
  expect(described.parameters[0]).toMatchObject({ name: 'petId', provider: 'pets.listPets' });
  const { terminal, shown } = answering('12');
  expect(await run(['call', 'pets.getPet'], { terminal })).toMatchObject({ code: 0 });
  // Its values are numbers themselves.
  expect(shown()).toContain('  - 7  Rex\n  - 12  Tom\n');
  expect(seen.at(-1)?.line).toBe('GET /v1/pets/12');
});

test('[T15] call sends files, and writes what is no text into a new file', async () => {
  const sent = await run(['call', 'pets.putPhoto', '--arg', 'photo=@photo.png', '--yes']);
  expect(seen[0]?.body).toContain(photo.toString('latin1'));
  expect(seen[0]?.body).toContain('filename="photo.png"');
  // A program gets the text as it is, a terminal nothing that controls it.
  expect(sent).toMatchObject({ code: 0, out: 'kept\u001b[2J' });
  const shown = await run(['call', 'pets.putPhoto', '--arg', 'photo=x', '--yes'], { isTerminal: true });
  expect(shown.out).toBe('"kept\\u001b[2J"\n');
  expect(await run(['call', 'pets.getPhoto'])).toMatchObject({
    code: 0,
    out: '',
    err: 'It returned 4 bytes of image/png. Add --out FILE to write them to a file, or --json.\n',
  });
  expect(await run(['call', 'pets.getPhoto', '--out', 'got.png'])).toMatchObject({
    code: 0,
    err: 'The result is written to got.png: 4 bytes.\n',
  });
  expect(readFileSync(join(scratch.folder, 'got.png'))).toEqual(photo);
});

test('[T15] a failed call says code, status, what the API said, and what to do', async () => {
  const { code, out, err } = await run(['call', 'pets.getPet', '--arg', 'petId=404']);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(
    /^“pets pets:info” failed: GET 127\.0\.0\.1:\d+\/v1\/pets\/404 answered 404: .*No such pet/,
  );
  expect(err).toContain('  code: http-404\n');
  expect(err).toMatch(/^ {2}response: .*"hint":"list them"/m);
  expect(err).toMatch(/^→ .*signalbox commands show/m);
  const json = await run(['call', 'pets.getPet', '--arg', 'petId=404', '--json']);
  expect(JSON.parse(json.out)).toMatchObject({
    error: { code: 'call_failed', context: { failure: 'http-404' } },
  });
});

test('[T14][T15] the verbs work without a process that owns the data folder', async () => {
  const alone = openScratch({ 'petstore.json': JSON.stringify(documentOf(api.url)) });
  const go = (...words: readonly string[]) =>
    alone.run([...words, '--data', 'data'], { environment: { SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '1' } });
  try {
    expect(await go('catalogs')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringMatching(/^No API is imported\./),
    });
    expect(await go('import', 'openapi', 'petstore.json', '--vendor', 'pets', '--yes')).toMatchObject({
      code: 0,
    });
    expect((await go('commands', 'search', 'list', 'pets')).out).toContain('pets.listPets');
    expect((await go('commands', 'values', 'pets.getPet', 'petId')).out).toMatch(
      /\n {2}7 +Rex\n {2}12 +Tom\n/,
    );
    expect((await go('call', 'pets.getPet', '--arg', 'petId=7')).out).toContain('Rex');
  } finally {
    alone.close();
  }
}, 30_000);
