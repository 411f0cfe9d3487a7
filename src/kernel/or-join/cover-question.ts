/** Asks whether a marking with a token in every place of `target` is coverable from `start`. */
import type { ResetNet } from './reset-net.ts';

export interface CoverQuestion {
  readonly net: ResetNet;
  /** Tokens in each place. */
  readonly start: Int32Array;
  /** Ascending, each place once. */
  readonly target: readonly number[];
}

export interface CoverAnswer {
  /** `open`: the budget was used up. */
  readonly coverable: boolean | 'open';
  /** Number of markings that were stored. */
  readonly looked: number;
}
