/** A catalog that is imported again: what changes, who calls it, and what runs under way use. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CatalogFixture, openCatalogFixture } from './catalog-fixture.ts';
import { type ApiServer, petDocument, startPets } from './pet-api.ts';

const workflows = `workflows:
  show:
    params: { id: str }
    graph: { look: { call: pets.showPet, args: { petId: $id } } }
  register:
    params: { name: str }
    graph: { new: { call: pets.createPet, args: { name: $name } } }
  twice:
    graph:
      first: { call: pets.listPets, args: { tag: one } }
      agree: { type: yield, depends_on: [first], message: "Go on?", expects: { word: str } }
      second: { call: pets.listPets, depends_on: [agree], args: { tag: $agree.word } }
    result: $second.length
`;

let fixture: CatalogFixture;
let api: ApiServer;
beforeAll(async () => {
  api = await startPets();
});
afterAll(() => api.close());
beforeEach(async () => {
  api.asked.length = 0;
  fixture = await openCatalogFixture({
    files: { 'workflows/pets.yaml': workflows },
    env: { SIGNALBOX_QUOTA_CATALOGS: '2' },
  });
});
afterEach(() => fixture.close());

const title = 'Pets';
const vendor = 'pets';
const before = () => petDocument(api.url);
const integerId = { name: 'petId', in: 'path', required: true, schema: { type: 'integer' } };
const ok = { responses: { 200: { description: 'Yes' } } };
/** `createPet` and `deletePet` are gone, `showPet` takes a number, `countPets` is new. */
const after = () =>
  petDocument(api.url, {
    '/pets': { get: { operationId: 'listPets', summary: 'List all pets', ...ok } },
    '/pets/{petId}': { get: { operationId: 'showPet', parameters: [integerId], ...ok } },
    '/count': { get: { operationId: 'countPets', ...ok } },
  });
const imported = () => fixture.add(title, before(), { vendor });
const again = (document: object, more: object = {}) =>
  fixture.add(title, document, { overwrite: true, ...more });

test('[C5.2] an existing catalog is not replaced unless the caller says so', async () => {
  const { revision } = await imported();
  const refused = await fixture.refused('catalogs.import', { content: JSON.stringify(after()), title });
  expect(refused).toMatchObject({ code: 'catalog_exists', context: { catalog: 'pets' } });
  // Titles are compared as they are identified.
  const other = { content: JSON.stringify(after()), title: ' PETS! ' };
  expect((await fixture.refused('catalogs.import', other)).code).toBe('catalog_exists');
  expect((await fixture.call('catalogs.get', { catalog: vendor })).revision).toBe(revision);
});

test('[C5.2] preview and import say what is different and which workflows break; a confirmation names them', async () => {
  await imported();
  const content = JSON.stringify(after());
  const preview = await fixture.call('catalogs.preview', { content, title, includeCommandPreview: true });
  expect(preview).toMatchObject({
    catalog: { id: 'pets', title, vendor, format: 'openapi_3', baseUrl: api.url },
    replaces: expect.stringMatching(/^[0-9a-f]{64}$/),
    projectedCommandCount: 3,
    difference: { added: ['countPets'], removed: ['createPet', 'deletePet'] },
  });
  const changed = preview.difference.changed.map(({ command }: { readonly command: string }) => command);
  expect(changed).toEqual(['listPets', 'showPet']);
  expect(JSON.stringify(preview.difference)).toContain('“petId” was text, and is int');
  expect(JSON.stringify(preview.difference)).toContain('“tag” is gone');
  expect(preview.brokenWorkflows).toEqual([
    { workflow: 'register', problems: [expect.stringContaining('“pets.createPet” is gone')] },
    { workflow: 'show', problems: ['Line 4: “petId” is a whole number, not a text.'] },
    { workflow: 'twice', problems: [expect.any(String), expect.any(String)] },
  ]);
  expect(await fixture.call('commands.search', {})).toMatchObject({ total: expect.any(Number) });
  const refused = await fixture.refused('catalogs.import', { content, title, overwrite: true });
  expect(refused).toMatchObject({ code: 'confirmation_required' });
  for (const name of ['register', 'show', 'twice']) expect(refused.message).toContain(`“${name}”`);
  const done = await again(after());
  expect(done).toMatchObject({ created: false, commandCount: 3, difference: preview.difference });
  expect(done.brokenWorkflows).toEqual(preview.brokenWorkflows);
});

