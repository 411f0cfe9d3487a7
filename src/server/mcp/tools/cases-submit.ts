import { z } from 'zod';
import { choice, object, record, text, time } from '../../../languages/answer-schema.ts';
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

Use it to start a workflow without waiting. specifications_list finds spec_id, specifications_describe shows its case_data. The same key returns the same case; with other input it is a conflict.
Next: cases_status with case_id and wait_ms 20000 until status is completed or failed.`,
  operations: ['cases.submit'],
  standsFor: ['runs.start', 'workflows.simulate'],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    spec_id: specField,
    case_data: z.looseObject({}).optional().describe('Case variables that match data_schema.'),
    case_xml: xmlField('case_data'),
    idempotency_key: keyText.describe('Unique per submission. If repeated, returns same case_id.'),
  }),
  spellings: { workflow_id: 'spec_id', inputs: 'case_data', idempotency: 'idempotency_key' },
  output: object({
    case_id: text,
    status: choice(['created', 'running', 'completed', 'failed']),
    created_at: time,
    specification: record,
    next: text,
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
