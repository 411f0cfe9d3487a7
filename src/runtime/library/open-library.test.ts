import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReadResult, SourceFile, Workflow } from '../../languages/workflow.ts';
import { oneNet } from '../../testing/index.ts';
import { systemClock } from '../engine/system-clock.ts';
import { createMemoryStore } from '../memory/memory-store.ts';
import { type Store, StoreError } from '../ports/store.ts';
import type { Library } from './library.ts';
import { configuredFolders } from './library-sources.ts';
import { type LibraryOptions, openLibrary } from './open-library.ts';
import { revisionOf } from './scan-folder.ts';

/**
 * A language of one line per workflow: `domain travel`, `workflow book`, `broken book`; `other` makes it not a
 * definition.
 */
function read({ text }: SourceFile): ReadResult | null {
  readResults++;
  if (text.startsWith('other')) return null;
  if (text.startsWith('fault')) throw new Error('a fault of the language');
  const domain = /^domain (\w+)$/m.exec(text)?.[1] ?? '';
  const found = [...text.matchAll(/^(workflow|broken) (\w+)$/gm)];
  const violations = found.flatMap(([, kind, name = '']) => (kind === 'broken' ? [mistake(name)] : []));
  const nothing = found.length === 0 ? [mistake('')] : [];
  return {
    language: found.length === 0 ? '' : 'lines',
    workflows: found.map(([, kind, name = '']) => workflow(name, domain, kind === 'workflow')),
    violations: [...violations, ...nothing],
    warnings: [],
  };
}

const workflow = (name: string, domain: string, valid: boolean): Workflow => ({
  name,
  domain,
  description: '',
  version: '1',
  parameters: [],
  program: valid ? oneNet([]) : null,
  sketch: { title: name, nodes: [], links: [], begins: [], remarks: [] },
  samples: [],
  tasks: [],
  line: 1,
  column: 1,
});

const mistake = (path: string): ReadResult['violations'][number] => ({
  path,
  rule: 'broken',
  message: 'It is broken.',
  expected: '',
  actual: '',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
  suggestion: null,
});

let folder = '';
let readResults = 0;
let store: Store;
const opened: Library[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-'));
  store = createMemoryStore();
  readResults = 0;
});

afterEach(async () => {
  for (const library of opened.splice(0)) await library.close();
  await rm(folder, { recursive: true });
});

async function open(options: Partial<LibraryOptions> = {}): Promise<Library> {
  const library = await openLibrary({
    sources: configuredFolders([folder]),
    tenants: false,
    read,
    store,
    clock: systemClock,
    ...options,
  });
  opened.push(library);
  return library;
}

async function put(path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const ids = async (library: Library, tenant = 'a'): Promise<readonly string[]> =>
  (await library.list(tenant)).map(({ id }) => id);

test('[O1.1] a broken file is listed as invalid with its errors, and hides no other', async () => {
  await put('trips.yaml', 'workflow book\nbroken cancel');
  await put('below/empty.yml', '');
  await put('binary.json', new Uint8Array([0xff, 0xfd, 0x80]));
  await put('large.yaml', 'x'.repeat(1_048_577));
  await put('fault.yaml', 'fault');
  await put('.hidden.yaml', 'workflow hidden');
  await put('node_modules/m.yaml', 'workflow module');
  await put('notes.txt', 'workflow notes');
  await put('data.json', 'other');
  const library = await open();
  expect(await ids(library)).toEqual(['below.empty', 'binary', 'book', 'cancel', 'fault', 'large']);
  const book = await library.find('a', 'book');
  expect(book?.workflow?.program).not.toBeNull();
  expect(book?.document).toMatchObject({ path: 'trips.yaml', language: 'lines', writable: true });
  expect((await library.find('a', 'cancel'))?.document.violations[0]?.path).toBe('cancel');
  const messageOf = async (id: string) => (await library.find('a', id))?.document.violations[0]?.message;
  expect(await messageOf('binary')).toBe('The file cannot be read: it is not UTF-8 text.');
  expect(await messageOf('large')).toBe('The file cannot be read: it is larger than 1 MiB.');
  expect(await messageOf('fault')).toMatch('because of an internal error');
  expect((await library.find('a', 'below.empty'))?.document).toMatchObject({
    path: 'below/empty.yml',
    language: null,
  });
});

test('[O1.1] files above the limit are reported once, and those before them are listed', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await put(`${name}.yaml`, `workflow ${name}`);
  const library = await open({ limit: 2 });
  expect(await ids(library)).toEqual(['a', 'b', 'c']);
  const left = await library.find('a', 'c');
  expect(left?.workflow).toBeNull();
  expect(left?.document.violations[0]?.message).toMatch('“c.yaml” and those after it are not read');
});

