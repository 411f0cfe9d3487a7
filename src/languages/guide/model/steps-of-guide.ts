/** Lists all steps of a guide, including nested ones. */
import type { Guide, GuideStep } from './schema.ts';

/** In the order of the text: a loop or a parallel step before its contents. */
export const stepsOfGuide = ({ steps }: Guide): readonly GuideStep[] => steps.flatMap(withInner);

function withInner(step: GuideStep): readonly GuideStep[] {
  switch (step.kind) {
    case 'prompt':
      return [step, ...step.checks];
    case 'loop':
      return [step, ...(step.body.kind === 'inline' ? step.body.steps.flatMap(withInner) : [])];
    case 'parallel':
      return [step, ...step.branches, ...(step.synthesis === null ? [] : [step.synthesis])];
  }
}
