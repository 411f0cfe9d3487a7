import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPetStore, type PetStore, pets, photo } from '../../../test/cli/open-pet-store.ts';
import { openTestTerminal } from '../../../test/cli/open-test-terminal.ts';
import type { Host } from '../host/host.ts';

let store: PetStore;
beforeAll(async () => {
  store = await openPetStore();
  const imported = await run(['import', 'openapi', 'petstore.json', '--vendor', 'pets', '--yes']);
  const set = await run(['catalog', 'set', 'pets', '--credential', 'apiKey=${env:PETS_KEY}']);
  if (imported.code + set.code !== 0) throw new Error(imported.err + set.err);
}, 30_000);
afterAll(() => store.end());
beforeEach(() => {
  store.seen.length = 0;
});

const run = (args: readonly string[], overrides: Partial<Host> = {}) => store.run(args, overrides);
const answering = (...answers: readonly (string | undefined)[]) => openTestTerminal(answers);

test('[T15] call reads values by their types, and shows lists as a table and objects as lines', async () => {
  const listed = await run(['call', 'pets.listPets', '--arg', 'limit=2', '--arg', 'tags=a,b']);
  expect(listed).toMatchObject({
    code: 0,
    out: 'id  name  status     owner  url\n7   Rex   sold       ann    https://pets.example.com/7\n12  Tom   available         https://pets.example.com/12\n',
  });
  expect(store.seen[0]?.line).toBe('GET /v1/pets?limit=2&tags=a&tags=b');
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
  expect(store.seen).toEqual([]);
});

test('[T15] call asks before it changes something, and for what is missing', async () => {
  const words = ['call', 'pets.createPet', '--arg', 'name=@@Rex', '--arg', 'age=3', '--arg', 'status=sold'];
  expect(await run(words)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Add “--yes” to confirm it.'),
  });
  const no = answering('');
  expect(await run(words, { terminal: no.terminal })).toMatchObject({ code: 1, out: '' });
  expect(no.shown()).toContain('“pets pets:create” (Adds a pet) will be called with');
  expect(store.seen).toEqual([]);
  expect(await run([...words, '--yes'])).toMatchObject({ code: 0, out: 'made  true\n' });
  expect(JSON.parse(store.seen[0]?.body ?? '')).toEqual({ name: '@Rex', age: 3, status: 'sold' });

  const asked = answering('Tom', 'old', '4', '2', 'y');
  expect(await run(['call', 'pets.createPet'], { terminal: asked.terminal })).toMatchObject({ code: 0 });
  expect(asked.prompts()).toEqual(['text', 'number', 'number', 'number or value', 'Continue? [y/N]']);
  expect(asked.shown()).toContain('? name  What it is called.\n');
  expect(asked.shown()).toContain('“age” must be a number, not “old”.');
  expect(asked.shown()).toContain('  1) available\n  2) sold\n');
  expect(JSON.parse(store.seen[1]?.body ?? '')).toEqual({ name: 'Tom', age: 4, status: 'sold' });
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
  expect(store.seen.at(-1)?.line).toBe('GET /v1/pets/12');
});

test('[T15] call sends files, and writes what is no text into a new file', async () => {
  const sent = await run(['call', 'pets.putPhoto', '--arg', 'photo=@photo.png', '--yes']);
  expect(store.seen[0]?.body).toContain(photo.toString('latin1'));
  expect(store.seen[0]?.body).toContain('filename="photo.png"');
  expect(store.seen[0]?.key).toBe('hush-hush');
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
  expect(readFileSync(join(store.folder, 'got.png'))).toEqual(photo);
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
