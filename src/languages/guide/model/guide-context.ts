/** The context of a guide: variables by name. */
import type { Json } from '../../../expression/index.ts';
import type { Effort } from '../../../kernel/index.ts';

export type GuideContext = { readonly [name: string]: Json };

/** The value of a variable, by its key or by a path with dots; `undefined` if it does not exist. */
export interface LookUp {
  (name: string): Json | undefined;
  /** Remaining effort of the conditions that use this lookup. */
  readonly effort: Effort;
}
