/** What a text drawing is made on. */
import type { Shown } from './box.ts';

export interface Sheet {
  readonly shown: Shown;
  /** Columns at most. */
  readonly width: number;
  readonly colour: boolean;
}
