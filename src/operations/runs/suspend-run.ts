/** Suspends a run: nothing new begins in it, and calls in progress may still be answered. */
import { z } from 'zod';
import { keyField, runField, waitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { type MovedRun, movedRunView } from './moved-run.ts';
import { sendRunEvent } from './send-run-event.ts';

const input = z.strictObject({ run: runField, waitMs: waitField, idempotencyKey: keyField });

export const suspendRun: Operation<z.infer<typeof input>, MovedRun> = {
  name: 'runs.suspend',
  scope: 'workflows:launch',
  writes: true,
  summary: 'Suspends a run until it is resumed.',
  rest: { method: 'POST', path: '/v1/runs/{run}/suspend', tag: 'runs' },
  verb: { name: 'suspend' },
  input,
  output: movedRunView,
  perform: (principal, given, services, signal) =>
    sendRunEvent(services, principal, 'runs.suspend', given, { kind: 'suspended' }, signal),
};
