/** A run as it was after any of its events. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { eventField, runField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { payloadsOf } from '../contract/payloads-of.ts';
import { getOpened } from './find-run.ts';
import { recordAt } from './record-at.ts';
import { type RunView, variablesOfRun, viewRun } from './run-view.ts';
import { taskStatesOfRun } from './task-states-of-run.ts';

const input = z.strictObject({
  run: runField,
  at: eventField('After so many events: from 1 to the number that the run has.'),
});

export interface ReplayedRun extends RunView {
  readonly variables: { readonly [name: string]: Json };
  readonly tasks: { readonly [node: string]: string };
  /** Events that the run has by now. */
  readonly events: number;
}

export const replayRun: Operation<z.infer<typeof input>, ReplayedRun> = {
  name: 'runs.replay',
  scope: 'workflows:query',
  writes: false,
  input,
  async perform(principal, { run, at }, services) {
    const opened = await getOpened(services, principal, run, at);
    const events = opened.record.seq;
    const then = { ...opened, record: recordAt(opened.record, opened.state, at) };
    const { states } = await taskStatesOfRun(services, then, at);
    return {
      ...(await viewRun(services, then)),
      variables: await variablesOfRun(then, payloadsOf(services.store)),
      tasks: Object.fromEntries(states),
      events,
    };
  },
};
