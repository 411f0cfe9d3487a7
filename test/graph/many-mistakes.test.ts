/** Documents in which almost everything is wrong. */
import { expect, test } from 'vitest';
import { guideLanguage } from '../../src/languages/guide/index.ts';
import { countViolations, type ReadResult } from '../../src/languages/index.ts';
import { readDefinition } from '../../src/operations/documents/read-definition.ts';

const range = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);
const lines = (count: number, line: (at: number) => string): string => range(count).map(line).join('');

const graph = 'workflows:\n  w:\n    graph:\n';
const call = `${graph}      a:\n        call: x\n        args:\n`;
const guide = 'id: many-steps\nname: G\ndescription: D\nversion: 1.0.0\nsteps:\n';

const nodes = (count: number): string =>
  graph +
  lines(count, (at) => `      node_${at}: { call: x, depends_on: [noed_${at + 1}, nodes_${at + 2}] }\n`);

const documents: readonly (readonly [what: string, path: string, text: string, errors: number])[] = [
  ['misspelt dependencies', 'a.yaml', nodes(900), 1_800],
  ['unknown keys', 'a.yaml', `${graph}      a:\n${lines(9_000, (at) => `        key_${at}: 1\n`)}`, 9_001],
  ['unknown names', 'a.yaml', call + lines(5_000, (at) => `          k${at}: $name_${at}\n`), 5_000],
  ['unknown anchors', 'a.yaml', `a: &a 1\nworkflows:\n${lines(99, (at) => `  w${at}: *b${at}\n`)}`, 199],
  ['duplicate keys', 'a.yaml', graph + lines(5_000, () => '      a: { call: x }\n'), 4_999],
  [
    'long names',
    'a.yaml',
    graph + lines(900, (at) => `      a${at}: { call: x, ${'k'.repeat(900)}: 1 }\n`),
    900,
  ],
  [
    'keys of steps',
    'g.yaml',
    guide + lines(900, (at) => `  - { id: step-${at}, titel: T, prompt: P, more: 1 }\n`),
    1_800,
  ],
];

const read = (path: string, text: string): Pick<ReadResult, 'violations' | 'warnings'> =>
  path === 'g.yaml'
    ? guideLanguage.read({ path, text }, { operations: null })
    : readDefinition({ path, text }, { operations: null }).report;

test.each(documents)(
  '[L4] the answer about a document with many %s is short, and counts them all',
  (_, path, text, errors) => {
    const { violations, warnings } = read(path, text);
    expect(countViolations(violations)).toBe(errors);
    expect(violations.length).toBeLessThanOrEqual(201);
    expect(JSON.stringify([violations, warnings]).length).toBeLessThan(200_000);
  },
);

test('[L3][L4] a workflow whose errors are not listed is not valid', () => {
  const good = '  good:\n    graph:\n      b: { call: x }\n';
  const bad = '  bad:\n    graph:\n      c: { call: x, unknown: 1 }\n';
  const text = `${nodes(900)}${good}${bad}`;
  const { workflows } = readDefinition({ path: 'a.yaml', text }, { operations: null }).report;
  expect(workflows.map(({ name, valid }) => [name, valid])).toEqual([
    ['w', false],
    ['good', true],
    ['bad', false],
  ]);
  const twice = `${graph}${lines(300, () => '      a: { call: x }\n')}${good.replace('x }', 'x, call: y }')}`;
  const repeated = readDefinition({ path: 'a.yaml', text: twice }, { operations: null }).report;
  expect(repeated.workflows.map(({ valid }) => valid)).toEqual([false, false]);
});

test('[L2] of very many cycles the first are reported, and the rest of the workflow is checked', () => {
  const pairs = lines(
    300,
    (at) => `      n${at}: { call: x, depends_on: [n${at % 2 === 0 ? at + 1 : at - 1}] }\n`,
  );
  const { violations } = read('a.yaml', `${graph}${pairs}      z: { call: x, args: { a: $nothing } }\n`);
  expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(['dependency-cycle', 'unknown-name']));
  expect(violations[0]?.actual).toBe('n0 ← n1 ← n0');
});

test('[L5] a workflow that is too large when it is compiled is refused, and the others are not', () => {
  const condition = range(45)
    .map((at) => `$n * ${at} != 0`)
    .join(' and ');
  const large = `  large:\n    params: { n: int }\n    graph:\n${lines(400, (at) => `      n${at}: { call: x, if: '${condition}' }\n`)}`;
  const text = `workflows:\n  small:\n    graph:\n      a: { call: x }\n${large}`;
  const { workflows, violations } = readDefinition({ path: 'a.yaml', text }, { operations: null }).report;
  expect(workflows.map(({ name, valid }) => [name, valid])).toEqual([
    ['small', true],
    ['large', false],
  ]);
  expect(violations).toMatchObject([
    { rule: 'limit', line: 5, message: expect.stringContaining('Split it into workflows') },
  ]);
});
