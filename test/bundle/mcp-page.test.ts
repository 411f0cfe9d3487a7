/** The tools, toolsets, resources, addresses, errors and limits of docs/mcp.md match the code. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCategories } from '../../src/operations/errors/error-categories.ts';
import { registry } from '../../src/operations/index.ts';
import { httpLimits } from '../../src/server/http/contract/http-limits.ts';
import { toolsetNames } from '../../src/server/mcp/contract/toolsets.ts';
import { runAnswer } from '../../src/server/mcp/present/present-run.ts';
import { maxCharacters } from '../../src/server/mcp/present/text-page.ts';
import { resourceTemplates } from '../../src/server/mcp/resources/resource-templates.ts';
import { createTools } from '../../src/server/mcp/tools/create-tools.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/mcp.md', root), 'utf8');

/** The rows of the table with this heading. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  expect(start).toBeGreaterThan(0);
  const rest = lines.slice(start + 2);
  return rest
    .slice(
      0,
      rest.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const codeIn = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const fieldsOf = (schema: { readonly [name: string]: unknown }): readonly string[] =>
  Object.keys(schema['properties'] ?? {});

test('[A8] the table of tools matches the code', () => {
  const rows = rowsOf('tool | what it is for | takes | toolsets');
  const told = rows.map(([name, title, takes, toolsets]) => ({
    names: codeIn(name),
    title,
    takes: codeIn(takes),
    toolsets: codeIn(toolsets),
    isUsual: !toolsets?.endsWith('; not listed by default'),
  }));
  const tools = createTools(async () => new Map(), registry);
  expect(told).toEqual(
    tools.map(({ name, title, input, toolset, alsoIn = [], isUsual }) => ({
      names: [name],
      title,
      takes: fieldsOf(input.schema),
      toolsets: [toolset, ...alsoIn],
      isUsual,
    })),
  );
});

test('[A8] every toolset is listed, and those without a tool are marked', () => {
  const rows = rowsOf('toolset | for').map(([names, meaning]) => ({ names: codeIn(names), meaning }));
  expect(rows.flatMap(({ names }) => names).sort()).toEqual([...toolsetNames].sort());
  const filled = new Set(
    createTools(async () => new Map(), registry).flatMap(({ toolset, alsoIn = [] }) => [toolset, ...alsoIn]),
  );
  const empty = toolsetNames.filter((name) => !filled.has(name));
  expect(rows.find(({ meaning }) => meaning === 'nothing yet')?.names).toEqual(empty);
});

test('[A8] all states of a response are listed', () => {
  const { status } = runAnswer['properties'] as { readonly status: { readonly enum: readonly string[] } };
  const told = rowsOf('status | what it means | what comes next').map(([name]) => codeIn(name)[0]);
  expect(told).toHaveLength(status.enum.length);
  expect(told).toEqual(expect.arrayContaining([...status.enum]));
});

test('[A8] the table of resources matches the code', () => {
  expect(rowsOf('resource | what it is').map(([uri, title]) => [codeIn(uri)[0], title])).toEqual(
    resourceTemplates.map(({ uriTemplate, title }) => [uriTemplate, title]),
  );
});

test('[A8] errors have the documented status', () => {
  const rows = rowsOf('category | status | for example');
  const told = Object.fromEntries(rows.map(([category, status]) => [codeIn(category)[0], Number(status)]));
  expect(told).toEqual(
    Object.fromEntries(Object.entries(errorCategories).map(([category, { status }]) => [category, status])),
  );
});

test('[A8] limits match the code', () => {
  const {
    bodyBytes,
    depth,
    headerBytes,
    headersTimeout,
    connections,
    connectionsPerAddress: connectionsOfOne,
  } = httpLimits;
  expect(rowsOf('limit | value').slice(0, 3)).toEqual([
    ['HTTP request body', `${bodyBytes / 1_048_576} MiB, nesting depth ${depth}`],
    ['HTTP request headers', `${headerBytes / 1_024} KiB, received within ${headersTimeout / 1_000} seconds`],
    [
      'connections',
      `${connections.toLocaleString('en')} in total, ${connectionsOfOne.toLocaleString('en')} from one address`,
    ],
  ]);
  expect(page).toContain(
    `| ${maxCharacters.toLocaleString('en')} characters; the rest is on further pages |`,
  );
});

test('[A8] links resolve', () => {
  const anchorsOf = (text: string) =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(
      ([, title = '']) =>
        `#${title
          .toLowerCase()
          .replaceAll(/[^a-z0-9 -]/g, '')
          .replaceAll(' ', '-')}`,
    );
  const targets = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(0);
  const lost = targets.filter((target) => {
    const [path = '', anchor] = target.split('#');
    const file = new URL(path === '' ? 'docs/mcp.md' : `docs/${path}`, root);
    if (!existsSync(file)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(`#${anchor}`);
  });
  expect(lost).toEqual([]);
});
