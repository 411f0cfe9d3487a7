/**
 * Puts the steps of a guide in sequence: each loop contains its body, even if the body is defined elsewhere and
 * referenced by id.
 */
import type { Guide, GuideStep, LoopStep, ParallelStep, PromptStep } from '../model/schema.ts';

export type PlannedStep = PromptStep | ParallelStep | PlannedLoop;

export interface PlannedLoop {
  readonly kind: 'loop';
  readonly id: string;
  readonly loop: LoopStep;
  readonly body: readonly PlannedStep[];
}

/** @param guide whose references are valid; an invalid one counts as an empty body */
export function planSteps({ steps }: Pick<Guide, 'steps'>): readonly PlannedStep[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const bodies = new Set(
    loopsIn(steps).flatMap(({ body }) => (body.kind === 'reference' ? [body.step] : [])),
  );
  const plan = (step: GuideStep, outerIds: readonly string[]): PlannedStep => {
    if (step.kind !== 'loop') return step;
    const inside = [...outerIds, step.id];
    const body = bodyOf(step, byId).filter(({ id }) => !inside.includes(id));
    return { kind: 'loop', id: step.id, loop: step, body: body.map((each) => plan(each, inside)) };
  };
  return steps.filter(({ id }) => !bodies.has(id)).map((step) => plan(step, []));
}

function bodyOf({ body }: LoopStep, byId: ReadonlyMap<string, GuideStep>): readonly GuideStep[] {
  if (body.kind === 'inline') return body.steps;
  const named = byId.get(body.step);
  return named === undefined ? [] : [named];
}

function loopsIn(steps: readonly GuideStep[]): readonly LoopStep[] {
  return steps.flatMap((step) =>
    step.kind !== 'loop' ? [] : [step, ...(step.body.kind === 'inline' ? loopsIn(step.body.steps) : [])],
  );
}

/** All steps that can be completed, in the order of the guide. */
export const promptSteps = (steps: readonly PlannedStep[]): readonly PromptStep[] => steps.flatMap(promptsOf);

function promptsOf(step: PlannedStep): readonly PromptStep[] {
  switch (step.kind) {
    case 'prompt':
      return [step, ...step.checks];
    case 'loop':
      return promptSteps(step.body);
    case 'parallel':
      return parallelSteps(step);
  }
}

/** The branches, then the synthesis. */
export const parallelSteps = ({ branches, synthesis }: ParallelStep): readonly PromptStep[] => [
  ...branches,
  ...(synthesis === null ? [] : [synthesis]),
];
