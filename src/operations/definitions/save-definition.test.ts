import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  configuredFolders,
  createMemoryStore,
  openLibrary,
  revisionOf,
  systemClock,
} from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { readFolderDocument } from './read-folder-document.ts';
import { renameDefinition } from './rename-definition.ts';
import { type SavedDocument, saveDefinition } from './save-definition.ts';

const ann: Principal = {
  subject: 'ann',
  tenant: 'acme',
  scopes: new Set(['workflows:author']),
  roles: [],
  kind: 'person',
};

const text = (names: string, message = 'What?', domain = 'demo') =>
  `domain: ${domain}\nworkflows:\n${names
    .split(' ')
    .map((name) => `  ${name}: { graph: { ask: { type: yield, message: "${message}" } } }\n`)
    .join('')}`;

let folder = '';
/** Read-only. */
let shared = '';
let services: Services;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-save-'));
  shared = await mkdtemp(join(tmpdir(), 'signalbox-shared-'));
  const store = createMemoryStore();
  const library = await openLibrary({
    sources: configuredFolders([folder, shared]),
    tenants: false,
    read: (file) => readFolderDocument(file),
    store,
    clock: systemClock,
  });
  // Saving uses none of the others.
  services = { library, store, clock: systemClock } as Services;
});
afterEach(async () => {
  await services.library.close();
  await rm(folder, { recursive: true });
  await rm(shared, { recursive: true });
});

const save = (input: object): Promise<SavedDocument> =>
  saveDefinition.perform(ann, saveDefinition.input.parse(input), services);

async function refused(input: object): Promise<OperationError['details']> {
  const result = await save(input).catch((error: unknown) => error);
  if (result instanceof OperationError) return result.details;
  throw new Error('It was not refused.');
}

const onDisk = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
const files = async (): Promise<readonly string[]> => (await readdir(folder)).toSorted();

async function put(path: string, content: string, root = folder): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
  await services.library.refresh();
}

test('[O1.1] a new document without a path is named after its workflow, or after the domain of several', async () => {
  expect(await save({ source: text('greet') })).toMatchObject({
    path: 'greet.yaml',
    created: true,
    revision: revisionOf(text('greet')),
    definitions: [{ id: 'greet', valid: true }],
  });
  expect(await save({ source: text('one two', 'What?', 'Trips & more') })).toMatchObject({
    path: 'Trips-more.yaml',
    created: true,
  });
  const json = JSON.stringify({ workflows: { plain: { graph: { ask: { type: 'yield', message: 'x' } } } } });
  expect(await save({ source: json })).toMatchObject({ path: 'plain.json', created: true });
  // A name that is never a definition, and one that is taken.
  await put('notes.yaml', 'openapi: 3.1.0\npaths: {}\n');
  expect(await save({ source: text('connectors') })).toMatchObject({ path: 'connectors-2.yaml' });
  expect(await save({ source: text('notes') })).toMatchObject({ path: 'notes-2.yaml' });
  expect(await onDisk('notes.yaml')).toContain('openapi');
});

test('[O1.1] without a path the document that contains the workflows is saved, and its revision counts', async () => {
  await put('trips/all.yaml', text('greet'));
  const changed = text('greet more', 'Who?');
  expect(await refused({ source: changed })).toMatchObject({
    code: 'revision_conflict',
    suggestedAction: expect.stringContaining('overwrite'),
    context: { path: 'trips/all.yaml', revision: revisionOf(text('greet')) },
  });
  expect(await save({ source: changed, revision: revisionOf(text('greet')) })).toMatchObject({
    path: 'trips/all.yaml',
    created: false,
    definitions: [{ id: 'greet' }, { id: 'more' }],
  });
  expect(await onDisk('trips/all.yaml')).toBe(changed);
  // The same name in another domain is another workflow.
  expect(await save({ source: text('greet', 'x', 'other') })).toMatchObject({ path: 'greet.yaml' });
  await put('again.yaml', text('more'));
  expect(await refused({ source: text('more', 'y') })).toMatchObject({
    code: 'path_needed',
    message: expect.stringContaining('“again.yaml”'),
  });
});

const ids = async (): Promise<readonly string[]> => (await services.library.list('acme')).map(({ id }) => id);

test('[O1.1] no document takes the name of a workflow in another document, under any path', async () => {
  await put('hello/hello.yaml', text('hello'), shared);
  await put('mine.yaml', text('own'));
  for (const more of [{}, { path: 'hello/hello.yaml' }, { path: 'x.yaml', overwrite: true }]) {
    expect(await refused({ source: text('hello', 'Who?'), ...more })).toMatchObject({
      code: 'name_taken',
      category: 'conflict',
      message:
        'The workflow “hello” already exists in hello/hello.yaml, which is read-only. The document is not saved.',
      suggestedAction: 'Give yours another name.',
      context: { workflow: 'hello', path: 'hello/hello.yaml' },
    });
  }
  // Nor with a revision, or together with other workflows, or in an existing document.
  const revision = revisionOf(text('own'));
  expect(await refused({ source: text('hello'), revision: revisionOf(text('hello')) })).toMatchObject({
    code: 'name_taken',
  });
  expect(await refused({ path: 'mine.yaml', source: text('own hello'), revision })).toMatchObject({
    code: 'name_taken',
  });
  expect(await refused({ path: 'other.yaml', source: text('own') })).toMatchObject({
    code: 'name_taken',
    suggestedAction: expect.stringContaining('“mine.yaml”'),
  });
  expect(await ids()).toEqual(['hello', 'own']);
  expect(await files()).toEqual(['mine.yaml']);
});

