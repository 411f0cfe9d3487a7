/** Lets nothing new begin in a run: what is under way may still be answered. */
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
  summary: 'Stops a run from going on until it is resumed.',
  input,
  output: movedRunView,
  perform: (principal, given, services, signal) =>
    sendRunEvent(services, principal, 'runs.suspend', given, { kind: 'suspended' }, signal),
};
