/** What checking one output may cost: the rules are somebody else's, and so is the output. Counted, never timed. */

import type { Effort } from '../../../kernel/index.ts';

/** Enough for the usual rules on an output of some hundred thousand characters; patterns that mean no good take seconds with it. */
const maxSteps = 40_000_000;

export const createEffort = (): Effort => ({ left: maxSteps });

/** Whether that much is left; what is not is not spent, so that something smaller still can be. */
export function spendEffort(effort: Effort, steps: number): boolean {
  if (steps > effort.left) return false;
  effort.left -= steps;
  return true;
}
