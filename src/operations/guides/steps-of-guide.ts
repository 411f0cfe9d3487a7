/** The steps of a guide, wherever they stand. */
import type { Guide, GuideStep, PromptStep } from '../../languages/index.ts';

/** All of them in the order of the text: a loop or a parallel step before what is in it. */
export const stepsOfGuide = ({ steps }: Guide): readonly GuideStep[] => steps.flatMap(withInner);

/** Those that somebody does: no loops, no parallel steps. */
export const doneSteps = (guide: Guide): readonly PromptStep[] =>
  stepsOfGuide(guide).filter((step) => step.kind === 'prompt');

function withInner(step: GuideStep): readonly GuideStep[] {
  switch (step.kind) {
    case 'prompt':
      return [step];
    case 'loop':
      return [step, ...(step.body.kind === 'inline' ? step.body.steps.flatMap(withInner) : [])];
    case 'parallel':
      return [step, ...step.branches, ...(step.synthesis === null ? [] : [step.synthesis])];
  }
}
