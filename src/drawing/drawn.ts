/** A sketch to be drawn, optionally with the progress of a run. */
import type { Sketch } from './sketch.ts';
import type { TaskStates } from './task-state.ts';

export interface Drawn {
  readonly sketch: Sketch;
  readonly states?: TaskStates | undefined;
}
