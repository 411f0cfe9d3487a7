/** Reads a graph document and runs a workflow of it, for tests of the language semantics. */
import { expect } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { graphLanguage } from '../../src/languages/graph/index.ts';
import type { ReadResult } from '../../src/languages/index.ts';
import { type Script, type ScriptedOutcome, type Simulation, simulate } from '../../src/runtime/index.ts';

export const read = (text: string): ReadResult =>
  graphLanguage.read({ path: 'test.yaml', text }, { operations: null });

/** Creates a document with one workflow `w` with the given graph. */
export const graph = (nodes: string, more = ''): string =>
  `workflows:\n  w:\n${indent(more, 4)}    graph:\n${indent(nodes, 6)}`;

const indent = (text: string, by: number): string =>
  text
    .replace(/^\n+|\s+$/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `${' '.repeat(by)}${line}\n`)
    .join('');

export interface PlayOptions {
  readonly workflow?: string;
  readonly params?: { readonly [name: string]: Json };
  /** By node or operation: its result or its failure. */
  readonly calls?: { readonly [name: string]: ScriptedOutcome | readonly ScriptedOutcome[] };
  readonly answers?: Script['answers'];
}

export const returns = (value: Json, after = 0): ScriptedOutcome => ({ kind: 'returns', value, after });
export const fails = (code = 'broken', after = 0): ScriptedOutcome => ({
  kind: 'fails',
  failure: { code, message: `It is ${code}` },
  after,
});

export function play(
  text: string,
  { workflow = 'w', params = {}, calls = {}, answers = {} }: PlayOptions = {},
): Simulation {
  const readResult = read(text);
  expect(readResult.violations).toEqual([]);
  const found = readResult.workflows.find(({ name }) => name === workflow);
  const program = found?.program;
  if (program == null) throw new Error(`The workflow “${workflow}” does not exist or is invalid.`);
  const authored = new Set(
    readResult.workflows.flatMap(({ tasks }) => tasks.map(({ net, task }) => `${net} ${task}`)),
  );
  const script: Script = {
    calls: Object.fromEntries(
      Object.entries(calls).map(([name, each]) => [name, [each].flat() as ScriptedOutcome[]]),
    ),
    answers,
  };
  const samples = readResult.workflows.flatMap((each) => each.samples);
  const result = simulate(
    { program, evaluators: graphLanguage.evaluators, samples },
    { params, script, shows: (net, task) => authored.has(`${net} ${task}`) },
  );
  if (result.kind === 'problems') throw new Error(JSON.stringify(result.problems));
  return result;
}

export const calledOperations = ({ calls }: Simulation): string[] => calls.map(({ operation }) => operation);
