/** Saving and finding guides: precedence of sources, categories and tags. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperationError } from '../../src/operations/contract/operation-error.ts';
import type { Services } from '../../src/operations/contract/services.ts';
import { readFolderDocument } from '../../src/operations/definitions/read-folder-document.ts';
import { type DefinitionList, plainName, renderError } from '../../src/operations/index.ts';
import { registry } from '../../src/operations/registry.ts';
import { createMemoryStore, type LibrarySource, openLibrary, systemClock } from '../../src/runtime/index.ts';
import { callOperation } from '../../src/server/pipeline/pipeline.ts';
import { ann, stranger } from '../operations/operations-harness.ts';

let folder = '';
let services: Services;
let close: () => Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-overriding-'));
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true });
});

const guide = (id: string, fields: object = {}): string =>
  JSON.stringify({
    id,
    name: 'Review',
    description: 'Leads through it.',
    version: '1.0.0',
    steps: [{ id: 'look-at-it', title: 'Look', prompt: 'Look at it.' }],
    ...fields,
  });

async function open(files: Readonly<Record<string, string>>, tenants = false): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const sourceAt = (kind: LibrarySource['kind'], name: string): LibrarySource => ({
    kind,
    locate: () => join(folder, name),
  });
  const store = createMemoryStore();
  const library = await openLibrary({
    sources: [
      sourceAt('bundled', 'bundled'),
      { ...sourceAt('project', 'home'), isHome: true },
      sourceAt('configured', 'later'),
    ],
    tenants,
    read: (file) => readFolderDocument(file),
    store,
    clock: systemClock,
  });
  close = () => library.close();
  // Saving and listing use none of the other services.
  services = { library, store, clock: systemClock } as Services;
}

const call = async (name: string, input: object, by = ann): Promise<never> =>
  (await callOperation(registry, services, by, name, input)) as never;

async function idsFor(filters: object): Promise<readonly string[]> {
  const { definitions }: DefinitionList = await call('definitions.list', filters);
  return definitions.map(({ id }) => id);
}

async function refusal(source: string): Promise<OperationError['details']> {
  const error: unknown = await call('definitions.save', { source }).catch((reason: unknown) => reason);
  if (error instanceof OperationError) return renderError(error.details, plainName);
  throw new Error('It was saved.');
}

test('[U2.1] a guide can be saved over one of an earlier source, and not under one of a later source', async () => {
  await open({ 'bundled/a.json': guide('review-it'), 'later/b.json': guide('ship-it') });
  await call('definitions.save', { source: guide('review-it', { name: 'Mine' }) });
  expect(await call('definitions.list', {})).toMatchObject({
    definitions: [
      { id: 'review-it', title: 'Mine', path: 'review-it.json', origin: { kind: 'project', name: 'home' } },
      { id: 'ship-it', origin: { kind: 'configured', name: 'later' } },
    ],
  });
  expect(await refusal(guide('ship-it', { category: 'other' }))).toMatchObject({ code: 'name_taken' });
  // Its own document can still be changed.
  await call('definitions.save', { path: 'review-it.json', source: guide('review-it'), overwrite: true });
  expect(await refusal(guide('review-it', { category: 'other' }))).toMatchObject({ code: 'name_taken' });
});

test('[U2.1] a tenant overrides a guide only for itself', async () => {
  await open({ 'later/b.json': guide('ship-it') }, true);
  await call('definitions.save', { source: guide('ship-it', { name: 'Ours' }) });
  const own = { id: 'ship-it', title: 'Ours', origin: { kind: 'tenant', name: ann.tenant } };
  expect(await call('definitions.get', { workflow: 'ship-it' })).toMatchObject(own);
  expect(await call('definitions.get', { workflow: 'ship-it' }, stranger)).toMatchObject({
    title: 'Review',
    origin: { kind: 'configured', name: 'later' },
  });
});

test('[U2.3] workflows are found by category, tags and title', async () => {
  await open({
    'home/a.json': guide('review-it', { category: 'Quality', tags: ['code', 'team'] }),
    'home/b.json': guide('ship-it', { category: 'release', tags: ['code'] }),
    'home/c.json': guide('plan-it', { name: 'Grand Plan' }),
  });
  expect(await idsFor({ domain: 'quality' })).toEqual(['review-it']);
  expect(await idsFor({ tags: ['Code'] })).toEqual(['review-it', 'ship-it']);
  expect(await idsFor({ tags: ['code', 'team'] })).toEqual(['review-it']);
  expect(await idsFor({ tags: ['code'], domain: 'none' })).toEqual([]);
  expect(await idsFor({ text: 'team' })).toEqual(['review-it']);
  expect(await idsFor({ text: 'grand' })).toEqual(['plan-it']);
  expect(await call('definitions.list', { domain: 'release' })).toMatchObject({
    definitions: [{ domain: 'release', tags: ['code'] }],
  });
});
