import type { Effect } from './effect.ts';
import type { Note } from './note.ts';
import type { RunState } from './state.ts';

/** The result of one event. */
export interface Step {
  readonly kind: 'step';
  readonly state: RunState;
  readonly effects: readonly Effect[];
  readonly notes: readonly Note[];
}
