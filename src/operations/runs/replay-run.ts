/** Shows a run as it was after any of its events. */
import { z } from 'zod';
import type { InstancePhase, RunState } from '../../kernel/index.ts';
import { byName, integer, json, objectOf } from '../../languages/output-fields.ts';
import { projectRecord, type RunRecord } from '../../runtime/index.ts';
import { taskStates } from '../contract/drawing-fields.ts';
import { eventField, runField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { cachedPayloads } from '../contract/payloads-of.ts';
import { getOpened } from './read-model/find-run.ts';
import { runViewFields, viewRun } from './read-model/run-view.ts';
import { statesByName, taskStatesOfRun } from './read-model/task-states-of-run.ts';
import { variablesOfRun } from './read-model/variables-of-run.ts';

const input = z.strictObject({
  run: runField,
  at: eventField('After that many events: from 1 to the number of events of the run.'),
});

const output = objectOf({
  ...runViewFields,
  variables: byName(json('A value.'), 'Values of the variables at that time, by name.'),
  tasks: taskStates,
  events: integer('Number of events of the run now.'),
});

export type ReplayedRun = z.infer<typeof output>;

export const replayRun: Operation<z.infer<typeof input>, ReplayedRun> = {
  name: 'runs.replay',
  scope: 'workflows:query',
  writes: false,
  summary: 'Shows a run as it was after any of its events.',
  rest: { method: 'GET', path: '/v1/runs/{run}/replay', tag: 'runs' },
  verb: { name: 'replay' },
  deadline: 'long',
  input,
  output,
  async perform(principal, { run, at }, services) {
    const opened = await getOpened(services, principal, run, at);
    const events = opened.record.seq;
    const then = { ...opened, record: recordAt(opened.record, opened.state, at) };
    const nets = await taskStatesOfRun(services, then, at);
    const { variablesLeftOut: _, ...view } = await viewRun(services, principal, then);
    return {
      ...view,
      variables: await variablesOfRun(then, cachedPayloads(services.store)),
      tasks: statesByName(nets),
      events,
    };
  },
};

const openPhases: ReadonlySet<InstancePhase> = new Set<InstancePhase>(['open', 'offered', 'held', 'doubt']);

/** The row of a run as it was after a number of events. @param state after those events */
function recordAt(record: RunRecord, state: RunState, at: number): RunRecord {
  const openItems = state.instances.filter(({ phase }) => openPhases.has(phase)).length;
  // Approvals of a fork are not events: they apply to the present only.
  return projectRecord({ ...record, endedAt: null, approvals: 0, parked: false }, at, state, openItems);
}
