import { expect, test } from 'vitest';
import { OperationError, registry } from '../../operations/index.ts';
import { describeError } from '../errors/error-codes.ts';
import { instructionsFor } from './instructions.ts';
import { leaveOut } from './present/leave-out.ts';
import { resourceTemplates } from './resources/resource-templates.ts';
import { createTools } from './tools/create-tools.ts';

const tools = createTools(async () => new Map(), registry);
const toolNames = new Set(tools.map(({ name }) => name));
const instructions = instructionsFor();
const ofGuides = instructionsFor(['guides']);
const ofCatalogs = instructionsFor(['catalogs']);
const snakeWordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/\b[a-z]+(?:_[a-z]+)+\b/g));
const snakeWords = snakeWordsIn(instructions);

test.each([
  ['of all', instructions],
  ['of guides', ofGuides],
  ['of catalogs', ofCatalogs],
])('[P2.1] hosts do not cut the instructions: under 2,000 bytes (%s)', (_, text) => {
  const size = Buffer.byteLength(text);
  expect(size).toBeGreaterThan(1_000);
  expect(size).toBeLessThan(2_000);
});

test('[P2.1] every name in the instructions exists: a tool, or a field of tools', () => {
  const error = describeError(new OperationError({ code: 'internal_error', message: '' }), 'c1');
  const big = leaveOut({ value: { text: 'x'.repeat(10_000) } }, 5_000);
  const words = JSON.stringify([error, big, tools.map(({ input, output }) => [input.schema, output])]);
  const all = [...snakeWords, ...snakeWordsIn(ofGuides), ...snakeWordsIn(ofCatalogs)];
  // The code of an error, and a field of its context.
  const known = [...toolNames, 'confirmation_required', 'confirm_token'];
  const unknown = all.filter((word) => !known.includes(word) && !words.includes(`"${word}"`));
  expect(unknown).toEqual([]);
});

test('[U7.1] with the guide tools alone, the instructions name only those', () => {
  const listed = tools.filter(({ toolset, alsoIn = [] }) => [toolset, ...alsoIn].includes('guides'));
  const named = [...snakeWordsIn(ofGuides)].filter((word) => toolNames.has(word));
  expect(named.toSorted()).toEqual(listed.map(({ name }) => name).toSorted());
  expect(instructionsFor([])).toBe(instructions);
  expect(instructionsFor(['guides', 'cases'])).toBe(instructions);
  // Both tools for following a guide, independent of the list.
  expect(instructions).toMatch(/- guide: .*workflow_run .*workflow_next /);
});

test('[P2.1] with the tools of catalogs alone, the instructions name only those', () => {
  const named = [...snakeWordsIn(ofCatalogs)].filter((word) => toolNames.has(word));
  expect(named.length).toBeGreaterThan(5);
  expect(tools.filter(({ name }) => named.includes(name)).map(({ toolset }) => toolset)).toEqual(
    named.map(() => 'catalogs'),
  );
});

test('[P2.1] the instructions name every tool of the default list, and explain the terms', () => {
  const usual = tools.filter(({ isUsual }) => isUsual).map(({ name }) => name);
  expect(usual.length).toBeGreaterThan(5);
  expect(usual.filter((name) => !snakeWords.has(name))).toEqual([]);
  for (const word of ['workflow', 'run, or case', 'work item', 'document', 'event']) {
    expect(instructions).toContain(`\n- ${word}: `);
  }
});

test('[P6.1] addresses in the instructions match templates', () => {
  const uris = instructions.match(/\b[a-z]+:\/\/[\w<>/]+/g) ?? [];
  const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate.replaceAll(/\{\w+\}/g, '*'));
  expect(uris.length).toBeGreaterThan(0);
  expect(uris.filter((uri) => !templates.includes(uri.replaceAll(/<\w+>/g, '*')))).toEqual([]);
});
