import { z } from 'zod';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { runAnswer } from '../present/present-run.ts';
import { mismatchesOfRun, startRun } from './start-run.ts';
import { documentField, keyField, runHints, waitField, workflowField } from './tool-fields.ts';

/** Tool field by field of the operations. */
const names = { params: 'inputs', source: 'manifest_content', workflow: 'workflow_id' };

export const workflowRun = defineTool({
  name: 'workflow_run',
  title: 'Run a workflow',
  toolset: 'orchestration',
  alsoIn: ['authoring', 'cases'],
  isUsual: true,
  description: `Runs a workflow by its id, or a document that you send, and waits up to wait_ms.

Use it when there is no w_… tool for the workflow, or to try a draft. The run survives this call, and restarts.
Next, by status: completed: use “result”. running: cases_status with run_id as case_id. input_required: ask the user “message”, then workitems_complete with work_item_id. failed: the error says why.`,
  operations: ['runs.start'],
  standsFor: ['workflows.simulate'],
  hints: runHints,
  tasks: 'optional',
  input: z
    .strictObject({
      workflow_id: workflowField.optional().describe('Id of the workflow.'),
      manifest_content: documentField.optional(),
      inputs: z.looseObject({}).default({}).describe('Its parameters by name.'),
      wait_ms: waitField(5_000),
      dry_run: z.boolean().default(false).describe('Only simulate.'),
      idempotency_key: keyField,
      cancel_with_request: z.boolean().default(false).describe('Cancel with this call.'),
    })
    .refine(({ workflow_id: id, manifest_content: text }) => id !== undefined || text !== undefined, {
      path: ['workflow_id'],
      message: 'the id of a workflow, or a document in “manifest_content”',
    }),
  spellings: { manifest: 'manifest_content', content: 'manifest_content', params: 'inputs' },
  output: runAnswer,
  aliases: ['workflow.run', 'workflow/run'],
  perform({ workflow_id: workflow, manifest_content: source, inputs, ...options }, call) {
    const what = {
      ...(workflow === undefined ? {} : { workflow }),
      ...(source === undefined ? {} : { source }),
    };
    // The value came as JSON.
    return startRun(call, { what, params: inputs as JsonObject, options, names });
  },
  async mismatches({ workflow_id: workflow, manifest_content: source, inputs = {} }, call) {
    const isNamed = typeof workflow === 'string' || typeof source === 'string';
    if (!isNamed || typeof inputs !== 'object' || inputs === null || Array.isArray(inputs)) return [];
    const what = {
      ...(typeof workflow === 'string' ? { workflow } : {}),
      ...(typeof source === 'string' ? { source } : {}),
    };
    return mismatchesOfRun(call, { what, params: inputs as JsonObject, names });
  },
});
