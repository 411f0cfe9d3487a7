/** Sends a signal to a run: to the oldest wait for its name, otherwise stored until the run waits for it. */
import { z } from 'zod';
import { jsonField, keyField, runField, waitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { addWithinQuota } from '../quotas/within-quota.ts';
import { type MovedRun, movedRunView } from './moved-run.ts';
import { sendRunEvent } from './send-run-event.ts';

const input = z.strictObject({
  run: runField,
  name: z.string().min(1).max(200).describe('Name of the signal.'),
  payload: jsonField('Payload of the signal.').default(null),
  waitMs: waitField,
  idempotencyKey: keyField,
});

const operation = 'runs.signal';

export const signalRun: Operation<z.infer<typeof input>, MovedRun> = {
  name: operation,
  scope: 'workflows:launch',
  writes: true,
  summary: 'Sends a signal to a run.',
  rest: { method: 'POST', path: '/v1/runs/{run}/signals', tag: 'runs' },
  verb: { name: 'signal' },
  examples: [{ input: { run: 'run_01KA', name: 'paid', payload: { amount: 120 } } }],
  input,
  output: movedRunView,
  perform(principal, given, services, signal) {
    const { name, payload: value } = given;
    const eventInput = { kind: 'signalled', name, payload: { value } } as const;
    const payloadRequest = { operation, input: given, value };
    return sendRunEvent(services, principal, operation, given, eventInput, signal, (request) =>
      addWithinQuota(services, principal, payloadRequest, () => services.engine.submitEvent(request)),
    );
  },
};