test('[O1.1] links out of the folder are not followed, those within it are', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'outside-'));
  try {
    await writeFile(join(outside, 'secret.yaml'), 'workflow secret');
    await put('.data/inside.yaml', 'workflow inside');
    await put('plain.yaml', 'workflow plain');
    await symlink(join(outside, 'secret.yaml'), join(folder, 'leak.yaml'));
    await symlink(outside, join(folder, 'leaks'));
    await symlink('nowhere.yaml', join(folder, 'dangling.yaml'));
    await symlink(join('.data', 'inside.yaml'), join(folder, 'inside.yaml'));
    await symlink('plain.yaml', join(folder, 'second-name.yaml'));
    const library = await open();
    expect(await ids(library)).toEqual(['inside', 'plain']);
    for (const path of ['leak.yaml', 'leaks/new.yaml', 'inside.yaml']) {
      const request = { kind: 'save', path, source: 'workflow x', expected: null, by: 'anna' } as const;
      expect(await library.write('a', request)).toMatchObject({ kind: 'bad-path' });
    }
    expect(await readdir(outside)).toEqual(['secret.yaml']);
    expect(await readFile(join(outside, 'secret.yaml'), 'utf8')).toBe('workflow secret');
  } finally {
    await rm(outside, { recursive: true });
  }
});

test('[O1.2] a change in a folder is visible without a restart', async () => {
  let wake: () => void = () => undefined;
  const library = await open({ onChange: () => wake() });
  const seen = async (wanted: readonly string[]): Promise<void> => {
    for (let fits = false; !fits; ) {
      const change = new Promise<void>((resolve) => {
        wake = resolve;
      });
      fits = JSON.stringify(await ids(library)) === JSON.stringify(wanted);
      if (!fits) await change;
    }
  };
  await put('one.yaml', 'workflow one');
  await seen(['one']);
  await put('below/two.yaml', 'workflow two');
  await seen(['one', 'two']);
  await put('below/two.yaml', 'workflow three');
  await seen(['one', 'three']);
  await rename(join(folder, 'below'), join(folder, 'elsewhere'));
  await rm(join(folder, 'one.yaml'));
  await seen(['three']);
  expect((await library.find('a', 'three'))?.document.path).toBe('elsewhere/two.yaml');
});

test('[O1.2] a change without a notification is found by the next scan', async () => {
  const due: (() => void)[] = [];
  const clock = {
    now: () => 0,
    at(_: number, call: () => void) {
      due.push(call);
      return () => undefined;
    },
  };
  const missing = join(folder, 'later');
  let changed: () => void = () => undefined;
  const library = await open({ sources: configuredFolders([missing]), clock, onChange: () => changed() });
  expect(await ids(library)).toEqual([]);
  await put('later/one.yaml', 'workflow one');
  const change = new Promise<void>((resolve) => {
    changed = resolve;
  });
  due.at(-1)?.();
  await change;
  expect(await ids(library)).toEqual(['one']);
});

test('[O1.2] unchanged files are not parsed again', async () => {
  for (let at = 0; at < 500; at++) await put(`${at}.yaml`, `workflow w${at}`);
  const library = await open();
  expect(readResults).toBe(500);
  await put('7.yaml', 'workflow other7');
  await library.refresh();
  await library.refresh();
  expect(readResults).toBe(501);
  expect(await ids(library)).toHaveLength(500);
});

