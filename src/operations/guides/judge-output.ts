/** An output held against what its step asks for, with the variables that its rules look at. Needs nothing but what it is given. */
import type { Json } from '../../kernel/index.ts';
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
 * Null where nothing was given to a step that asks for nothing.
 * @param input what the step showed
 * @param context all that is set, with what comes along with the output
 */
export function judgeOutput(
  step: StepItem,
  output: Json | undefined,
  input: Json,
  context: GuideContext,
): OutputVerdict | null {
  if (isNothing(output) && asksForNothing(step)) return null;
  // What the loops around the step say of themselves is in what it showed: nobody sets that with an answer.
  return checkOutput(step, output, createLookUp(context, variablesIn(partOf(input, 'facts'))));
}

const isNothing = (output: Json | undefined): boolean =>
  output === undefined || output === null || (typeof output === 'string' && output.trim() === '');

const asksForNothing = ({ criteria, contract, assessments }: StepItem): boolean =>
  criteria === null && contract?.required !== true && assessments.length === 0;
