/** The steps of a guide, wherever they stand. */
import type { Guide, GuideStep } from '../../languages/index.ts';

/** All of them in the order of the text: a loop or a parallel step before what is in it. */
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
