/** Validates an output against its step, with the variables that its rules read. Pure. */
import type { Effort, Json } from '../../../kernel/index.ts';
import { partOf } from '../../part-of.ts';
import { createLookUp } from '../conditions/look-up.ts';
import type { GuideContext } from '../model/guide-context.ts';
import type { StepItem } from '../model/shown-step.ts';
import { variablesIn } from '../runs/guide-values.ts';
import { checkOutput } from '../validation/check-output.ts';
import type { OutputVerdict } from '../validation/output-verdict.ts';

/**
 * Null for an empty output of a step without requirements.
 * @param input what the step showed
 * @param context the context, including the variables sent with the output
 */
export function judgeOutput(
  step: StepItem,
  output: Json | undefined,
  input: Json,
  context: GuideContext,
  effort?: Effort,
): OutputVerdict | null {
  if (isNothing(output) && asksForNothing(step)) return null;
  // Loop variables come from what the step showed: answers cannot set them.
  return checkOutput(
    step,
    output,
    createLookUp(context, variablesIn(partOf(input, 'facts')), effort),
    effort,
  );
}

const isNothing = (output: Json | undefined): boolean =>
  output === undefined || output === null || (typeof output === 'string' && output.trim() === '');

const asksForNothing = ({ criteria, contract, assessments }: StepItem): boolean =>
  criteria === null && contract?.required !== true && assessments.length === 0;
