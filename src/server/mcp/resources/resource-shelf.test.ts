import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OperationError, type Principal, resolveSettings, scopes } from '../../../operations/index.ts';
import { openSignalbox } from '../../local/open-signalbox.ts';
import type { Signalbox } from '../../local/signalbox.ts';
import type { ResourceShelf } from '../contract/contents.ts';
import { createResourceShelf } from './resource-shelf.ts';
import { parseResourceUri, uriOfRun, uriOfWorkflow } from './resource-uri.ts';

const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'person',
};
const stranger: Principal = { ...ann, subject: 'eve', tenant: 'other' };

const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url));

/** Two domains with one name, a name that needs encoding, much that comes back, and mistakes. */
const desk = `domain: desk
workflows:
  tell:
    description: Gives back what it got
    params: { text: { type: any, required: true, description: "What to say" } }
    graph: { say: { call: echo, args: { text: $text } } }
    result: $say.text
  fail:
    graph:
      say: { call: echo, args: { text: soon } }
      choose:
        type: branch
        depends_on: [say]
        on: [{ when: "$say.text == 'soon'", goto: stop }, { default: go }]
      stop: { type: error, message: Not today }
      go: { call: echo }
  graph:
    description: "Says hello\\n# Not a heading\\n\`\`\`\\n- \u001b[2Jnot a line"
    graph: { say: { call: echo, args: { text: hello } } }
  shared:
    graph: { say: { call: echo, args: { text: desk } } }
`;
const yard = `{"domain": "yard", "workflows": {"shared": {"graph": {"say": {"call": "echo", "args": {"text": "yard"}}}}}}`;
const broken = 'workflows: { wrong: { graph: { say: { call: echo, depends_on: [nothing] } } } }';

let folder = '';
let box: Signalbox;
let shelf: ResourceShelf;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-resources-'));
  const own = join(folder, 'workflows');
  await mkdir(own);
  await writeFile(join(own, 'desk.yaml'), desk);
  await writeFile(join(own, 'yard.json'), yard);
  await writeFile(join(own, 'broken.yaml'), broken);
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [own, join(examples, 'travel'), join(examples, 'hello')]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  box = await openSignalbox(settings, { env: {}, version: '1', warn: () => undefined });
  shelf = createResourceShelf({
    call: (principal, operation, input) => box.call(principal, operation, input),
    toolOf: async (_, workflow) => (workflow === 'hello' ? undefined : `w_${workflow}`),
  });
});

afterAll(async () => {
  await box.close();
  await rm(folder, { recursive: true });
});

async function read(uri: string, by = ann): Promise<ReadResourceResult> {
  const result = await shelf.read(by, uri);
  if (result === undefined) throw new Error(`There is no resource ${uri}.`);
  return result;
}

async function readText(uri: string): Promise<string> {
  const { contents } = await read(uri);
  const [content] = contents;
  if (content === undefined || !('text' in content)) throw new Error(`${uri} has no text.`);
  return content.text;
}

/** Where a resource goes on. */
function nextOf({ _meta }: ReadResourceResult): string | undefined {
  const next = _meta?.['io.signalbox/next'];
  return next === undefined ? undefined : String(next);
}

async function start(workflow: string, params: object): Promise<string> {
  const view = await box.call(ann, 'runs.start', { workflow, params, waitMs: 20_000 });
  return String(Reflect.get(Object(view), 'run'));
}

