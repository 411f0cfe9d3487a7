/** docs/cases.md is correct: its examples work, and its tables match the code. */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { errorTable, registry, resolveSettings } from '../../src/operations/index.ts';
import { caseAnswer } from '../../src/server/mcp/present/present-case.ts';
import { createTools } from '../../src/server/mcp/tools/create-tools.ts';
import { playPage } from '../rest/play-session.ts';
import { openRestFixture, type RestFixture } from '../rest/rest-fixture.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/cases.md');

let docsRunner: RestFixture;
beforeAll(async () => {
  docsRunner = await openRestFixture({ 'hello.yaml': read('examples/hello/hello.yaml') });
});
afterAll(() => docsRunner.close());

test('[A8][F1.1] the terminal examples of the page about cases work', async () => {
  let count = 0;
  for await (const { command, printed, expected } of playPage(page, docsRunner.url)) {
    expect(printed, command).toMatch(expected);
    count += 1;
  }
  expect(count).toBeGreaterThan(7);
});

const codeIn = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Returns the rows of the table below this heading row. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const [, table = ''] = page.split(`| ${heading} |\n`);
  const lines = table.split('\n').slice(1);
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  );
  expect(rows.length).toBeGreaterThan(3);
  return rows.map((row) => row.slice(1, -1).split('|'));
}

test('[A8] the listed errors match the error table, with short names and status', () => {
  const known = new Set(Object.values(errorTable).map(({ short, status }) => `${short} ${status}`));
  const documented = rowsOf('`error` | status | what to do').flatMap(([names, status = '']) =>
    codeIn(names).map((name) => `${name} ${status.trim()}`),
  );
  expect(documented.filter((each) => !known.has(each))).toEqual([]);
});

test('[A8] each tool requires the documented scope', () => {
  const tools = createTools(async () => new Map(), registry);
  const documented = rowsOf('tool | scope').flatMap(([names, scope]) =>
    codeIn(names).map((name) => [name, ...codeIn(scope)]),
  );
  for (const [name, scope] of documented) {
    const operations = tools.find((tool) => tool.name === name)?.operations ?? [];
    const needed = new Set(operations.map((operation) => registry.get(operation).scope));
    expect([name, [...needed]]).toEqual([name, [scope]]);
  }
});

test('[A8] a status has the documented fields, and a key is stored for the documented time', () => {
  // The tool lists the main ones.
  const { shape } = registry.get('cases.status').output as z.ZodObject;
  const fields = [...Object.keys(shape), ...Object.keys(Object(caseAnswer['properties']))];
  const documented = rowsOf('field | what it says').flatMap(([names]) => codeIn(names));
  expect(documented.filter((name) => !fields.includes(name))).toEqual([]);
  const { settings } = resolveSettings({ flags: new Map(), env: {}, folder: '/' });
  expect([settings.receiptLife, page.includes('remembered for a day')]).toEqual([86_400_000, true]);
});

test('[A8] links in docs/cases.md have existing targets', () => {
  const anchor = (title: string): string =>
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-');
  const targets = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  const lost = targets.filter((target) => {
    const [path = '', part] = target.split('#');
    const file = path === '' ? 'docs/cases.md' : `docs/${path}`;
    if (!existsSync(new URL(`../../${file}`, import.meta.url))) return true;
    const anchors = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => anchor(title));
    return part !== undefined && !anchors.includes(part);
  });
  expect(targets.length).toBeGreaterThan(8);
  expect(lost).toEqual([]);
});
