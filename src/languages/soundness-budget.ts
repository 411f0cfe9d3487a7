/** What may be spent on looking for unsound places in one document: while that is done nothing else is. */
import type { Net } from '../kernel/index.ts';

/**
 * How many markings are looked at, by what one costs: its tasks, and above all its OR-joins. A large document gets fewer, but
 * enough to see every task once, as far as that can be afforded; what that leaves out is said.
 */
const maxMarkings = 5_000;
const maxWork = 1_000_000;
const sufficientMarkings = 2_500;
const costOfJoin = 20;

/**
 * For all workflows of a document together. While one is checked nothing else is done, so what that may cost is bounded,
 * whatever is written in it.
 */
const maxFuel = 12_000_000;
/** Of getting ready to look at a net, for each of its tasks. */
const costOfTask = 20;

/** What may be spent on a document. */
export interface SoundnessBudget {
  readonly bound: number;
  readonly fuel: { left: number };
}

/** @param nets of every workflow of a document */
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

/** Getting ready to look at these nets. */
export function chargePreparation(nets: readonly Net[], fuel: SoundnessBudget['fuel']): void {
  fuel.left -= nets.reduce((sum, { tasks }) => sum + costOfTask * tasks.length, 0);
}

export const isHalfSpent = ({ fuel }: SoundnessBudget): boolean => fuel.left < maxFuel / 2;
