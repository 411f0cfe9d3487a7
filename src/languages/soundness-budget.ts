/** Limits the work of the soundness check of one document, which blocks the thread. */
import type { Net } from '../kernel/index.ts';

/**
 * Number of markings to explore, by the cost of one: its tasks and, above all, its OR-joins. A large document gets
 * fewer, but enough to reach every task once if that is affordable; omissions are reported.
 */
const maxMarkings = 5_000;
const maxWork = 1_000_000;
const sufficientMarkings = 2_500;
const costOfJoin = 20;

/** Shared by all workflows of a document. The check blocks the thread, so its cost is limited for any content. */
const maxFuel = 12_000_000;
/** Cost of preparing the check of a net, per task. */
const costOfTask = 20;

/** The budget of one document. */
export interface SoundnessBudget {
  readonly bound: number;
  readonly fuel: { left: number };
}

/** @param nets the nets of every workflow of a document */
export function createSoundnessBudget(nets: readonly Net[]): SoundnessBudget {
  const tasks = nets.flatMap((net) => net.tasks);
  const joins = tasks.filter(({ join, from }) => join === 'or' && from.length > 1).length;
  const affordable = Math.ceil(maxWork / (tasks.length + costOfJoin * joins + 1));
  const bound = Math.min(
    maxMarkings,
    Math.max(affordable, Math.min(2 * tasks.length + 100, sufficientMarkings)),
  );
  return { bound, fuel: { left: maxFuel } };
}

/** Charges the preparation of these nets. */
export function chargePreparation(nets: readonly Net[], fuel: SoundnessBudget['fuel']): void {
  fuel.left -= nets.reduce((sum, { tasks }) => sum + costOfTask * tasks.length, 0);
}

export const isHalfSpent = ({ fuel }: SoundnessBudget): boolean => fuel.left < maxFuel / 2;
