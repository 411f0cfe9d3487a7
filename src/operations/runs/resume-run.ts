/** Resumes a suspended run. */
import { z } from 'zod';
import { keyField, runField, waitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { type MovedRun, movedRunView } from './moved-run.ts';
import { sendRunEvent } from './send-run-event.ts';

const input = z.strictObject({ run: runField, waitMs: waitField, idempotencyKey: keyField });

export const resumeRun: Operation<z.infer<typeof input>, MovedRun> = {
  name: 'runs.resume',
  scope: 'workflows:launch',
  writes: true,
  summary: 'Resumes a suspended run.',
  rest: { method: 'POST', path: '/v1/runs/{run}/resume', tag: 'runs' },
  verb: { name: 'resume' },
  input,
  output: movedRunView,
  perform: (principal, given, services, signal) =>
    sendRunEvent(services, principal, 'runs.resume', given, { kind: 'resumed' }, signal),
};
