import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import type { SourceFile } from '../../src/languages/index.ts';
import { plainName } from '../../src/languages/index.ts';
import { OperationError } from '../../src/operations/contract/operation-error.ts';
import { type Principal, scopes } from '../../src/operations/contract/principal.ts';
import { renderError } from '../../src/operations/contract/render-error.ts';
import type { Services } from '../../src/operations/contract/services.ts';
import { readFolderDocument } from '../../src/operations/definitions/read-folder-document.ts';
import { evaluators } from '../../src/operations/language-lists/languages.ts';
import { registry } from '../../src/operations/registry.ts';
import {
  configuredFolders,
  createConnectors,
  createMemoryStore,
  openEngine,
  openLibrary,
  revisionOf,
  systemClock,
} from '../../src/runtime/index.ts';
import { callOperation } from '../../src/server/pipeline/pipeline.ts';

const greet = (word: string) => `domain: demo
workflows:
  greet:
    description: Says ${word}
    params: { who: { type: str, required: true, example: Ann } }
    graph:
      ask: { type: yield, message: "${word} $who?", expects: { ok: bool } }
    result: "'${word}'"
`;

const broken = `workflows:
  lost:
    graph:
      one: { call: a, depends_on: [nowhere] }
      two: { call: b, args: { x: $nothing } }
`;

let folder = '';
let services: Services;

const anna: Principal = {
  subject: 'anna',
  tenant: 'acme',
  scopes: new Set(scopes),
  roles: [],
  kind: 'person',
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'definitions-'));
  services = await openServices(false);
});

afterEach(async () => {
  await services.engine.stop();
  await services.library.close();
  await rm(folder, { recursive: true });
});

async function openServices(tenants: boolean): Promise<Services> {
  const store = createMemoryStore();
  const clock = systemClock;
  const connectors = createConnectors({ configured: [], own: [] }, () => undefined);
  const engine = await openEngine({ store, clock, connectors, evaluators });
  const sources = configuredFolders([folder]);
  const read = (file: SourceFile) => readFolderDocument(file);
  const library = await openLibrary({ sources, tenants, read, store, clock });
  return { engine, store, library, connectors, clock };
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
  await services.library.refresh();
}

async function call(name: string, input: Json, principal = anna): Promise<Json> {
  const result = await callOperation(registry, services, principal, name, input);
  registry.get(name).output.parse(result);
  return result;
}

async function refused(name: string, input: Json, principal = anna): Promise<OperationError['details']> {
  try {
    await call(name, input, principal);
  } catch (error) {
    if (error instanceof OperationError) return renderError(error.details, plainName);
    throw error;
  }
  throw new Error(`“${name}” was not refused.`);
}

test('[O1.1] definitions are listed with filters and pages, valid or not', async () => {
  await put('greet.yaml', greet('Hello'));
  await put('lost.yaml', broken);
  await put('greet.test.yaml', 'workflows: greet.yaml\ncases: []\n');
  await put('api.json', '{ "openapi": "3.1.0", "paths": {}, "x-note": { "workflows": 1 } }');
  await put('connectors.yaml', 'mcp: {}\n');
  await put('notes.yaml', 'worfklows: {}\n');
  await put('data.json', '{"a": 1}');
  await put('torn.json', '{"a": ');
  const listed = async (filters: object) => {
    const { definitions, total } = (await call('definitions.list', { ...filters })) as {
      definitions: { id: string; valid: boolean }[];
      total: number;
    };
    expect(total).toBe(definitions.length);
    return definitions.map(({ id, valid }) => `${id} ${valid}`);
  };
  expect(await listed({})).toEqual(['greet true', 'lost false', 'notes false', 'torn false']);
  expect(await listed({ valid: true })).toEqual(['greet true']);
  expect(await listed({ valid: false, language: 'graph' })).toEqual(['lost false']);
  expect(await listed({ text: 'HELLO demo' })).toEqual(['greet true']);
  expect(await listed({ text: 'hello lost' })).toEqual([]);
  const ids: string[] = [];
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const page = (await call('definitions.list', { limit: 1, ...(cursor === null ? {} : { cursor }) })) as {
      definitions: { id: string }[];
      nextCursor: string | null;
      total: number;
    };
    ids.push(...page.definitions.map(({ id }) => id));
    expect(page.total).toBe(4);
    cursor = page.nextCursor;
  }
  expect(ids).toEqual(['greet', 'lost', 'notes', 'torn']);
});