test('[O1.1] a name that only a document with errors has is free, and documents that already share a name can be edited', async () => {
  await put('broken.yaml', 'workflows: { greet: { graph: { ask: { type: nonsense } } } }', shared);
  expect(await save({ source: text('greet', 'What?', '""') })).toMatchObject({ path: 'greet.yaml' });
  await put('double.yaml', text('twice'), shared);
  await put('twice.yaml', text('twice'));
  const edited = { source: text('twice', 'Who?'), revision: revisionOf(text('twice')) };
  expect(await save(edited)).toMatchObject({ path: 'twice.yaml', created: false });
});

test('[O1.1] a revision refers to an existing document: a deleted one is not created again', async () => {
  const first = await save({ source: text('greet') });
  await rm(join(folder, 'greet.yaml'));
  await services.library.refresh();
  for (const path of [undefined, 'greet.yaml']) {
    const input = { source: text('greet', 'Who?'), revision: first.revision, path };
    expect(await refused(input)).toMatchObject({ code: 'definition_not_found', category: 'not_found' });
  }
  expect(await files()).toEqual([]);
  expect(await save({ source: text('greet', 'Who?'), revision: null })).toMatchObject({ path: 'greet.yaml' });
});

test('[O1.1] a document is replaced without a revision only on request', async () => {
  const [old, fresh] = [text('greet'), text('greet', 'Who?')];
  await put('greet.yaml', old);
  expect(await refused({ path: 'greet.yaml', source: fresh })).toMatchObject({ code: 'revision_conflict' });
  expect(await onDisk('greet.yaml')).toBe(old);
  const replaced = await save({ path: 'greet.yaml', source: fresh, overwrite: true });
  expect(replaced).toMatchObject({ created: false, revision: revisionOf(fresh) });
  // The file was changed and has not been read since.
  await writeFile(join(folder, 'greet.yaml'), text('greet', 'Between?'));
  expect(await save({ source: text('greet', 'Last?'), overwrite: true })).toMatchObject({ created: false });
  expect(await onDisk('greet.yaml')).toBe(text('greet', 'Last?'));
  expect(await save({ path: 'new.yaml', source: text('anew'), overwrite: true })).toMatchObject({
    created: true,
  });
});

test('[O1.1] saving the same content again returns the same answer, and changes nothing', async () => {
  const first = await save({ source: text('greet') });
  expect(await save({ source: text('greet') })).toEqual(first);
  expect(await save({ source: text('greet'), path: 'greet.yaml', revision: null })).toEqual(first);
  expect(await save({ source: text('greet'), overwrite: true })).toEqual(first);
  const [one, other] = await Promise.all([save({ source: text('both') }), save({ source: text('both') })]);
  expect(one).toEqual(other);
  const second = { source: text('greet', 'Who?'), revision: first.revision };
  const changed = await save(second);
  expect(changed.created).toBe(false);
  expect(await save(second)).toEqual(changed);
  expect(await files()).toEqual(['both.yaml', 'greet.yaml']);
  expect(
    await services.library.revisions('acme', services.library.documentPlace('acme', 'greet.yaml'), 9),
  ).toHaveLength(2);
});

test('[O1.1] the keys of a document determine its language, and “language” must match', async () => {
  expect(await refused({ source: text('greet'), language: 'lua' })).toMatchObject({
    code: 'language_mismatch',
    message: 'The language of the document is “graph”, not “lua”.',
  });
  expect(await refused({ source: 'token: hush\n', language: 'graph' })).toMatchObject({
    code: 'invalid_definition',
    message: expect.not.stringContaining('hush'),
    violations: [{ rule: 'unknown-language', actual: 'something else' }],
  });
  expect(await files()).toEqual([]);
  expect(await save({ source: text('greet'), language: 'graph' })).toMatchObject({ created: true });
});

test('[O1.4] a path with an invisible character is refused for a save and a rename, with its code point', async () => {
  const refusal = {
    code: 'bad_path',
    message: 'The path “trips<U+202E>lmay.yaml” has the invisible character U+202E. Use a name without it.',
  };
  const path = 'trips\u202elmay.yaml';
  expect(await refused({ path, source: text('greet') })).toMatchObject(refusal);
  await put('trips.yaml', text('greet'));
  const rename = { path: 'trips.yaml', to: path, revision: revisionOf(text('greet')) };
  const renamed = renameDefinition.perform(ann, renameDefinition.input.parse(rename), services);
  await expect(renamed).rejects.toMatchObject({ details: refusal });
  expect(await files()).toEqual(['trips.yaml']);
});
