/** Returns a run as it is; on request, when it has an update. */
import { z } from 'zod';
import { afterField, runField, waitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { getOpened } from './read-model/find-run.ts';
import { type RunView, runView, viewRun } from './read-model/run-view.ts';
import { waitForRunUpdate } from './read-model/wait-for-run-update.ts';

const input = z.strictObject({
  run: runField,
  waitMs: waitField,
  after: afterField('Wait only until the run has more events than this.').optional(),
});

export const getRun: Operation<z.infer<typeof input>, RunView> = {
  name: 'runs.get',
  scope: 'workflows:query',
  writes: false,
  summary: 'Shows a run: its status, its output, and what it waits for.',
  rest: { method: 'GET', path: '/v1/runs/{run}', tag: 'runs' },
  verb: { name: 'show' },
  input,
  output: runView,
  async perform(principal, { run, waitMs, after }, services, signal) {
    await waitForRunUpdate(services, principal, run, { waitMs, after, signal });
    return viewRun(services, principal, await getOpened(services, principal, run));
  },
};