const openOrder = `domain: trips
workflows:
  book:
    params:
      from: { type: str, required: true, description: Where it begins, example: Rome }
      day: { type: date, required: true }
      at: { type: datetime, required: false }
      seats: { type: int, default: 1 }
      price: { type: float, required: false }
      window: { type: bool, default: false }
      tags: { type: list, required: false }
      more: { type: object, required: false }
      rest: { type: any, required: false }
    graph:
      find: { call: search, args: { from: $from, day: $day } }
      choose: { type: yield, depends_on: [find], message: Which? }
`;

test('[P3.1] the parameters of a workflow are a JSON Schema: plain, closed, with the texts of its author', async () => {
  await put('book.yaml', openOrder);
  const { inputSchema, line } = (await call('definitions.get', { workflow: 'book' })) as {
    inputSchema: Json;
    line: string;
  };
  expect(inputSchema).toEqual({
    type: 'object',
    properties: {
      from: { type: 'string', description: 'Where it begins', examples: ['Rome'] },
      day: { type: 'string', format: 'date', description: expect.stringContaining('2026-01-15') },
      at: { type: 'string', format: 'date-time', description: expect.stringContaining('10:00:00Z') },
      seats: { type: 'integer', default: 1 },
      price: { type: 'number' },
      window: { type: 'boolean', default: false },
      tags: { type: 'array', items: {} },
      more: { type: 'object' },
      rest: {},
    },
    required: ['from', 'day'],
    additionalProperties: false,
  });
  expect(line).toBe('find → choose');
  await put('torn.yaml', 'workflows: [');
  expect(await call('definitions.get', { workflow: 'torn' })).toMatchObject({
    inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
    line: '',
  });
});

test('[P6.1] a workflow is drawn in every format, as far as it can be read', async () => {
  await put('book.yaml', openOrder);
  await put('torn.yaml', 'workflows: [');
  const draw = async (input: object) =>
    (await call('definitions.draw', { workflow: 'book', ...input })) as {
      drawing: string;
      format: string;
      valid: boolean;
    };
  const text = await draw({});
  expect(text).toMatchObject({ workflow: 'book', format: 'text', valid: true });
  expect(text.drawing).toContain('choose');
  for (const [drawUpTo, drawing] of [
    [2, text.drawing],
    [1, ''],
  ] as const) {
    expect(await call('definitions.get', { workflow: 'book', drawUpTo })).toMatchObject({
      drawing,
      line: 'find → choose',
    });
  }
  const narrow = await draw({ width: 24 });
  expect(Math.max(...narrow.drawing.split('\n').map((each) => each.length))).toBeLessThanOrEqual(24);
  expect((await draw({ format: 'svg' })).drawing).toMatch(/^<svg/);
  expect((await draw({ format: 'mermaid' })).drawing).toMatch(/flowchart/);
  expect(JSON.parse((await draw({ format: 'json' })).drawing)).toMatchObject({ title: 'book' });
  expect(await draw({ workflow: 'torn', format: 'svg' })).toMatchObject({ valid: false, drawing: '' });
  expect(await refused('definitions.draw', { workflow: 'boook' })).toMatchObject({
    code: 'workflow_not_found',
  });
});

test('[P3.4] a document is returned as data on request, with resolved anchors', async () => {
  await put('greet.yaml', `${greet('Hello')}x-all: [&one { a: 1 }, *one]\n`);
  await put('torn.yaml', 'workflows: [');
  const data = async (workflow: string, parsed?: boolean) =>
    (await call('definitions.get', { workflow, ...(parsed === undefined ? {} : { parsed }) })) as object;
  expect(await data('greet')).not.toHaveProperty('parsed');
  expect(await data('greet', true)).toMatchObject({
    parsed: { domain: 'demo', 'x-all': [{ a: 1 }, { a: 1 }] },
  });
});

