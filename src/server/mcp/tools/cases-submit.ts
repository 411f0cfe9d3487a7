import { z } from 'zod';
import { choice, entry, object, text, time } from '../../../languages/answer-schema.ts';
import { keyText, type SubmittedCase } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { mismatchesOfRun } from './start-run.ts';
import { specField, xmlField } from './tool-fields.ts';

/** Tool field by field of the operation that simulates the run. */
const names = { workflow: 'spec_id', params: 'case_data' };

export const casesSubmit = defineTool({
  name: 'cases_submit',
  title: 'Submit a case',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Submit a case to a workflow specification. Idempotent: use the same idempotency_key to safely retry.

Use it to start a workflow without waiting: it answers at once, and the case continues in the background. specifications_list finds spec_id, specifications_describe shows the case_data it takes.
Choose a unique idempotency_key, such as your own id and the id of what you process (“agent-1-invoice-42”). A repeated call, also after a broken connection, returns the same case_id, status and created_at. The same key with other input is a conflict.
Next: cases_status with case_id and wait_ms 20000 until status is completed or failed.`,
  operations: ['cases.submit'],
  standsFor: ['runs.start', 'workflows.simulate'],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    spec_id: specField,
    case_data: z
      .looseObject({})
      .optional()
      .describe('Optional case variables (JSON object, matches data_schema of the specification).'),
    case_xml: xmlField(
      'If the specification takes XML, instead of case_data: the same as XML, <RootNet><name>value</name></RootNet>.',
    ).optional(),
    idempotency_key: keyText.describe(
      'Unique identifier for this submission. If repeated, returns same case_id.',
    ),
  }),
  spellings: { workflow_id: 'spec_id', inputs: 'case_data', idempotency: 'idempotency_key' },
  output: object({
    case_id: text('Unique case identifier.'),
    status: choice(['created', 'running', 'completed', 'failed'], 'Status at submission.'),
    created_at: time(),
    specification: entry(
      { spec_id: text(), version: text(), revision: text() },
      [],
      'The specification that the case is pinned to; absent if the case was removed or another replica stores it.',
    ),
    next: text('What to do next.'),
  }),
  aliases: ['cases/submit', 'cases.submit', 'case_submit'],
  async perform(submitInput, call) {
    const { case_id, ...submitted } = await call.perform<SubmittedCase>('cases.submit', submitInput);
    const value = {
      case_id,
      ...submitted,
      next: nextOf(submitted, case_id),
    };
    return { kind: 'answer', value };
  },
  async mismatches({ spec_id: workflow, case_data: params = {}, case_xml: xml }, call) {
    if (xml !== undefined) return [];
    if (typeof workflow !== 'string' || typeof params !== 'object' || params === null) return [];
    return mismatchesOfRun(call, { what: { workflow }, params: params as JsonObject, names });
  },
});

/** If a submission is repeated at another replica, that replica does not know the status of the case. */
function nextOf({ specification }: Pick<SubmittedCase, 'specification'>, id: string): string {
  const look = `cases_status {"case_id": "${id}", "wait_ms": 20000}`;
  return specification === undefined
    ? `The case was submitted, but this server does not store it. Call ${look} at the server that received it first. If that is this server, the case was removed.`
    : `Call ${look} until status is “completed” or “failed”, or input_required is true. The case continues in the background.`;
}
