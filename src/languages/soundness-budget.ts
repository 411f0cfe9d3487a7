/** Limits the work of the soundness check of one document, which blocks the thread. */
import type { SoundnessOptions } from '../kernel/index.ts';

/** Markings of one net: enough to reach every task of a large one. */
const maxMarkings = 10_000;

/** Shared by all workflows of a document: the check of any content takes less than half a second. */
const maxFuel = 15_000_000;

/** The budget of one document, and what its workflows have in common. */
export type SoundnessBudget = Required<Omit<SoundnessOptions, 'wanted'>>;

export const createSoundnessBudget = (): SoundnessBudget => ({
  bound: maxMarkings,
  fuel: { left: maxFuel },
  explored: new Map(),
});

export const isHalfSpent = ({ fuel }: SoundnessBudget): boolean => fuel.left < maxFuel / 2;