test('[O1.1] a definition is read with its parameters, source, drawing and diagnostics', async () => {
  await put('greet.yaml', greet('Hello'));
  await put('lost.yaml', broken);
  const found = await call('definitions.get', { workflow: 'greet' });
  expect(found).toEqual(JSON.parse(JSON.stringify(found)));
  expect(found).toMatchObject({
    id: 'greet',
    domain: 'demo',
    description: 'Says Hello',
    valid: true,
    revision: revisionOf(greet('Hello')),
    path: 'greet.yaml',
    writable: true,
    parameters: [{ name: 'who', type: 'str', required: true, example: 'Ann' }],
    source: greet('Hello'),
    drawing: expect.stringContaining('ask'),
    workflows: ['greet'],
    violations: [],
  });
  expect(await call('definitions.get', { workflow: 'lost' })).toMatchObject({
    valid: false,
    violations: [{ line: 4 }, { line: 5 }],
  });
  expect(await refused('definitions.get', { workflow: 'gret' })).toMatchObject({
    code: 'workflow_not_found',
    category: 'not_found',
    message: 'The workflow “gret” does not exist. Did you mean “greet”?',
  });
  await put('second.yaml', greet('Bye').replace('demo', 'other'));
  expect((await refused('definitions.get', { workflow: 'greet' })).message).toBe(
    'Several workflows have the name “greet”: “demo.greet”, “other.greet”.',
  );
});

test('[O1.1] a text is validated without being saved, with all errors at once', async () => {
  const report = await call('definitions.validate', { source: broken });
  expect(report).toEqual(JSON.parse(JSON.stringify(report)));
  expect(report).toMatchObject({
    valid: false,
    violations: [{ line: 4 }, { line: 5 }],
    workflows: [{ name: 'lost' }],
  });
  expect(await call('definitions.validate', { source: greet('Hi'), path: 'x.yaml' })).toMatchObject({
    valid: true,
    path: 'x.yaml',
    violations: [],
  });
  expect(await call('definitions.list', {})).toMatchObject({ total: 0 });
});

test('[O1.1] a save requires the current revision and a text without errors', async () => {
  const path = 'sub/greet.yaml';
  const first = greet('Hello');
  const second = greet('Bye');
  const saved = await call('definitions.save', { path, source: first, revision: null });
  expect(saved).toMatchObject({
    path,
    revision: revisionOf(first),
    definitions: [{ id: 'greet', valid: true }],
  });
  expect(await call('definitions.save', { path, source: first, revision: null })).toEqual(saved);
  expect(await refused('definitions.save', { path, source: second, revision: null })).toMatchObject({
    code: 'revision_conflict',
    category: 'conflict',
    context: { path, revision: revisionOf(first) },
  });
  const elsewhere = { path: 'new.yaml', source: second, revision: revisionOf(first) };
  expect(await refused('definitions.save', elsewhere)).toMatchObject({ code: 'definition_not_found' });
  const invalid = await refused('definitions.save', { path, source: broken, revision: revisionOf(first) });
  expect(invalid).toMatchObject({ code: 'invalid_definition', context: { path, line: 4 } });
  expect(invalid.violations?.map(({ line }) => line)).toEqual([4, 5]);
  for (const bad of ['../x.yaml', 'x.txt', 'connectors.yaml', 'a.test.yaml']) {
    const given = { path: bad, source: first.replace('greet:', 'other:'), revision: null };
    expect(await refused('definitions.save', given)).toMatchObject({ code: 'bad_path' });
  }
  const cases = { path: 'x.yaml', source: 'workflows: a\ncases: []\n', revision: null };
  expect(await refused('definitions.save', cases)).toMatchObject({ code: 'invalid_definition' });
  expect(await readFile(join(folder, path), 'utf8')).toBe(first);
  await call('definitions.save', { path, source: second, revision: revisionOf(first) });
  expect(await readFile(join(folder, path), 'utf8')).toBe(second);
  expect(await call('definitions.list', {})).toMatchObject({ total: 1 });
});

