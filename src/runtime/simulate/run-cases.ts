/** Runs the cases of a test file independently, and reports the mismatches [M5]. */
import { checkCase, type Mismatch, type TestCase } from './check-case.ts';
import { type Runnable, type SimulationInput, simulate } from './simulate.ts';
import type { Simulation } from './simulation.ts';

export interface CaseResult {
  readonly name: string;
  readonly workflow: string;
  /** Empty if the case passes. */
  readonly mismatches: readonly Mismatch[];
  /** `null` if the run could not start. */
  readonly simulation: Simulation | null;
}

/** `find` returns the workflow of a name; `undefined` if there is no valid one. */
export function runCases(
  cases: readonly TestCase[],
  find: (workflow: string) => Runnable | undefined,
  options: Pick<SimulationInput, 'limit' | 'shows'> = {},
): readonly CaseResult[] {
  return cases.map((testCase) => {
    const { name, workflow, params, script } = testCase;
    const runnable = find(workflow);
    if (runnable === undefined) {
      return notSimulated(testCase, [`The workflow “${workflow}” does not exist, or is not valid.`]);
    }
    const simulation = simulate(runnable, { ...options, params, script });
    if (simulation.kind === 'problems') {
      return notSimulated(
        testCase,
        simulation.problems.map(({ message }) => message),
      );
    }
    return { name, workflow, mismatches: checkCase(testCase, simulation), simulation };
  });
}

function notSimulated({ name, workflow }: TestCase, messages: readonly string[]): CaseResult {
  const mismatches = messages.map(
    (message): Mismatch => ({ what: 'start', expected: 'a run', actual: null, message }),
  );
  return { name, workflow, mismatches, simulation: null };
}
