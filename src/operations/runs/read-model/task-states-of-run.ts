/** Reports how far each node of a workflow got in a durable run, now or after any event. */
import type { Sketch, TaskState, TaskStates } from '../../../drawing/index.ts';
import type { OpenedRun } from '../../../runtime/index.ts';
import type { Services } from '../../contract/services.ts';
import { netOfSketch } from '../../documents/sketches-of-workflow.ts';
import { statesOfRun } from '../../documents/states-of-run.ts';
import { readPinned } from './pinned-definition.ts';
import { timelineOfRun } from './timeline-of-run.ts';

/** A net of the workflow, and how far its tasks got. */
export interface NetStates {
  readonly sketch: Sketch;
  readonly states: TaskStates;
}

/**
 * @param opened the run as it was after `at` events
 * @returns its nets, the root first
 */
export async function taskStatesOfRun(
  services: Services,
  opened: OpenedRun,
  at: number,
): Promise<readonly NetStates[]> {
  const { sketches, shows } = await readPinned(services, opened);
  const steps = await timelineOfRun(services, opened, shows, at);
  const timeline = steps.flatMap(({ moments }) => moments);
  const isOver = opened.state.status !== 'running';
  return sketches.map((sketch) => ({ sketch, states: statesOfRun(timeline, isOver, sketch) }));
}

/** By task; in nets below the root by net and task: `Ship/pack`. */
export function statesByName([root, ...below]: readonly NetStates[]): { readonly [name: string]: TaskState } {
  return Object.fromEntries([
    ...(root?.states ?? []),
    ...below.flatMap(({ sketch, states }) =>
      [...states].map(([task, state]) => [`${netOfSketch(sketch)}/${task}`, state] as const),
    ),
  ]);
}
