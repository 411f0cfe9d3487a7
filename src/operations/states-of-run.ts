/** How far each node of a workflow came in a simulated run, for a drawing of it. */
import type { Sketch, TaskState, TaskStates } from '../drawing/index.ts';
import type { Simulation, TimelineEntry } from '../runtime/index.ts';

/** Nodes inside a parallel belong to nets that are named after the workflow. */
export function statesOfRun({ timeline, status }: Simulation, { title, nodes }: Sketch): TaskStates {
  const states = new Map<string, TaskState>();
  for (const entry of timeline) {
    const { net, task } = entry;
    if (task === '' || (net !== title && !net.startsWith(`${title}/`))) continue;
    const state = stateAfter(entry);
    if (state !== undefined) states.set(task, state);
  }
  if (status === 'waiting' || status === 'limit') return states;
  return new Map(nodes.map(({ id }) => [id, states.get(id) ?? 'skipped']));
}

function stateAfter(entry: TimelineEntry): TaskState | undefined {
  switch (entry.kind) {
    case 'started':
    case 'asked':
      return 'under way';
    case 'called':
      // The call that undoes a task changes nothing until it is answered.
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
