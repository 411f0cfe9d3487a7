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
  tool: {
    name: 'cases_resume',
    title: 'Resume a run',
    toolset: 'cases',
    terms: 'cases',
    description: `Resumes a suspended run (a case) where it stopped.

Use it after cases_suspend, when the user wants the run to continue. A run that is not suspended is a conflict. A fork that waits for approvals continues after the last approval.
The answer shows the case after the call; with wait_ms, as soon as the run ends or needs an answer.`,
    aliases: ['cases/resume', 'cases.resume', 'workflow.resume', 'workflow_resume'],
    hints: { openWorldHint: true },
  },
  input,
  output: movedRunView,
  perform: (principal, given, services, signal) =>
    sendRunEvent(services, principal, 'runs.resume', given, { kind: 'resumed' }, signal),
};
