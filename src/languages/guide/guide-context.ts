/** What a guide is told while it is followed: variables by name. */
import type { Json } from '../../expression/index.ts';
import type { Effort } from '../../kernel/index.ts';

export type GuideContext = { readonly [name: string]: Json };

/** The value of a variable, by its key or by a path with dots; undefined where there is none. */
export interface LookUp {
  (name: string): Json | undefined;
  /** What conditions that look here may still cost. */
  readonly effort: Effort;
}
