/** The runtime: simulation of runs. Pure: no I/O, no clock. */
export { checkCase, type Expectation, type Mismatch, type TestCase } from './simulate/check-case.ts';
export { describeDuration, describeTimeline } from './simulate/describe-timeline.ts';
export { type CaseResult, runCases } from './simulate/run-cases.ts';
export { type Answer, type CallOutcome, emptyScript, type Script } from './simulate/script.ts';
export { type Playable, type SimulationInput, simulate } from './simulate/simulate.ts';
export type {
  AskedItem,
  NoSimulation,
  PerformedCall,
  RefusedAnswer,
  Simulation,
  SimulationProblem,
  SimulationResult,
  Untaken,
  WaitingFor,
} from './simulate/simulation.ts';
export type { TimelineDetail, TimelineEntry } from './simulate/timeline.ts';
export type { Shows } from './simulate/ways.ts';
