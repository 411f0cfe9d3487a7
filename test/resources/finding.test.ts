import type { Resource } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OperationError } from '../../src/operations/index.ts';
import { parseResourceUri } from '../../src/server/mcp/present/resource-uri.ts';
import { ann, openResourceFixture, type ResourceFixture, stranger } from './resource-fixture.ts';

let fixture: ResourceFixture;

beforeAll(async () => {
  fixture = await openResourceFixture();
});

afterAll(() => fixture.close());

async function listAll(): Promise<readonly Resource[]> {
  const all: Resource[] = [];
  let cursor: string | undefined;
  do {
    const page = await fixture.resourceList.list(ann, cursor);
    all.push(...page.entries);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

test('[P6.1][P6.2] languages are listed first, then graphs and workflows by domain, the graph first; everything listed can be read', async () => {
  const all = await listAll();
  const uris = all.map(({ uri }) => uri);
  expect(uris.slice(0, 18)).toEqual([
    'signalbox://languages',
    'signalbox://languages/graph',
    'signalbox://schemas/graph',
    'signalbox://languages/guide',
    'signalbox://schemas/guide',
    'signalbox://languages/questions',
    'signalbox://schemas/questions',
    'signalbox://languages/yawl',
    'signalbox://schemas/yawl',
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
    const { contents } = await fixture.read(uri);
    expect([contents[0]?.uri, contents[0]?.mimeType]).toEqual([uri, mimeType]);
  }
});

test('[P6.1] a list says what a resource is, its audience, and its last change', async () => {
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

const sourceOf = (names: readonly string[]): string =>
  `domain: many\nworkflows:\n${names.map((name) => `  ${name}: { graph: { say: { call: echo } } }\n`).join('')}`;

test('[P6.1] a long list has pages of one hundred, also when the last entry of a page was deleted', async () => {
  const names = Array.from({ length: 120 }, (_, at) => `many_${at + 100}`);
  await fixture.withDocument('many.yaml', sourceOf(names), async () => {
    const whole = await listAll();
    const first = await fixture.resourceList.list(ann, undefined);
    expect(first.entries).toHaveLength(100);
    expect(whole.slice(0, 100)).toEqual(first.entries);
    expect(new Set(whole.map(({ uri }) => uri)).size).toBe(whole.length);
    const last = first.entries.at(-1)?.name;
    expect(last).toMatch(/^many_/);
    const source = sourceOf(names.filter((name) => name !== last));
    await fixture.call('definitions.save', { path: 'many.yaml', source, overwrite: true });
    const second = await fixture.resourceList.list(ann, first.nextCursor);
    expect(second.entries.map(({ uri }) => uri)).toEqual(whole.slice(100).map(({ uri }) => uri));
  });
});

test.each(['', 'x', 'eyJ9', Buffer.from('["other","a","b"]').toString('base64url'), '%', 'null'])(
  '[P6.1] an unknown cursor is refused: “%s”',
  async (cursor) => {
    const refused = await fixture.resourceList.list(ann, cursor).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OperationError);
    expect(refused).toMatchObject({ details: { code: 'bad_cursor', category: 'validation' } });
  },
);

test('[P6.1] every template has a description, and each of its variables can be completed', async () => {
  await fixture.start('tell', { text: 1 });
  const templates = fixture.resourceList.templates(ann);
  expect(templates.length).toBeGreaterThan(0);
  for (const { uriTemplate, name, title, description } of templates) {
    expect([name, title, description].every((text) => text !== undefined && text !== '')).toBe(true);
    const filled = uriTemplate.replaceAll(/\{\w+\}/g, 'x');
    expect(parseResourceUri(filled), uriTemplate).toBeDefined();
    const variables = [...uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, variable = '']) => variable);
    expect(variables.length).toBeGreaterThan(0);
    for (const variable of variables) {
      const asked = { uri: uriTemplate, variable, typed: '', known: {} };
      expect(
        (await fixture.resourceList.complete(ann, asked))?.length,
        `${uriTemplate} ${variable}`,
      ).toBeGreaterThan(0);
    }
  }
});

test('[P6.1] domains and names are completed, names within the known domain', async () => {
  const uri = 'workflow://{domain}/{name}';
  const complete = (variable: string, typed: string, known: Readonly<Record<string, string>> = {}) =>
    fixture.resourceList.complete(ann, { uri, variable, typed, known });
  expect(await complete('domain', '')).toEqual(['default', 'desk', 'travel', 'yard']);
  expect(await complete('domain', 'De')).toEqual(['default', 'desk']);
  expect(await complete('name', 't', { domain: 'desk' })).toEqual(['tell']);
  expect(await complete('name', '', { domain: 'default' })).toEqual(['hello', 'wrong']);
  expect(await complete('name', 'hello', { domain: 'travel' })).toEqual([]);
  expect(await complete('name', 'hell')).toEqual(['hello']);
  expect(await complete('id', '')).toBeUndefined();
  expect(await complete('constructor', '')).toBeUndefined();
  expect(
    await fixture.resourceList.complete(ann, {
      uri: 'workflow://{other}',
      variable: 'domain',
      typed: '',
      known: {},
    }),
  ).toBeUndefined();
});

test('[P6.1] run ids are completed, newest first, and only of the tenant', async () => {
  const older = await fixture.start('tell', { text: 1 });
  const newer = await fixture.start('tell', { text: 2 });
  const complete = (typed: string, by = ann) =>
    fixture.resourceList.complete(by, { uri: 'run://{id}', variable: 'id', typed, known: {} });
  const all = (await complete('')) ?? [];
  expect(all.indexOf(newer)).toBeLessThan(all.indexOf(older));
  expect(await complete(newer.slice(0, -1))).toContain(newer);
  expect(await complete(`${newer}x`)).toEqual([]);
  expect(await complete('x'.repeat(10_000))).toEqual([]);
  expect(await complete('', stranger)).toEqual([]);
});
