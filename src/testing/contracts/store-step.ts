/** Something to do to a store, or to ask it; the same for any store. */
import type { Store } from '../../runtime/index.ts';

export interface StoreStep {
  readonly what: string;
  readonly act: (store: Store) => Promise<unknown>;
}

/** A step with how often it is chosen beside others. */
export type Choice = readonly [number, () => StoreStep];