test('[O1.1] a document is saved, changed, renamed and deleted; each state is stored with its author', async () => {
  const library = await open();
  const one = 'workflow one';
  const two = 'workflow two';
  const save = (source: string, expected: string | null, by = 'anna') =>
    library.write('a', { kind: 'save', path: 'x/doc.yaml', source, expected, by });
  expect(await save(one, null)).toMatchObject({ kind: 'written', document: { revision: revisionOf(one) } });
  expect(await save(two, null)).toEqual({ kind: 'changed-meanwhile', revision: revisionOf(one) });
  expect(await save(two, revisionOf(two))).toEqual({ kind: 'changed-meanwhile', revision: revisionOf(one) });
  expect(await save(two, revisionOf(one), 'ben')).toMatchObject({ kind: 'written' });
  expect(await readFile(join(folder, 'x/doc.yaml'), 'utf8')).toBe(two);
  expect(await ids(library)).toEqual(['two']);
  const rename = { kind: 'rename', path: 'x/doc.yaml', to: 'y/doc.yaml', by: 'anna' } as const;
  expect(await library.write('a', { ...rename, expected: revisionOf(one) })).toMatchObject({
    kind: 'changed-meanwhile',
  });
  await put('z.yaml', 'workflow z');
  expect(await library.write('a', { ...rename, to: 'z.yaml', expected: revisionOf(two) })).toEqual({
    kind: 'taken',
  });
  expect(await library.write('a', { ...rename, expected: revisionOf(two) })).toMatchObject({
    kind: 'written',
    document: { path: 'y/doc.yaml' },
  });
  await put('y/doc.yaml', one);
  await library.refresh();
  const remove = { kind: 'delete', path: 'y/doc.yaml', by: 'carl' } as const;
  expect(await library.write('a', { ...remove, expected: revisionOf(two) })).toMatchObject({
    kind: 'changed-meanwhile',
  });
  expect(await library.write('a', { ...remove, expected: revisionOf(one) })).toEqual({
    kind: 'written',
    document: null,
  });
  expect(await ids(library)).toEqual(['z']);
  const history = async (path: string) =>
    (await library.revisions('a', library.documentPlace('a', path), 10)).map(({ hash, by }) => [hash, by]);
  expect(await history('x/doc.yaml')).toEqual([
    ['', 'anna'],
    [revisionOf(two), 'ben'],
    [revisionOf(one), 'anna'],
  ]);
  expect(await history('y/doc.yaml')).toEqual([
    ['', 'carl'],
    [revisionOf(one), ''],
    [revisionOf(two), 'anna'],
  ]);
  const place = library.documentPlace('a', 'x/doc.yaml');
  expect(await library.sourceAt('a', place, revisionOf(one))).toBe(one);
  // Neither a draft nor an empty folder is left.
  expect(await readdir(folder)).toEqual(['z.yaml']);
});

test('[O1.1] a path that leaves the folder, or would not be found again, is refused', async () => {
  const library = await open({ sources: configuredFolders([join(folder, 'home')]) });
  for (const path of ['../x.yaml', '/etc/x.yaml', 'x.txt']) {
    const by = 'anna';
    const saved = await library.write('a', { kind: 'save', path, source: 'workflow x', expected: null, by });
    expect([path, saved.kind]).toEqual([path, 'bad-path']);
  }
  await put('home/x.yaml', 'workflow x');
  await library.refresh();
  const expected = revisionOf('workflow x');
  const outside = { kind: 'rename', path: 'x.yaml', to: '../x.yaml', expected, by: 'anna' } as const;
  expect(await library.write('a', outside)).toMatchObject({ kind: 'bad-path' });
  const below = { kind: 'save', path: 'x.yaml/y.yaml', source: '', expected: null, by: 'anna' } as const;
  expect(await library.write('a', below)).toMatchObject({ kind: 'bad-path' });
  const large = {
    kind: 'save',
    path: 'l.yaml',
    source: 'x'.repeat(1_048_577),
    expected: null,
    by: 'anna',
  } as const;
  expect(await library.write('a', large)).toMatchObject({ kind: 'too-large' });
  expect(await readdir(folder)).toEqual(['home']);
  expect(await readdir(join(folder, 'home'))).toEqual(['x.yaml']);
});

test('[O1.1] of two concurrent saves, one is refused as changed', async () => {
  const library = await open();
  const save = (by: string) =>
    library.write(by, { kind: 'save', path: 'x.yaml', source: `workflow ${by}`, expected: null, by });
  const results = await Promise.all([save('anna'), save('ben'), save('carl')]);
  expect(results.map(({ kind }) => kind)).toEqual(['written', 'changed-meanwhile', 'changed-meanwhile']);
  expect(await ids(library)).toEqual(['anna']);
});

