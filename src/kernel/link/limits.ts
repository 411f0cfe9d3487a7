/** The limits of a run [K12], and their defaults. */
import type { Limits } from '../model/program.ts';

/** Upper bound for every program: beyond it the kernel's own recursion could fail. */
export const maxDepth = 256;

export const defaultLimits: Required<Limits> = {
  visits: 1_000,
  steps: 100_000,
  payload: 1_048_576,
  depth: 32,
  instances: 10_000,
  tokens: 10_000,
  signals: 1_000,
  orJoin: 20_000,
  effort: 20_000_000,
};

/**
 * The effort that compilers give their programs: about 150 ms. The default is larger, because programs of earlier versions
 * have no limit of their own, and their journals must replay.
 */
export const compiledEffort = 4_000_000;
