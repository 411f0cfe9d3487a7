/** Reports how far each node of a workflow got in a run, simulated or durable, for drawing. */
import type { Sketch, TaskState, TaskStates } from '../../drawing/index.ts';
import type { TimelineEntry } from '../../runtime/index.ts';
import { netOfSketch } from './sketches-of-workflow.ts';

/**
 * Nodes inside a parallel belong to nets whose names begin with that of the workflow.
 * @param isOver whether the run has ended, so nothing waits any more
 */
export function statesOfRun(timeline: readonly TimelineEntry[], isOver: boolean, sketch: Sketch): TaskStates {
  const own = netOfSketch(sketch);
  const states = new Map<string, TaskState>();
  const lists = new Set<string>();
  for (const entry of timeline) {
    const { net, task } = entry;
    if (task === '' || (net !== own && !net.startsWith(`${own}/`))) continue;
    if (entry.kind === 'started' && entry.work === 'each') lists.add(task);
    // A task over a list is not done when one of its members is.
    const isMember = lists.has(task) && entry.index >= 0;
    const state = isMember && isEnd(entry) ? undefined : stateAfter(entry);
    if (state !== undefined) states.set(task, state);
  }
  if (!isOver) return states;
  return new Map(sketch.nodes.map(({ id }) => [id, states.get(id) ?? 'skipped']));
}

function isEnd({ kind }: TimelineEntry): boolean {
  return kind === 'completed' || kind === 'skipped' || kind === 'cancelled';
}

export function stateAfter(entry: TimelineEntry): TaskState | undefined {
  switch (entry.kind) {
    case 'started':
    case 'asked':
      return 'under way';
    case 'called':
      // The call that undoes a task changes nothing before it is answered.
      return entry.undoes ? undefined : 'under way';
    case 'completed':
      return 'done';
    case 'failed':
      return entry.retryAt === null ? 'failed' : 'under way';
    case 'undone':
      return entry.failure === null ? 'undone' : undefined;
    case 'skipped':
    case 'cancelled':
      return 'skipped';
    default:
      return undefined;
  }
}