test('[O1.1] a tenant sees shared documents and its own, changes only its own, and shadows nothing', async () => {
  await put('shared.yaml', 'domain house\nworkflow book');
  const library = await open({ tenants: true });
  const source = 'domain mine\nworkflow book';
  const strange = 'Å/../b';
  for (const tenant of ['acme', strange]) {
    const request = { kind: 'save', path: 'shared.yaml', source, expected: null, by: 'anna' } as const;
    expect(await library.write(tenant, request)).toMatchObject({ kind: 'written', document: { tenant } });
    expect(await ids(library, tenant)).toEqual(['house.book', 'mine.book']);
  }
  expect(await ids(library, 'other')).toEqual(['book']);
  expect((await readdir(folder)).sort()).toEqual(['shared.yaml', 'tenants']);
  const again = await open({ tenants: true });
  expect(await ids(again, strange)).toEqual(['house.book', 'mine.book']);
  const remove = { kind: 'delete', path: 'shared.yaml', by: 'anna' } as const;
  const expected = revisionOf('domain house\nworkflow book');
  expect(await library.write('other', { ...remove, expected })).toMatchObject({ kind: 'read-only' });
  expect((await library.find('other', 'book'))?.document.writable).toBe(false);
  const place = library.documentPlace('acme', 'shared.yaml');
  expect(await library.revisions('acme', place, 10)).toHaveLength(1);
  expect(await library.revisions('other', place, 10)).toEqual([]);
  expect(await library.sourceAt('other', place, revisionOf(source))).toBeUndefined();
  const common = { tenant: null, folder: '', path: 'shared.yaml' };
  expect(await library.sourceAt('other', common, expected)).toBe('domain house\nworkflow book');
  expect(await library.sourceAt('other', common, revisionOf(source))).toBeUndefined();
});

test('[O1.1] documents of a tenant are visible only to it, also in nested folders', async () => {
  await put('home/tenants/acme/x.yaml', 'workflow secret');
  await put('home/y.yaml', 'workflow known');
  await put('z.yaml', 'workflow outer');
  const library = await open({
    sources: configuredFolders([join(folder, 'home'), folder, folder]),
    tenants: true,
  });
  expect(await ids(library, 'other')).toEqual(['known', 'outer']);
  expect(await ids(library, 'acme')).toEqual(['known', 'outer', 'secret']);
});

test('[O1.1] only the first folder is writable', async () => {
  await put('one/a.yaml', 'workflow a');
  await put('two/b.yaml', 'workflow b');
  const library = await open({ sources: configuredFolders([join(folder, 'one'), join(folder, 'two')]) });
  const writable = (await library.documents('a')).map((each) => [each.folder, each.path, each.writable]);
  expect(writable).toEqual([
    ['', 'a.yaml', true],
    ['two', 'b.yaml', false],
  ]);
  const expected = revisionOf('workflow b');
  const request = { kind: 'delete', path: 'b.yaml', expected, by: 'anna' } as const;
  expect(await library.write('a', request)).toMatchObject({ kind: 'read-only' });
  expect(await readdir(join(folder, 'two'))).toEqual(['b.yaml']);
});

test('[O1.1] revisions that the store cannot save now are saved later, and workflows are listed in the meantime', async () => {
  let full = true;
  const reports: unknown[] = [];
  const { contents, revisions } = store;
  const failing: LibraryOptions['store'] = {
    contents,
    revisions: {
      ...revisions,
      add: (added) =>
        full ? Promise.reject(new StoreError('disk-full', 'The disk is full.', true)) : revisions.add(added),
    },
  };
  await put('one.yaml', 'workflow one');
  const library = await open({ store: failing, report: (_, cause) => reports.push(cause) });
  expect(await ids(library)).toEqual(['one']);
  const place = library.documentPlace('a', 'one.yaml');
  expect(await library.revisions('a', place, 10)).toEqual([]);
  expect(reports).toEqual([expect.objectContaining({ code: 'disk-full' })]);
  full = false;
  await library.refresh();
  expect(await library.revisions('a', place, 10)).toHaveLength(1);
  expect(await library.sourceAt('a', place, revisionOf('workflow one'))).toBe('workflow one');
});

test('[O1.1] a restart adds no revision if nothing has changed, and one if something has', async () => {
  await put('one.yaml', 'workflow one');
  const first = await open();
  await first.close();
  const second = await open();
  const place = second.documentPlace('a', 'one.yaml');
  expect(await second.revisions('a', place, 10)).toHaveLength(1);
  await second.close();
  await put('one.yaml', 'workflow two');
  const third = await open();
  expect((await third.revisions('a', place, 10)).map(({ hash }) => hash)).toEqual([
    revisionOf('workflow two'),
    revisionOf('workflow one'),
  ]);
});
