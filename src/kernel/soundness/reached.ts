/** A reachable marking, and the firings that lead there. */
import type { WitnessStep } from './finding.ts';
import type { Marking } from './marking.ts';
import type { Move } from './moves.ts';

export interface Reached {
  readonly marking: Marking;
  readonly before: Reached | null;
  /** The move from the previous marking. */
  readonly move: Move | null;
  /** Number of decisions on the path: by a guard, a failure or a race. */
  readonly decisions: number;
}

/** The tasks that have ended on the path, in order. */
export const pathTo = (reached: Reached): readonly WitnessStep[] => {
  const steps: WitnessStep[] = [];
  for (let at: Reached | null = reached; at !== null; at = at.before) {
    const ending = at.move?.ending;
    if (at.move === null || ending == null) continue;
    const { took, caught, decided } = ending;
    steps.push({ task: at.move.task.id, took, caught, decided });
  }
  return steps.reverse();
};
