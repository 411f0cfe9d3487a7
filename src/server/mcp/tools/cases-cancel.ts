import { z } from 'zod';
import type { MovedRun } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { caseAnswer, presentCase } from '../present/present-case.ts';
import { caseField, caseSpellings, keyField, waitField } from './tool-fields.ts';

export const casesCancel = defineTool({
  name: 'cases_cancel',
  title: 'Cancel a run',
  toolset: 'cases',
  alsoIn: ['orchestration', 'authoring'],
  isUsual: true,
  terms: 'cases',
  description: `Cancels a run (a case) permanently: active calls are aborted, open questions withdrawn.

Use it only when the user wants the run to stop. With undo: true it first undoes its work, as far as the workflow defines how.
Next: while it is undoing, cases_status until state is “cancelled”. A run that has ended is a conflict.`,
  operations: ['runs.cancel'],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    case_id: caseField,
    undo: z.boolean().default(false).describe('First undo its work.'),
    wait_ms: waitField(5_000),
    idempotency_key: keyField,
  }),
  spellings: caseSpellings,
  output: caseAnswer,
  aliases: ['cases/cancel', 'cases.cancel', 'workflow.cancel', 'workflow/cancel', 'workflow_cancel'],
  async perform({ case_id: run, undo, wait_ms: waitMs, idempotency_key: key }, call) {
    const operationInput = { run, undo, waitMs, ...(key === undefined ? {} : { idempotencyKey: key }) };
    return presentCase(await call.perform<MovedRun>('runs.cancel', operationInput));
  },
});
