/** Tests operations that accept arguments beyond those they list. */
import { expect, test } from 'vitest';
import { graphLanguage } from '../../src/languages/graph/index.ts';
import type { ConnectorOperation } from '../../src/languages/index.ts';

const tool = (open: boolean): ConnectorOperation => ({
  name: 'tool',
  description: '',
  parameters: [{ name: 'count', type: { kind: 'number' }, required: true }],
  open,
  result: { kind: 'any' },
  example: undefined,
});

const rulesOf = (args: string, open: boolean) => {
  const operations = { names: ['tool'], find: () => tool(open) };
  const text = `workflows: { w: { graph: { a: { call: tool, args: ${args} } } } }`;
  return graphLanguage.read({ path: 'w.yaml', text }, { operations }).violations.map(({ rule }) => rule);
};

test('[G9] an open operation accepts arguments that it does not list, and the listed ones are checked', () => {
  expect(rulesOf('{ count: 1, other: 2 }', false)).toEqual(['unknown-argument']);
  expect(rulesOf('{ count: 1, other: 2 }', true)).toEqual([]);
  expect(rulesOf('{ count: many, other: 2 }', true)).toEqual(['argument-type']);
  expect(rulesOf('{ other: 2 }', true)).toEqual(['missing-argument']);
});
