/** An output held against what its step asks for, with the variables that its rules look at. Needs nothing but what it is given. */
import type { Json } from '../../kernel/index.ts';
import {
  type Context,
  checkOutput,
  createLookUp,
  type LookUp,
  type OutputVerdict,
  type StepItem,
} from '../../languages/index.ts';
import { partOf } from '../items/item-part.ts';

/**
 * Null where nothing was given to a step that asks for nothing.
 * @param input what the step showed
 * @param context what is set with the output
 */
export function judgeOutput(
  step: StepItem,
  output: Json | undefined,
  input: Json,
  context: Context,
): OutputVerdict | null {
  if (isNothing(output) && asksForNothing(step)) return null;
  return checkOutput(step, output, lookUpWith(input, context));
}

const isNothing = (output: Json | undefined): boolean =>
  output === undefined || output === null || (typeof output === 'string' && output.trim() === '');

const asksForNothing = ({ criteria, contract, assessments }: StepItem): boolean =>
  criteria === null && contract?.required !== true && assessments.length === 0;

/** What is set with the answer counts already. Of the loops around the step nobody sets where they are. */
function lookUpWith(input: Json, context: Context): LookUp {
  const facts = partOf(input, 'facts');
  const isObject = typeof facts === 'object' && facts !== null && !Array.isArray(facts);
  const known = createLookUp(isObject ? (facts as Context) : {});
  const given = createLookUp(context);
  return (name) => (ofLoops.test(name) ? (known(name) ?? given(name)) : (given(name) ?? known(name)));
}

const ofLoops = /^current(Iteration|Item|Index)\b/;
