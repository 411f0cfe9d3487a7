import type { Json } from './json.ts';

/** The location of a large value. The runtime hashes and stores it; the kernel only carries the reference. */
export interface Blob {
  readonly hash: string;
  readonly size: number;
}

/**
 * A value in events, effects and states: inline, by reference, or a list or record of such parts (the results of many
 * instances, the arguments of a call: each part may be large).
 */
export type Payload =
  | { readonly value: Json }
  | { readonly blob: Blob }
  | { readonly list: readonly Payload[] }
  | { readonly record: { readonly [name: string]: Payload } };

/** Content-addressed lookup, passed to `link`. Pure: the same hash always returns the same value. */
export type Resolve = (hash: string) => Json;
