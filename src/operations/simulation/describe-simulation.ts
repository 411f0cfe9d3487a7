/** The result of a simulation as plain data. */
import type { SimulatedRun, SimulateResult } from './simulate-workflow.ts';

export type DescribedSimulation =
  | { readonly kind: 'simulated'; readonly report: ReturnType<typeof reportOf> }
  | Exclude<SimulateResult, SimulatedRun>;

export function describeSimulation(result: SimulateResult): DescribedSimulation {
  return result.kind === 'simulated' ? { kind: 'simulated', report: reportOf(result) } : result;
}

function reportOf({ simulation, timeline, untaken, standIns, states }: SimulatedRun) {
  const { status, output, failure, took, waitingFor, spent } = simulation;
  const tasks = Object.fromEntries(states);
  return { status, output, failure, timeline, untaken, took, standIns, tasks, waitingFor, spent };
}