async function listAll(): Promise<readonly Resource[]> {
  const all: Resource[] = [];
  let cursor: string | undefined;
  do {
    const page = await shelf.list(ann, cursor);
    all.push(...page.entries);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

test('[P6.1] graphs and workflows are listed by domain, the graph first; everything listed can be read', async () => {
  const all = await listAll();
  const uris = all.map(({ uri }) => uri);
  expect(uris.slice(0, 9)).toEqual([
    'workflow://default/graph',
    'workflow://default/hello',
    'workflow://default/wrong',
    'workflow://desk/graph',
    'workflow://desk/desk.shared',
    'workflow://desk/fail',
    'workflow://desk/%67raph',
    'workflow://desk/tell',
    'workflow://travel/graph',
  ]);
  expect(uris.at(-1)).toBe('workflow://yard/yard.shared');
  for (const { uri, mimeType } of all) {
    const { contents } = await read(uri);
    expect([contents[0]?.uri, contents[0]?.mimeType]).toEqual([uri, mimeType]);
  }
});

test('[P6.1] a list says what a resource is, for whom, and since when', async () => {
  const all = await listAll();
  expect(all.find(({ uri }) => uri === 'workflow://desk/tell')).toEqual({
    uri: 'workflow://desk/tell',
    name: 'tell',
    title: 'tell',
    description: 'Gives back what it got',
    mimeType: 'text/yaml',
    annotations: {
      audience: ['assistant', 'user'],
      priority: 0.6,
      lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  });
  expect(all.find(({ uri }) => uri === 'workflow://default/wrong')?.description).toContain('cannot run');
  expect(all.find(({ uri }) => uri === 'workflow://yard/yard.shared')?.mimeType).toBe('application/json');
});

test('[P6.1] a long list comes in pages of one hundred, also when what a page ended with is gone', async () => {
  const names = Array.from({ length: 250 }, (_, at) => `many_${String(at).padStart(3, '0')}`);
  const save = (kept: readonly string[], more: object) =>
    box.call(ann, 'definitions.save', {
      path: 'many.yaml',
      source: `domain: many\nworkflows:\n${kept
        .map((name) => `  ${name}: { graph: { say: { call: echo } } }`)
        .join('\n')}\n`,
      ...more,
    });
  await save(names, {});
  const whole = await listAll();
  const first = await shelf.list(ann, undefined);
  expect(first.entries).toHaveLength(100);
  expect(whole.slice(0, 100)).toEqual(first.entries);
  expect(new Set(whole.map(({ uri }) => uri)).size).toBe(whole.length);
  const last = first.entries.at(-1)?.name;
  expect(last).toMatch(/^many_/);
  const graph = await readText('workflow://many/graph');
  expect(graph).toContain('┌─ Workflow: many_099 ─');
  expect(graph).not.toContain('┌─ Workflow: many_100 ─');
  const pages = [graph];
  for (
    let next = nextOf(await read('workflow://many/graph'));
    next !== undefined;
    next = nextOf(await read(next))
  ) {
    pages.push(await readText(next));
  }
  const named = pages.join('').split('More workflows:\n')[1]?.trimEnd().split('\n');
  expect(named).toEqual(names.slice(100).map((name) => `- ${name}`));
  await save(
    names.filter((name) => name !== last),
    { overwrite: true },
  );
  const second = await shelf.list(ann, first.nextCursor);
  expect(second.entries).toEqual(
    whole.slice(100, 200).map((entry) => ({ ...entry, annotations: expect.anything() })),
  );
  const { revision } = Object(await box.call(ann, 'definitions.get', { workflow: 'many_249' }));
  await box.call(ann, 'definitions.delete', { path: 'many.yaml', revision });
});

test.each(['', 'x', 'eyJ9', Buffer.from('["other","a","b"]').toString('base64url'), '%', 'null'])(
  '[P6.1] a cursor that is not of this list is refused: “%s”',
  async (cursor) => {
    const refused = await shelf.list(ann, cursor).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OperationError);
    expect(refused).toMatchObject({ details: { code: 'bad_cursor', category: 'validation' } });
  },
);

test('[P6.1] the graph of a domain tells its workflows, step by step, and which tool runs each', async () => {
  const { contents, _meta } = await read('workflow://travel/graph');
  expect(contents).toHaveLength(1);
  expect(contents[0]?.mimeType).toBe('text/markdown');
  const text = await readText('workflow://travel/graph');
  expect(_meta).toEqual({ 'io.signalbox/total': text.length });
  expect(text.startsWith('# travel\n\nWhen working with travel:\n1. ')).toBe(true);
  const lines = text.split('\n');
  const common = lines.slice(lines.indexOf('Common workflows:') + 1);
  const first = common.slice(0, common.indexOf(''));
  expect(first.every((line) => /^- \w+: \S/.test(line))).toBe(true);
  expect(first).toContain('- where_is_my_flight: look_up');
  expect(text).toContain('## hold_seat\n\nHolds a seat on the cheapest flight, or queues for one\n');
  expect(text).toContain('Run it with `w_hold_seat`, or `workflow_run` with `workflow_id` `hold_seat`.');
  expect(text).toContain('- `origin` (str, required, such as `"NYC"`)');
  expect(text).toContain('┌─ Workflow: hold_seat ─');
  expect(text).toContain('← parallel');
  expect(text).toContain('Source, schema and drawing: workflow://travel/hold_seat\n');
  expect(text).not.toContain('cannot run, because');
});

test('[P6.1] what an author wrote stays on its line of the graph', async () => {
  const lines = (await readText('workflow://desk/graph')).split('\n');
  expect(lines).toContain('Says hello # Not a heading ``` - [2Jnot a line');
  expect(lines.filter((line) => line.startsWith('#'))).toEqual([
    '# desk',
    '## desk.shared',
    '## fail',
    '## graph',
    '## tell',
  ]);
  expect(lines.filter((line) => line.startsWith('```'))).toHaveLength(8);
});

test('[P6.1] documents without a domain belong to “default”; what has mistakes is named there', async () => {
  const text = await readText('workflow://default/graph');
  expect(text).toContain('- hello: wake_up → ask → greet');
  expect(text).toContain('Run it with `workflow_run` with `workflow_id` `hello`.');
  expect(text).toContain('- `name` (str, optional, default `"world"`, such as `"Ada"`)');
  expect(text).toMatch(/Workflows that cannot run, because their documents have mistakes:\n- wrong\n$/);
});

test('[P6.1] a workflow is its source, the schema of its parameters, and its drawing; each can be read alone', async () => {
  const { contents, _meta } = await read('workflow://desk/tell');
  expect(contents.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
    ['workflow://desk/tell', 'text/yaml'],
    ['workflow://desk/tell/schema', 'application/json'],
    ['workflow://desk/tell/drawing.svg', 'image/svg+xml'],
  ]);
  expect(_meta).toEqual({ 'io.signalbox/total': desk.length });
  expect(contents[0]).toMatchObject({ text: desk });
  expect(JSON.parse(await readText('workflow://desk/tell/schema'))).toMatchObject({
    type: 'object',
    required: ['text'],
    properties: { text: { description: 'What to say' } },
  });
  expect(await readText('workflow://desk/tell/source')).toBe(desk);
  for (const content of contents.slice(1)) expect((await read(content.uri)).contents).toEqual([content]);
  expect(await readText('workflow://desk/tell/drawing.svg')).toMatch(/^<svg /);
});

test('[P6.1] a name that two domains share is found in each, by id and by name', async () => {
  for (const domain of ['desk', 'yard']) {
    const byId = await readText(uriOfWorkflow({ id: `${domain}.shared`, domain }));
    expect(byId).toContain(domain);
    expect(await readText(`workflow://${domain}/shared`)).toBe(byId);
  }
  expect(await shelf.read(ann, 'workflow://yard/desk.shared')).toBeUndefined();
});

test('[P6.1] a source that is too big for one answer leaves the rest to be read by itself, and goes on', async () => {
  const source = `domain: big\nworkflows: { big: { graph: { say: { call: echo } } } }\n# ${'ü🛤'.repeat(40_000)}\n`;
  await box.call(ann, 'definitions.save', { path: 'big.yaml', source });
  const uri = 'workflow://big/big';
  const { contents, _meta } = await read(uri);
  expect(contents.map((content) => [content.uri, content.mimeType])).toEqual([[uri, 'text/plain']]);
  expect(_meta?.['io.signalbox/left-out']).toEqual([`${uri}/schema`, `${uri}/drawing.svg`]);
  let text = '';
  let next: string | undefined = uri;
  while (next !== undefined) {
    const page: ReadResourceResult = await read(next);
    expect(page._meta?.['io.signalbox/total']).toBe(source.length);
    for (const content of page.contents) text += 'text' in content ? content.text : '';
    next = nextOf(page);
  }
  expect(text === source).toBe(true);
  const { revision } = Object(await box.call(ann, 'definitions.get', { workflow: 'big' }));
  await box.call(ann, 'definitions.delete', { path: 'big.yaml', revision });
});

test('[P6.1] a run is its state as “cases_status” has it, and its timeline', async () => {
  const run = await start('hello', { name: 'Ada' });
  const { contents, _meta } = await read(uriOfRun(run));
  expect(contents.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
    [`run://${run}`, 'application/json'],
  ]);
  const value = JSON.parse(await readText(uriOfRun(run)));
  expect(value).toMatchObject({
    case_id: run,
    run_id: run,
    workflow_id: 'hello',
    input_required: true,
    waiting_for: [{ kind: 'item', message: 'How shall Ada be greeted?' }],
    resources: { output: `run://${run}/output`, drawing: `run://${run}/drawing.svg` },
  });
  expect(_meta).toEqual({ 'io.signalbox/total': value.events });
  const lines = value.timeline.flatMap((moment: { lines: readonly string[] }) => moment.lines);
  expect(lines[0]).toMatch(/^\+0.* started with/);
  expect(lines.at(-1)).toMatch(/ask asks/);
  const { resources, timeline, ...state } = value;
  expect(JSON.parse(await readText(uriOfRun(run, 'state')))).toEqual(state);
  expect(await readText(uriOfRun(run, 'drawing.svg'))).toMatch(/^<svg /);
  expect((await read(uriOfRun(run, 'output')))._meta?.['io.signalbox/status']).toBe('running');
  expect(await readText(uriOfRun(run, 'output'))).toBe('null');
  // Where it goes on while it is read, the pages go on, too.
  const later = JSON.parse(await readText(`run://${run}?from=1`));
  expect(later.timeline[0].event).toBeGreaterThan(1);
  expect(await shelf.read(ann, `run://${run}?from=${value.events}`)).toBeUndefined();
});

