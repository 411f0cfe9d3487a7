/** The target of a text drawing. */
import type { DisplayOptions } from './box.ts';

export interface Sheet {
  readonly shown: DisplayOptions;
  /** Maximum columns. */
  readonly width: number;
  readonly colour: boolean;
}
