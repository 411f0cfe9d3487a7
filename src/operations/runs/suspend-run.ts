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
  tool: {
    name: 'cases_suspend',
    title: 'Suspend a run',
    toolset: 'cases',
    terms: 'cases',
    description: `Suspends a run (a case): no new steps begin until it is resumed. Active steps can still be answered; their results take effect when the run is resumed. Timers continue.

Use it when the user wants to pause a run without ending it. To end it, use cases_cancel; to pause only one question, use workitems_suspend. A run that is already suspended, or has ended, is a conflict.
Next: cases_resume continues it.`,
    aliases: ['cases/suspend', 'cases.suspend', 'workflow.suspend', 'workflow_suspend'],
    hints: { openWorldHint: true },
  },
  input,
  output: movedRunView,
  perform: (principal, given, services, signal) =>
    sendRunEvent(services, principal, 'runs.suspend', given, { kind: 'suspended' }, signal),
};
