/**
 * The effort limit for checking one output: rules and output come from different authors. Effort is counted, not timed.
 */

import type { Effort } from '../../../kernel/index.ts';

/** Enough for the usual rules on an output of a million characters; hostile patterns take 0.3 seconds with it. */
const maxSteps = 8_000_000;

export const createEffort = (): Effort => ({ left: maxSteps });

/** Spends the effort if it is available; otherwise spends nothing, so that smaller checks still can run. */
export function spendEffort(effort: Effort, steps: number): boolean {
  if (steps > effort.left) return false;
  effort.left -= steps;
  return true;
}
