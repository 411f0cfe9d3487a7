/** Computes the outcome and the duration of each task of a run. */
import { z } from 'zod';
import { described, integer, namedObject } from '../../../languages/output-fields.ts';
import type { TimelineEntry } from '../../../runtime/index.ts';
import { taskState } from '../../contract/drawing-fields.ts';
import { stateAfter } from '../../documents/states-of-run.ts';

export const taskOutcome = namedObject('TaskOutcome', 'Outcome and duration of a task.', {
  state: taskState,
  starts: integer('How often it was started, including retries and members of a list.'),
  duration: described(z.number(), 'Milliseconds from its first to its last event.'),
});

type TaskOutcome = z.infer<typeof taskOutcome>;

export interface PlacedOutcome {
  readonly net: string;
  readonly task: string;
  readonly outcome: TaskOutcome;
}

/** By a key that is the same for the same task of any run. */
export function outcomesOfTasks(timeline: readonly TimelineEntry[]): ReadonlyMap<string, PlacedOutcome> {
  const outcomes = new Map<string, PlacedOutcome & { readonly since: number }>();
  for (const entry of timeline) {
    const { net, task, at } = entry;
    if (task === '') continue;
    const key = JSON.stringify([net, task]);
    const before = outcomes.get(key);
    const since = before?.since ?? at;
    const state = stateAfter(entry) ?? before?.outcome.state ?? 'under way';
    const starts = (before?.outcome.starts ?? 0) + (begins(entry) ? 1 : 0);
    outcomes.set(key, { net, task, since, outcome: { state, starts, duration: at - since } });
  }
  return outcomes;
}

function begins(entry: TimelineEntry): boolean {
  if (entry.kind === 'called') return !entry.undoes;
  return entry.kind === 'started' || entry.kind === 'asked';
}
