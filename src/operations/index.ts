/** The use cases: texts in, data out. No transport, no files, no clock; every door calls these. */

export type { SourceFile, Violation } from '../languages/index.ts';
export { codeFrame } from '../languages/index.ts';
export type { Simulation } from '../runtime/index.ts';
export {
  type DrawInput,
  type Drawing,
  type DrawingFormat,
  type DrawResult,
  drawWorkflow,
} from './draw-workflow.ts';
export {
  type FileReport,
  isDefinition,
  type ParameterReport,
  type WorkflowReport,
} from './read-definition.ts';
export { type Repair, type RepairInput, repair } from './repair.ts';
export { type CaseReport, companionsOf, type RunTestsInput, runTests, type TestReport } from './run-tests.ts';
export {
  type SimulatedRun,
  type SimulateInput,
  type SimulateResult,
  simulateWorkflow,
} from './simulate-workflow.ts';
export type { StandIns } from './stand-ins.ts';
export { type ValidateInput, type Validation, validate } from './validate.ts';