test('[C5.2] a confirmation of one state does not confirm another', async () => {
  await imported();
  const input = { content: JSON.stringify(after()), title, overwrite: true };
  const { context } = await fixture.refused('catalogs.import', input);
  await fixture.call('catalogs.setEnabled', { catalog: vendor, enabled: false });
  const late = await fixture.refused('catalogs.import', {
    ...input,
    confirmToken: context?.['confirmToken'],
  });
  expect(late).toMatchObject({
    code: 'confirmation_required',
    message: expect.stringContaining('has changed'),
  });
});

test('[C5.2] no confirmation is needed where no workflow calls the catalog', async () => {
  const input = { content: JSON.stringify(before()), title: 'Free', vendor: 'free' };
  await fixture.call('catalogs.import', input);
  const content = JSON.stringify(after());
  const done = await fixture.call('catalogs.import', { ...input, content, overwrite: true });
  expect(done).toMatchObject({ created: false, brokenWorkflows: [] });
});

test('[C5.2] the same document again is the same version', async () => {
  await imported();
  const files = (await fixture.files('catalogs')).map(([name]) => name);
  const done = await again(before());
  expect(done).toMatchObject({ created: false, difference: { added: [], removed: [], changed: [] } });
  const { versions } = await fixture.call('catalogs.get', { catalog: vendor });
  expect(versions).toHaveLength(1);
  expect((await fixture.files('catalogs')).map(([name]) => name)).toEqual(files);
  await again(after());
  await again(before());
  expect((await fixture.call('catalogs.get', { catalog: vendor })).versions).toHaveLength(3);
  // Two of them have the same files.
  expect(await fixture.files('catalogs')).toHaveLength(5);
  expect(await fixture.run('pets.createPet', { name: 'Ida' })).toMatchObject({ name: 'Ida' });
});

test('[C5.2] commands keep their names when others come before them', async () => {
  await imported();
  const names = async () => {
    const { commands } = await fixture.call('commands.search', { limit: 100, vendor });
    return new Map(commands.map((each: { call: string; command: string }) => [each.call, each.command]));
  };
  const first = await names();
  const others = {
    '/a/pets': { get: { operationId: 'listPets2', ...ok }, post: { ...ok } },
    '/pets/count': { get: { ...ok } },
  };
  const { paths, ...rest } = before();
  await again({ ...rest, paths: { ...others, ...paths } });
  const second = await names();
  expect(second.size).toBe(7);
  for (const [call, command] of first) expect(second.get(call)).toBe(command);
});

test('[C5.3] a run calls the version with which it began, and a new one the current', async () => {
  await imported();
  const old = await fixture.start('twice');
  expect(old.waitingFor).toHaveLength(1);
  const moved = petDocument(api.url, {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [{ name: 'tag', in: 'header', schema: { type: 'string' } }],
        ...ok,
      },
    },
  });
  await again(moved);
  const young = await fixture.start('twice');
  const answer = async (run: string, word: string) => {
    const { waitingFor } = await fixture.settled(run);
    await fixture.call('items.complete', { item: waitingFor[0].item, output: { word } });
    return fixture.settled(run);
  };
  await fixture.reopen();
  expect(await answer(old.run, 'two')).toMatchObject({ status: 'completed' });
  expect(await answer(young.run, 'two')).toMatchObject({ status: 'completed' });
  expect(api.asked.map(({ url, headers }) => [url, headers['tag']])).toEqual([
    ['/pets?tag=one', undefined],
    ['/pets', 'one'],
    ['/pets?tag=two', undefined],
    ['/pets', 'two'],
  ]);
});

