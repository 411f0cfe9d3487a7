/** One change or query of a store; the same for any store. */
import type { Store } from '../../runtime/ports/index.ts';

export interface StoreStep {
  readonly what: string;
  readonly act: (store: Store) => Promise<unknown>;
}

/** A step with its relative weight. */
export type Choice = readonly [number, () => StoreStep];
