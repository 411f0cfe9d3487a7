/** Validates an output against its step, with the variables that its rules read. Pure. */
import type { Effort, Json } from '../../kernel/index.ts';
import {
  checkOutput,
  createLookUp,
  type GuideContext,
  type OutputVerdict,
  type StepItem,
} from '../../languages/index.ts';
import { partOf } from '../items/item-part.ts';
import { variablesIn } from './variables-in.ts';

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
