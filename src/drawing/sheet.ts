/** What a text drawing is made on. */
import type { DisplayOptions } from './box.ts';

export interface Sheet {
  readonly shown: DisplayOptions;
  /** Columns at most. */
  readonly width: number;
  readonly colour: boolean;
}
