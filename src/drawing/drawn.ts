/** A sketch to be drawn, with how far a run has come in it where that is to be shown. */
import type { Sketch } from './sketch.ts';
import type { TaskStates } from './task-state.ts';

export interface Drawn {
  readonly sketch: Sketch;
  readonly states?: TaskStates | undefined;
}