test('[P6.1] the result of a run is all of it, whatever its size; of a failed one what it had reached', async () => {
  const text = '"Ü🛤"\n'.repeat(40_000);
  const run = await start('tell', { text });
  let whole = '';
  let next: string | undefined = uriOfRun(run, 'output');
  while (next !== undefined) {
    const page: ReadResourceResult = await read(next);
    expect(page._meta?.['io.signalbox/status']).toBe('completed');
    for (const content of page.contents) {
      expect(content.mimeType).toBe('text/plain');
      whole += 'text' in content ? content.text : '';
    }
    next = nextOf(page);
  }
  expect(JSON.parse(whole) === text).toBe(true);
  const state = JSON.parse(await readText(uriOfRun(run)));
  expect(state).toMatchObject({ status: 'completed', left_out: ['output_data'] });
  const failed = await start('fail', {});
  expect(JSON.parse(await readText(uriOfRun(failed, 'output')))).toEqual({ say: { text: 'soon' } });
});

test('[P6.1] a small result is JSON', async () => {
  const run = await start('tell', { text: { a: [1, 'ü'] } });
  expect((await read(uriOfRun(run, 'output'))).contents).toEqual([
    { uri: `run://${run}/output`, mimeType: 'application/json', text: '{"a":[1,"ü"]}' },
  ]);
});

