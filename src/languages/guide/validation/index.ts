/** Outputs of steps, held against what their guide asks for. Pure. */
export { type Asked, checkOutput } from './check-output.ts';
export { checkSchema } from './compile-schema.ts';
export { criteriaInWords } from './criteria-in-words.ts';
export { decisionOf, type LoopDecision } from './loop-decision.ts';
export type { OutputIssue, OutputVerdict } from './output-verdict.ts';
export { variablesInCriteria } from './variables-in-criteria.ts';