test('[C5.2] another vendor breaks the workflows that call the former one', async () => {
  await imported();
  const content = JSON.stringify(before());
  const preview = await fixture.call('catalogs.preview', { content, title, vendor: 'animals' });
  expect(preview.brokenWorkflows.map(({ workflow }: { readonly workflow: string }) => workflow)).toEqual([
    'register',
    'show',
    'twice',
  ]);
  expect((await again(before(), { vendor: 'animals' })).brokenWorkflows).toEqual(preview.brokenWorkflows);
  expect(await fixture.run('animals.listPets')).toHaveLength(2);
  expect((await fixture.refused('commands.run', { command: 'pets.listPets' })).code).toBe(
    'command_not_found',
  );
});

test('[C5.3] of many versions the newest are kept; a run that is older than all of them goes on', async () => {
  await imported();
  const old = await fixture.start('twice');
  for (let at = 0; at < 22; at++) await again(petDocument(api.url, { [`/at${at}`]: { get: ok } }));
  const { versions } = await fixture.call('catalogs.get', { catalog: vendor });
  const files = await fixture.files('catalogs');
  expect(files).toHaveLength(1 + 2 * versions.length);
  expect(versions.length).toBeLessThan(22);
  await fixture.call('items.complete', { item: old.waitingFor[0].item, output: { word: 'two' } });
  expect(await fixture.settled(old.run)).toMatchObject({ status: 'completed' });
});

test('[C5.3] a disabled catalog is not called, and nothing is lost', async () => {
  await imported();
  expect(await fixture.call('catalogs.setEnabled', { catalog: title, enabled: false })).toMatchObject({
    catalogId: 'pets',
    enabled: false,
    commandCountAfterToggle: 0,
  });
  expect(await fixture.call('commands.search', { query: 'pets', vendor })).toMatchObject({ commands: [] });
  expect((await fixture.refused('commands.run', { command: 'pets.listPets' })).code).toBe(
    'command_not_found',
  );
  const refused = await fixture.refused('runs.start', { workflow: 'show', params: { id: 'p1' } });
  expect([refused.code, refused.message]).toEqual([
    'connector_unavailable',
    expect.stringContaining('“pets”'),
  ]);
  expect(api.asked).toEqual([]);
  await fixture.reopen();
  // Imported again it stays as it is.
  expect(await again(before())).toMatchObject({ enabled: false });
  expect(await fixture.call('catalogs.setEnabled', { catalog: title, enabled: true })).toMatchObject({
    commandCountAfterToggle: 4,
  });
  expect(await fixture.start('show', { id: 'p1' })).toMatchObject({ status: 'completed' });
});

test('[C5.4] a change of another revision is refused, and changes nothing', async () => {
  const { revision: stale } = await imported();
  await fixture.call('catalogs.configure', { catalog: vendor, headers: { 'X-Team': 'blue' } });
  const shown = await fixture.call('catalogs.get', { catalog: vendor });
  const changes: readonly (readonly [string, object])[] = [
    ['catalogs.setEnabled', { catalog: vendor, enabled: false, revision: stale }],
    ['catalogs.configure', { catalog: vendor, baseUrl: 'https://b.example.com', revision: stale }],
  ];
  for (const [name, input] of changes)
    expect([name, (await fixture.refused(name, input)).code]).toEqual([name, 'revision_conflict']);
  const content = JSON.stringify(after());
  for (const [name, input] of [
    ['catalogs.import', { content, title, overwrite: true, revision: stale }],
    ['catalogs.remove', { catalog: vendor, revision: stale }],
  ] as const) {
    const refused = await fixture.confirmed(name, input).catch((error) => error.details.code);
    expect([name, refused]).toEqual([name, 'revision_conflict']);
  }
  expect(await fixture.call('catalogs.get', { catalog: vendor })).toEqual(shown);
  const input = { catalog: vendor, enabled: false, revision: shown.revision };
  expect(await fixture.call('catalogs.setEnabled', input)).toMatchObject({ enabled: false });
});

