/** Cancels a run, on request after compensating its completed work. */
import { z } from 'zod';
import { keyField, runField, waitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { type MovedRun, movedRunView } from './moved-run.ts';
import { sendRunEvent } from './send-run-event.ts';

const input = z.strictObject({
  run: runField,
  undo: z
    .boolean()
    .default(false)
    .describe('Compensate what the run has done, as far as the workflow declares how.'),
  waitMs: waitField,
  idempotencyKey: keyField,
});

export const cancelRun: Operation<z.infer<typeof input>, MovedRun> = {
  name: 'runs.cancel',
  scope: 'workflows:cancel',
  writes: true,
  summary: 'Cancels a run, on request after compensating its completed work.',
  rest: { method: 'POST', path: '/v1/runs/{run}/cancel', tag: 'runs' },
  verb: { name: 'cancel' },
  examples: [{ input: { run: 'run_01KA', undo: true } }],
  input,
  output: movedRunView,
  perform: (principal, given, services, signal) =>
    sendRunEvent(
      services,
      principal,
      'runs.cancel',
      given,
      { kind: 'cancelRequested', undo: given.undo },
      signal,
    ),
};
