/** Plays the cases of a test file, each by itself, and says what does not hold [M5]. */
import { checkCase, type Mismatch, type TestCase } from './check-case.ts';
import { type Runnable, type SimulationInput, simulate } from './simulate.ts';
import type { Simulation } from './simulation.ts';

export interface CaseResult {
  readonly name: string;
  readonly workflow: string;
  /** Empty: the case holds. */
  readonly mismatches: readonly Mismatch[];
  /** Null where the run could not begin. */
  readonly simulation: Simulation | null;
}

/** `find` gives the workflow of a name; undefined where there is none that can be played. */
export function runCases(
  cases: readonly TestCase[],
  find: (workflow: string) => Runnable | undefined,
  options: Pick<SimulationInput, 'limit' | 'shows'> = {},
): readonly CaseResult[] {
  return cases.map((testCase) => {
    const { name, workflow, params, script } = testCase;
    const runnable = find(workflow);
    if (runnable === undefined) {
      return notSimulated(testCase, [`There is no workflow “${workflow}” that can be played.`]);
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