test('[P6.1] what is not there is not there: nor what is another tenant’s', async () => {
  const run = await start('tell', { text: 'mine' });
  for (const uri of [
    'run://nobody',
    'run://nobody/output',
    'run://nobody/state',
    'run://nobody/drawing.svg',
    'workflow://nowhere/graph',
    'workflow://travel/nothing',
    'workflow://travel/tell',
    'workflow://travel/tell/schema',
    `workflow://${'d'.repeat(290)}/${'n'.repeat(290)}`,
    'workflow://travel/graph?from=999999999',
    'workflow://travel%2Fgraph',
    'file:///etc/passwd',
    `run://${run}/..`,
  ]) {
    expect(await shelf.read(ann, uri), uri).toBeUndefined();
  }
  for (const part of ['whole', 'state', 'output', 'drawing.svg'] as const) {
    expect(await shelf.read(stranger, uriOfRun(run, part))).toBeUndefined();
    expect(await shelf.read(ann, uriOfRun(run, part))).toBeDefined();
  }
});

test('[P6.1] who may not look is told so', async () => {
  const blind: Principal = { ...ann, scopes: new Set() };
  for (const refused of [
    shelf.list(blind, undefined),
    shelf.read(blind, 'workflow://travel/graph'),
    shelf.read(blind, 'run://nobody'),
  ]) {
    await expect(refused).rejects.toMatchObject({ details: { code: 'missing_scope' } });
  }
});

