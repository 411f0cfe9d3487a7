import type { Effect } from './effect.ts';
import type { Note } from './note.ts';
import type { RunState } from './state.ts';

/** What one event did. */
export interface Step {
  readonly kind: 'step';
  readonly state: RunState;
  readonly effects: readonly Effect[];
  readonly notes: readonly Note[];
}
