import type { Json } from './json.ts';

/** Where a large value is kept. The runtime hashes and stores; the kernel only carries the reference. */
export interface Blob {
  readonly hash: string;
  readonly size: number;
}

/**
 * A value as events, effects and states carry it: inline, by reference, or a list or record of such (the results
 * of many instances, the arguments of a call: each part may be large).
 */
export type Payload =
  | { readonly value: Json }
  | { readonly blob: Blob }
  | { readonly list: readonly Payload[] }
  | { readonly record: { readonly [name: string]: Payload } };

/** Content-addressed look-up, given to `link`. Pure: the same hash always gives the same value. */
export type Resolve = (hash: string) => Json;