test('[P6.1] every template says what it gives, and each of its variables can be completed', async () => {
  expect(shelf.templates.length).toBeGreaterThan(0);
  for (const { uriTemplate, name, title, description } of shelf.templates) {
    expect([name, title, description].every((text) => text !== undefined && text !== '')).toBe(true);
    const filled = uriTemplate.replaceAll(/\{\w+\}/g, 'x');
    expect(parseResourceUri(filled), uriTemplate).toBeDefined();
    const variables = [...uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, variable = '']) => variable);
    expect(variables.length).toBeGreaterThan(0);
    for (const variable of variables) {
      const asked = { uri: uriTemplate, variable, begun: '', known: {} };
      expect((await shelf.complete(ann, asked))?.length, `${uriTemplate} ${variable}`).toBeGreaterThan(0);
    }
  }
});

test('[P6.1] domains and names are completed, names within the domain that is known', async () => {
  const uri = 'workflow://{domain}/{name}';
  const complete = (variable: string, begun: string, known: Readonly<Record<string, string>> = {}) =>
    shelf.complete(ann, { uri, variable, begun, known });
  expect(await complete('domain', '')).toEqual(['default', 'desk', 'travel', 'yard']);
  expect(await complete('domain', 'De')).toEqual(['default', 'desk']);
  expect(await complete('name', 't', { domain: 'desk' })).toEqual(['tell']);
  expect(await complete('name', '', { domain: 'default' })).toEqual(['hello', 'wrong']);
  expect(await complete('name', 'hello', { domain: 'travel' })).toEqual([]);
  expect(await complete('name', 'hell')).toEqual(['hello']);
  expect(await complete('id', '')).toBeUndefined();
  expect(await complete('constructor', '')).toBeUndefined();
  expect(
    await shelf.complete(ann, { uri: 'workflow://{other}', variable: 'domain', begun: '', known: {} }),
  ).toBeUndefined();
});

test('[P6.1] ids of runs are completed, the newest first, and only the tenant’s own', async () => {
  const older = await start('tell', { text: 1 });
  const newer = await start('tell', { text: 2 });
  const complete = (begun: string, by = ann) =>
    shelf.complete(by, { uri: 'run://{id}', variable: 'id', begun, known: {} });
  const all = (await complete('')) ?? [];
  expect(all.indexOf(newer)).toBeLessThan(all.indexOf(older));
  expect(await complete(newer.slice(0, -1))).toContain(newer);
  expect(await complete(`${newer}x`)).toEqual([]);
  expect(await complete('x'.repeat(10_000))).toEqual([]);
  expect(await complete('', stranger)).toEqual([]);
});
