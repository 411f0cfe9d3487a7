/** Reads a specification and runs it on the kernel, with the real query engine. */
import type { Json } from '../../src/kernel/index.ts';
import type { ReadResult } from '../../src/languages/index.ts';
import { createYawlLanguage } from '../../src/languages/yawl/index.ts';
import { openQueryEngine } from '../../src/runtime/index.ts';
import { TestNet } from '../test-net.ts';
import { type SpecificationPlan, specificationText } from './specification-text.ts';

/** Many cases run in one turn. */
export const yawl = createYawlLanguage(openQueryEngine({ turnMs: Number.POSITIVE_INFINITY }));

export function readPlan(plan: SpecificationPlan): ReadResult {
  return yawl.read(
    { path: 'test.yawl', text: specificationText(plan) },
    { operations: null, services: null },
  );
}

/** Throws if the specification has an error. */
export function playPlan(
  plan: SpecificationPlan,
  input: { readonly [name: string]: Json } = {},
  seed = 1,
): TestNet {
  const { workflows, violations } = readPlan(plan);
  const [workflow] = workflows;
  if (workflow?.program == null) {
    throw new Error(
      violations.map(({ line, message }) => `${line}: ${message}`).join('\n') || 'no specification',
    );
  }
  return new TestNet(workflow.program, { evaluators: yawl.evaluators }).start(input, seed);
}

/** Claims an item and answers it. */
export function work(testNet: TestNet, task: string, output: Json = {}): TestNet {
  return testNet.hold(task).complete(task, output);
}

/** The tasks with open items, by name; one with two items is listed twice. */
export function offered(testNet: TestNet): string[] {
  return testNet.state.instances
    .filter(({ phase }) => phase === 'open' || phase === 'offered' || phase === 'held')
    .map((instance) => testNet.nameOf(instance))
    .sort();
}

/** The state of a case: what waits, or how it ended. */
export function caseStatus(testNet: TestNet): readonly string[] | string {
  const { status, failure } = testNet.state;
  if (status === 'running') return offered(testNet);
  return failure === null ? status : `${status}: ${failure.code}`;
}
