/** What views of runs and work items show of a guide. */
import type { ItemView, RunView } from '../../../operations/index.ts';
import type { Foreword } from '../follow/guide-texts.ts';
import type { SkippedStep } from '../follow/guide-trace.ts';
import type { StepOfGuide } from '../items/step-item.ts';

/** `undefined` if the item is not of a guide. */
export const stepOf = (item: ItemView): StepOfGuide | undefined =>
  (item as { readonly guide?: StepOfGuide }).guide;

interface GuideOfRun {
  readonly foreword?: Foreword;
  readonly skipped: readonly SkippedStep[];
}

/** `undefined` if the run follows no guide. */
export const guideOfRun = (run: RunView): GuideOfRun | undefined =>
  (run as { readonly guide?: GuideOfRun }).guide;