test('[C5.4] of many imports and changes at the same time each is done whole or refused', async () => {
  await imported();
  const outcomes = await Promise.all([
    ...[before(), after(), before(), after()].map((document) =>
      again(document).then(
        () => 'done',
        (error) => error.details.code,
      ),
    ),
    ...[1, 2, 3].map((at) =>
      fixture.call('catalogs.configure', { catalog: vendor, headers: { 'X-At': String(at) } }).then(
        () => 'done',
        (error) => error.details.code,
      ),
    ),
  ]);
  for (const each of outcomes) expect(['done', 'revision_conflict', 'confirmation_required']).toContain(each);
  expect(outcomes).toContain('done');
  expect(await fixture.run('pets.listPets')).toHaveLength(2);
});

test('[C5.4] the quota counts catalogs, not versions', async () => {
  await imported();
  await fixture.add('Second', before(), { vendor: 'second' });
  const content = JSON.stringify(before());
  const refused = await fixture.refused('catalogs.import', { content, title: 'Third', vendor: 'third' });
  expect(refused.code).toBe('quota_exceeded');
  expect(await again(after())).toMatchObject({ created: false });
  await fixture.confirmed('catalogs.remove', { catalog: 'Second' });
  await fixture.add('Third', before(), { vendor: 'third' });
  expect((await fixture.files('catalogs')).map(([name]) => name)).toContain('catalogs/third/catalog.json');
});

test('[C5.4] each change is audited, with its catalog; what is refused, too', async () => {
  await imported();
  await fixture.call('catalogs.configure', { catalog: vendor, headers: { 'X-Team': 'blue' } }, 'bob');
  await fixture.call('catalogs.setEnabled', { catalog: vendor, enabled: false });
  await fixture.refused('catalogs.remove', { catalog: vendor });
  await fixture.confirmed('catalogs.remove', { catalog: vendor });
  const { entries } = await fixture.call('audit.list', { limit: 20 });
  const seen = entries.map((each: Record<string, unknown>) => [
    each['operation'],
    each['subject'],
    each['target'],
    each['outcome'],
  ]);
  for (const [name, subject] of [
    ['catalogs.import', 'ann'],
    ['catalogs.configure', 'bob'],
    ['catalogs.setEnabled', 'ann'],
    ['catalogs.remove', 'ann'],
  ])
    expect(seen).toContainEqual([name, subject, 'pets', 'done']);
});

test('[C5.4] a removal says what is lost, and deletes files only on request', async () => {
  await imported();
  const { code, message } = await fixture.refused('catalogs.remove', { catalog: vendor });
  expect(code).toBe('confirmation_required');
  expect(message).toContain('“Pets” with 4 commands, its address and its credentials');
  expect(message).toContain('3 workflows');
  expect(await fixture.confirmed('catalogs.remove', { catalog: vendor })).toEqual({
    removedCatalogId: 'pets',
    manifestRemoved: false,
    remainingCatalogCount: 0,
  });
  expect(await fixture.files('catalogs')).toHaveLength(3);
  expect(await fixture.call('catalogs.list', {})).toMatchObject({ catalogs: [] });
  expect((await fixture.refused('catalogs.get', { catalog: vendor })).code).toBe('catalog_not_found');
  expect(await fixture.start('show', { id: 'p1' }).catch((error) => error.details.code)).not.toMatchObject({
    status: 'completed',
  });
  // The names and versions go on.
  expect(await imported()).toMatchObject({
    created: true,
    difference: { added: [], removed: [], changed: [] },
  });
  const removed = await fixture.confirmed('catalogs.remove', { catalog: vendor, removeManifest: true });
  expect(removed.manifestRemoved).toBe(true);
  expect(await fixture.files('catalogs')).toEqual([]);
});

test('[C5.4] of two imports at once that want the same vendor, one is refused', async () => {
  const documents = ['One', 'Two'].map((name) => ({
    title: name,
    vendor: 'same',
    content: JSON.stringify(before()),
  }));
  const ended = await Promise.allSettled(documents.map((each) => fixture.call('catalogs.import', each)));
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const { catalogs } = await fixture.call('catalogs.list', {});
  expect(catalogs).toMatchObject([{ vendor: 'same' }]);
});

test('[C5.2] the same import again changes nothing, not even the revision', async () => {
  const { revision } = await imported();
  expect(await again(before())).toMatchObject({
    revision,
    difference: { added: [], removed: [], changed: [] },
  });
});
