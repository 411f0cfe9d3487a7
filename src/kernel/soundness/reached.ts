/** A reachable marking, and the firings that lead there. */
import type { CheckedTask } from './checked-net.ts';
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

/** Makes the witnesses of all findings of a check. */
export interface Witnesses {
  /** The tasks that have ended on the path, in order; null if the witnesses before it are already too long. */
  pathTo(net: string, reached: Reached): readonly WitnessStep[] | null;
  /** Nets without some of their witnesses. */
  readonly incomplete: ReadonlySet<string>;
}

/** Limit of steps of all witnesses: many findings may be far from the start. */
const maxSteps = 200_000;

export const createWitnesses = (): Witnesses => {
  const incomplete = new Set<string>();
  let left = maxSteps;
  return {
    incomplete,
    pathTo(net, reached) {
      const steps: WitnessStep[] = [];
      for (let at: Reached | null = reached; at !== null && left > 0; at = at.before, left -= 1) {
        const ending = at.move?.ending;
        if (at.move === null || ending == null) continue;
        const { took, caught, decided } = ending;
        steps.push({ task: at.move.task.id, took, caught, decided });
      }
      if (left > 0) return steps.reverse();
      incomplete.add(net);
      return null;
    },
  };
};

/** The first task that ends on the way from one to the other. */
export const firstEnding = (from: Reached, to: Reached): CheckedTask | undefined => {
  let first: CheckedTask | undefined;
  for (let at: Reached | null = to; at !== null && at !== from; at = at.before)
    if (at.move?.ending != null) first = at.move.task;
  return first;
};
