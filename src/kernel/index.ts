/** The kernel: plays workflow nets. Pure: no clock, no randomness, no I/O, no dependency. */
export { compiledEffort, defaultLimits } from './link/limits.ts';
export { needsOf } from './link/names.ts';
export type { LinkProblem, LinkProblemCode } from './link/problem.ts';
export { type LinkOptions, type LinkResult, link } from './link.ts';
export type { CallEffect, Effect, FinishEffect, OfferEffect } from './model/effect.ts';
export type { Compiled, Effort, Evaluator, Evaluators, Scope } from './model/evaluator.ts';
export type { RunEvent, Started, TimerKind } from './model/event.ts';
export type { Failure, FailureCode } from './model/failure.ts';
export type { Json } from './model/json.ts';
export type { Note, Outcome } from './model/note.ts';
export type { Blob, Payload, Resolve } from './model/payload.ts';
export type {
  Assign,
  Bound,
  CallWork,
  CancelRegion,
  Catch,
  ContextName,
  Each,
  Expression,
  FailWork,
  Field,
  Flow,
  Limits,
  Net,
  NetWork,
  OfferWork,
  Place,
  Program,
  Retry,
  Routing,
  Source,
  Task,
  Timeout,
  Undo,
  Variable,
  WaitWork,
  Work,
} from './model/program.ts';
export type { Rejection, RejectionCode } from './model/rejection.ts';
export type {
  Frame,
  FramePhase,
  Group,
  Instance,
  InstancePhase,
  RunState,
  RunStatus,
} from './model/state.ts';
export type { Step } from './model/step.ts';
export type { Machine } from './play/machine.ts';
export { checkSoundness, type SoundnessOptions } from './soundness/check-soundness.ts';
export { type ExploredNet, exploreNets } from './soundness/completions.ts';
export { describeWitness, type NameOfTask } from './soundness/describe-witness.ts';
export type { Finding, FindingRule, Soundness, WitnessStep } from './soundness/finding.ts';
export { mapPayloads, payloadsOf } from './values/event-payloads.ts';
export { HaltedError, UnresolvedError } from './values/expression-error.ts';
