import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentOf, openPetStore, type PetStore } from '../../../test/cli/open-pet-store.ts';
import { openScratch } from '../../../test/cli/open-scratch.ts';
import { openTestTerminal } from '../../../test/cli/open-test-terminal.ts';
import type { Host } from '../host/host.ts';

let store: PetStore;
beforeAll(async () => {
  store = await openPetStore();
  const imported = await run(['import', 'openapi', 'petstore.json', '--vendor', 'pets', '--yes']);
  if (imported.code !== 0) throw new Error(imported.err);
}, 30_000);
afterAll(() => store.end());

const run = (args: readonly string[], overrides: Partial<Host> = {}) => store.run(args, overrides);
const answering = (...answers: readonly (string | undefined)[]) => openTestTerminal(answers);

test('[T13] import openapi shows what it would store, and stores nothing before a yes', async () => {
  const words = ['import', 'openapi', 'petstore.json', '--title', 'Second', '--vendor', 'second'];
  const plain = await run(words);
  expect(plain).toMatchObject({ code: 1, err: expect.stringContaining('→ Add “--yes” to import it.') });
  expect(plain.out).toMatch(/^title {8}Second\ncatalog {6}second, new\nvendor {7}second\naddress {6}http:/);
  expect(plain.out).toMatch(/\ncommands {5}5\ngroups {7}pets, photo\ncredentials\n {2}apiKey {2}key\n$/);
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
  const changed = documentOf(store.url);
  const { '/pets': _, ...others } = changed.paths;
  writeFileSync(join(store.folder, 'less.json'), JSON.stringify({ ...changed, paths: others }));
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
  const text = JSON.stringify({ ...documentOf(store.url), info: { title: 'Piped', version: '1' } });
  const piped = await run(['import', 'openapi', '-', '--vendor', 'piped', '--yes', '--json'], {
    readInput: async () => Buffer.from(text),
  });
  expect(piped.err).toBe('');
  expect(JSON.parse(piped.out)).toMatchObject({ catalogId: 'piped', created: true, commandCount: 5 });
  await run(['catalog', 'remove', 'piped', '--yes']);
  writeFileSync(join(store.folder, 'bad.json'), '{"openapi": "3.0.3", "paths": []}');
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
    [['--credential', 'apiKey=hush-hush'], 'Write a reference to it'],
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

test('[T14][T15] the verbs work without a process that owns the data folder', async () => {
  const alone = openScratch({ 'petstore.json': JSON.stringify(documentOf(store.url)) });
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

test('[T12] shells complete catalogs and commands by the names of arguments', async () => {
  const completed = async (...words: readonly string[]) =>
    (await store.runExactly(['complete', '--', ...words.slice(0, -1), '--data', 'data', words.at(-1) ?? '']))
      .out;
  expect(await completed('call', 'pets.list')).toBe('pets.listPets\tread, Lists the pets of the store\n');
  expect(await completed('commands', 'show', 'pets.getP')).toMatch(/^pets\.getPet\t.*\npets\.getPhoto\t/);
  expect(await completed('catalog', 'show', '')).toBe('pet_store\tPet store\n');
  expect(await completed('catalog', 'set', 'pet')).toBe('pet_store\tPet store\n');
});
