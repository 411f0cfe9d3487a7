/** Reads from the current context the list that a loop iterates over; null for other loops. */
import type { Json } from '../../../expression/index.ts';
import { createLookUp } from '../conditions/look-up.ts';
import type { GuideContext } from '../model/guide-context.ts';
import type { LoopScope } from '../net/guide-source.ts';
import type { GuideMachine } from './guide-machine.ts';

export function loopItems(
  { loops }: GuideMachine,
  { id }: LoopScope,
  context: GuideContext,
): readonly Json[] | null {
  const rule = loops.find(({ step }) => step.id === id)?.step.loop.rule;
  if (rule?.kind !== 'forEach') return null;
  const value = createLookUp(context)(rule.items);
  return Array.isArray(value) ? value : null;
}
