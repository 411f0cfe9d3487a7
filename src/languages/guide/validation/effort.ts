/** What checking one output may cost: the rules are somebody else's, and so is the output. Counted, never timed. */

export interface Effort {
  /** Steps: about what looking at a character takes. */
  left: number;
}

/** Enough for a dozen of the usual rules on an output of a megabyte. */
const most = 500_000_000;

export const createEffort = (): Effort => ({ left: most });

/** Whether that much is left; what is not is not spent, so that something smaller still can be. */
export function spend(effort: Effort, steps: number): boolean {
  if (steps > effort.left) return false;
  effort.left -= steps;
  return true;
}
