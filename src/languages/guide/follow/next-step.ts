/**
 * Computes the next step from the completed steps and the context: the kernel plays the guide from its start and passes
 * the completed steps. The same input always returns the same step.
 */
import type { Json } from '../../../expression/index.ts';
import type { OfferEffect, Payload, RunState } from '../../../kernel/index.ts';
import type { GuideContext } from '../model/guide-context.ts';
import type { ShownStep } from '../model/shown-step.ts';
import { completionsLeft } from '../net/evaluator.ts';
import { contextVariable, doneVariable } from '../net/guide-names.ts';
import { findLoopInputProblem } from './find-loop-input-problem.ts';
import type { GuideMachine } from './guide-machine.ts';
import { guideTrace, type SkippedStep, type TruncatedLoop } from './guide-trace.ts';

export interface NextStepInput {
  /** Ids of steps, each as often as it was completed, in any order. */
  readonly completed: readonly string[];
  readonly context: GuideContext;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type NextStep = TraceSummary &
  (
    | {
        readonly kind: 'step';
        readonly shown: ShownStep;
        /** Other steps that may be done at the same time. */
        readonly beside: readonly ShownStep[];
      }
    | { readonly kind: 'complete' }
    /** The guide cannot continue with this context. */
    | {
        readonly kind: 'blocked';
        readonly message: string;
        /** What the context lacks; null if there is another reason. */
        readonly need: {
          readonly variable: string;
          readonly expected: string;
          readonly actual: string;
        } | null;
      }
  );

/** How the guide reached this state. */
export interface TraceSummary {
  readonly skipped: readonly SkippedStep[];
  /** Loops that reached their maximum number of passes before their work was done. */
  readonly cut: readonly TruncatedLoop[];
  /** Completed ids that are no steps of the guide. */
  readonly unknown: readonly string[];
  /** Completed before they were due, or more often than they were due. */
  readonly early: readonly string[];
  /** Steps passed, and steps in total; a step in a loop counts once. */
  readonly progress: { readonly done: number; readonly total: number };
}

export function nextStep(guide: GuideMachine, { completed, context, at }: NextStepInput): NextStep {
  const counts = new Map<string, number>();
  for (const id of completed) counts.set(id, (counts.get(id) ?? 0) + 1);
  const known = [...counts].filter(([id]) => guide.steps.has(id));
  const unknown = [...counts.keys()].filter((id) => !guide.steps.has(id));
  const input: Record<string, Payload> = { [contextVariable]: { value: context } };
  for (const [id, count] of known) input[doneVariable(id)] = { value: count };
  const { machine } = guide;
  const step = machine.advance(machine.initial, { kind: 'started', at, seed: 0, input });
  if (step.kind === 'rejection') {
    const need = findLoopInputProblem(guide.program, context, step.message);
    const progress = { done: 0, total: guide.steps.size };
    return {
      kind: 'blocked',
      message: step.message,
      need,
      skipped: [],
      cut: [],
      unknown,
      early: [],
      progress,
    };
  }
  const { skipped, passed, cut } = guideTrace(guide, step.notes, context);
  const offers = step.effects.filter((effect) => effect.kind === 'offer');
  const early = known.flatMap(([id, count]) =>
    surplus(guide, step.state, id, count, passed) > 0 ? [id] : [],
  );
  const total = guide.steps.size;
  // Steps in loops without a pass were never reached.
  const done = step.state.status === 'completed' ? total : passed.size - offers.length;
  const summary: TraceSummary = { skipped, cut, unknown, early, progress: { done, total } };
  if (step.state.status === 'failed') {
    return { kind: 'blocked', message: step.state.failure?.message ?? '', need: null, ...summary };
  }
  const [shown, ...beside] = offers.map(stepOfOffer);
  return shown === undefined ? { kind: 'complete', ...summary } : { kind: 'step', shown, beside, ...summary };
}

function stepOfOffer({ input }: OfferEffect): ShownStep {
  const value: Json = 'value' in input ? input.value : null;
  // Made by the evaluator of this language.
  return value as unknown as ShownStep;
}

/** Completions that were not used. Steps outside of loops do not count down: they are passed once. */
function surplus(
  { steps, readVariable }: GuideMachine,
  state: RunState,
  id: string,
  count: number,
  passed: ReadonlySet<string>,
): number {
  const isInLoop = (steps.get(id)?.loops.length ?? 0) > 0;
  return isInLoop ? completionsLeft(readVariable(state, doneVariable(id))) : count - (passed.has(id) ? 1 : 0);
}
