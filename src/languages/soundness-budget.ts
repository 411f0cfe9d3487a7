/** Limits the work of the soundness check of one document, which blocks the thread. */
import type { SoundnessOptions } from '../kernel/index.ts';

/** Markings of one net: enough to reach every task of a large one. */
const maxMarkings = 10_000;

/** Shared by all workflows of a document: the check of any content takes less than half a second. */
const maxFuel = 15_000_000;

/** The budget of one document. */
export type SoundnessBudget = Required<Pick<SoundnessOptions, 'bound' | 'fuel'>>;

export const createSoundnessBudget = (): SoundnessBudget => ({
  bound: maxMarkings,
  fuel: { left: maxFuel },
});

export const isHalfSpent = ({ fuel }: SoundnessBudget): boolean => fuel.left < maxFuel / 2;
