/** How far each node of a workflow has come in a durable run, at the present or after any event. */
import type { Sketch, TaskStates } from '../../drawing/index.ts';
import type { OpenedRun } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { statesOfRun } from '../states-of-run.ts';
import { readPinned } from './pinned-definition.ts';
import { timelineOfRun } from './timeline-of-run.ts';

/** @param opened the run as it was after `at` events */
export async function taskStatesOfRun(
  services: Services,
  opened: OpenedRun,
  at: number,
): Promise<{ readonly sketch: Sketch; readonly states: TaskStates }> {
  const { sketch, shows } = await readPinned(services, opened);
  const told = await timelineOfRun(services, opened, shows, at);
  const timeline = told.flatMap(({ moments }) => moments);
  const isOver = opened.state.status !== 'running';
  return { sketch, states: statesOfRun(timeline, isOver, sketch) };
}
