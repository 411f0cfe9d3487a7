/** Counts what is done to read workflows that call each other. */
import { expect, test, vi } from 'vitest';
import { parseDocument } from '../document/parse-document.ts';
import { createReporter, createReportQuota } from '../document/reporter.ts';
import { createSoundnessBudget } from '../soundness-budget.ts';
import { compileWorkflows } from './compile.ts';
import { createDocumentSoundness } from './document-soundness.ts';
import { evaluators } from './evaluators.ts';
import { graphLanguage } from './index.ts';
import { anyType } from './name-bindings.ts';
import { parseGraph } from './parse-graph.ts';
import { planWorkflow } from './plan-workflow.ts';

/** Each workflow has one expression: its result. */
const document = (count: number, calleesOf: (at: number) => readonly number[]) => {
  const workflows = Array.from({ length: count }, (_, at) => {
    const callees = calleesOf(at).filter((callee) => callee < count);
    const calls = callees.map((callee) => `      b${callee}: { workflow: w${callee}, depends_on: [a] }\n`);
    return `  w${at}:\n    result: $a + 1\n    graph:\n      a: { call: x }\n${calls.join('')}`;
  });
  return { path: 'calls.yaml', text: `workflows:\n${workflows.join('')}` };
};
const chain = (count: number) => document(count, (at) => [at + 1]);
const tree = (count: number) => document(count, (at) => [2 * at + 1, 2 * at + 2]);

test.each([
  ['each call the next', chain(200)],
  ['call each other as a tree', tree(200)],
  ['share their callees', document(200, (at) => [2 * at + 1, 2 * at + 2, 2 * at + 3])],
])('[L6] of 200 workflows that %s, every net is linked once', (_, file) => {
  const [evaluator] = Object.values(evaluators);
  if (evaluator === undefined) throw new Error('The language has no evaluator.');
  const compile = vi.spyOn(evaluator, 'compile');
  const { workflows, violations, warnings } = graphLanguage.read(file, { operations: null });
  const linked = compile.mock.calls.length;
  compile.mockRestore();
  expect([violations, warnings]).toEqual([[], []]);
  expect(workflows.filter(({ program }) => program !== null)).toHaveLength(200);
  expect(linked).toBe(200);
});

function fuelFor(file: ReturnType<typeof document>): number {
  const source = parseDocument(file, createReportQuota());
  const reporter = createReporter(source);
  const { workflows } = parseGraph(source, reporter, () => reporter, null);
  const options = { sourceOf: () => ({ line: 1, column: 1 }), resultOf: () => anyType };
  const planned = workflows.map((workflow) => planWorkflow(workflow, options.resultOf));
  const budget = createSoundnessBudget();
  const { left } = budget.fuel;
  const soundness = createDocumentSoundness(compileWorkflows(planned, options), options, budget);
  expect(planned.flatMap(({ workflow }) => soundness.findingsOf(workflow.name))).toEqual([]);
  return left - budget.fuel.left;
}

test('[L6] the budget that workflows need for their check grows with their number, not with their calls', () => {
  const costOfChain = (from: number, to: number): number => fuelFor(chain(to)) - fuelFor(chain(from));
  expect(costOfChain(150, 200)).toBe(costOfChain(100, 150));
  // A tree that is one level higher has twice the workflows and one more.
  const costOfRoot = (count: number): number => fuelFor(tree(2 * count + 1)) - 2 * fuelFor(tree(count));
  expect(costOfRoot(127)).toBe(costOfRoot(63));
});