test('[O1.1] a document is renamed and deleted, and its revisions stay', async () => {
  const source = greet('Hello');
  const revision = revisionOf(source);
  await put('old.yaml', source);
  await put('taken.yaml', greet('Bye'));
  const rename = { path: 'old.yaml', to: 'new.yaml', revision };
  expect(await refused('definitions.rename', { ...rename, to: 'taken.yaml' })).toMatchObject({
    code: 'path_taken',
  });
  expect(await refused('definitions.rename', { ...rename, to: 'x.test.yaml' })).toMatchObject({
    code: 'bad_path',
  });
  const wrong = { ...rename, revision: revisionOf('') };
  expect(await refused('definitions.rename', wrong)).toMatchObject({ code: 'revision_conflict' });
  const renamed = await call('definitions.rename', rename);
  expect(renamed).toMatchObject({ path: 'new.yaml', revision });
  expect(await call('definitions.rename', rename)).toEqual(renamed);
  const stale = { path: 'new.yaml', revision: revisionOf('') };
  expect(await refused('definitions.delete', stale)).toMatchObject({ code: 'revision_conflict' });
  const gone = await call('definitions.delete', { path: 'new.yaml', revision });
  expect(gone).toEqual({ path: 'new.yaml', revision });
  expect(await call('definitions.delete', { path: 'new.yaml', revision })).toEqual(gone);
  expect(await refused('definitions.delete', { path: 'never.yaml', revision })).toMatchObject({
    code: 'definition_not_found',
  });
  expect(await call('definitions.revisions', { path: 'new.yaml' })).toMatchObject({
    revisions: [
      { revision: null, by: 'anna' },
      { revision, by: 'anna' },
    ],
  });
  expect(await call('definitions.revision', { path: 'new.yaml', revision })).toMatchObject({ source });
  expect(await refused('definitions.revisions', { path: 'never.yaml' })).toMatchObject({
    code: 'definition_not_found',
  });
  const unknown = { path: 'new.yaml', revision: revisionOf('never') };
  expect(await refused('definitions.revision', unknown)).toMatchObject({ code: 'revision_not_found' });
});

test('[O1.1] [O4.1] tenants see shared and their own documents, and change only their own', async () => {
  await services.engine.stop();
  await services.library.close();
  services = await openServices(true);
  const source = greet('Hello');
  const revision = revisionOf(source);
  await put('shared.yaml', source);
  const ben: Principal = { ...anna, subject: 'ben', tenant: 'other' };
  const change = { path: 'shared.yaml', source: greet('Bye'), revision };
  expect(await refused('definitions.save', change)).toMatchObject({
    code: 'definition_read_only',
    category: 'permission',
  });
  expect(await refused('definitions.delete', { path: 'shared.yaml', revision })).toMatchObject({
    code: 'definition_read_only',
  });
  const own = greet('Mine').replace('demo', 'mine');
  await call('definitions.save', { path: 'own.yaml', source: own, revision: null });
  expect(await call('definitions.list', {})).toMatchObject({
    definitions: [
      { id: 'demo.greet', writable: false },
      { id: 'mine.greet', writable: true, warnings: 1 },
    ],
  });
  expect(await call('definitions.list', {}, ben)).toMatchObject({ definitions: [{ id: 'greet' }] });
  expect(
    await refused('definitions.revision', { path: 'own.yaml', revision: revisionOf(own) }, ben),
  ).toMatchObject({
    code: 'revision_not_found',
  });
  expect(
    await refused('definitions.delete', { path: 'own.yaml', revision: revisionOf(own) }, ben),
  ).toMatchObject({
    code: 'definition_not_found',
  });
  expect(await call('definitions.revision', { path: 'shared.yaml', revision }, ben)).toMatchObject({
    source,
  });
});

test('[O1.2] a run keeps the workflow that it started with', async () => {
  await put('greet.yaml', greet('Hello'));
  const start = { workflow: 'greet', params: { who: 'Ann' }, waitMs: 5_000 };
  const { run } = (await call('runs.start', start)) as { run: string };
  await put('greet.yaml', greet('Bye'));
  const items = (await call('items.list', { run })) as { items: { item: string }[] };
  await call('items.complete', { item: items.items[0]?.item ?? '', output: { ok: true } });
  expect(await call('runs.get', { run, waitMs: 5_000 })).toMatchObject({
    status: 'completed',
    output: 'Hello',
    revision: revisionOf(greet('Hello')),
  });
});
