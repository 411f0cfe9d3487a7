import { z } from 'zod';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { runAnswer } from '../present/present-run.ts';
import { mismatchesOfRun, startRun } from './start-run.ts';
import { documentField, keyField, runHints, waitField, workflowField } from './tool-fields.ts';

/** By field of the operations. */
const names = {
  params: 'inputs',
  source: 'manifest_content',
  workflow: 'workflow_id',
  'runs.start': 'workflow_run',
};

export const workflowRun = defineTool({
  name: 'workflow_run',
  title: 'Run a workflow',
  toolset: 'orchestration',
  alsoIn: ['authoring', 'cases'],
  isUsual: true,
  description: `Runs a workflow by its id, or a document that you send along, and waits a moment for it.

Use it when no w_… tool for the workflow is among your tools, or to try a draft (manifest_content). Parameters: see its w_… tool, or input_schema of workflow_get. With dry_run: true it is only played, with examples in place of every call: nothing is touched.
The run is durable: it goes on after this call, and survives restarts. The answer says where it stands:
- completed: “result” is what it gives.
- running: keep run_id; call cases_status with it as case_id.
- input_required: somebody has to answer “message”; ask the user, then call workitems_complete with work_item_id. Of a guide “message” is the step that you do now, and the answer to workitems_complete holds the next one.
- failed: an error that says which step, why, and what had been reached (“partial”).
Send an idempotency_key when you might have to repeat the call. Cancelling this call leaves the run alone, unless cancel_with_request is true; cases_cancel ends it.`,
  operations: ['runs.start'],
  hints: runHints,
  tasks: 'optional',
  input: z
    .strictObject({
      workflow_id: workflowField
        .optional()
        .describe('Id of the workflow; with manifest_content, which of its workflows.'),
      manifest_content: documentField.optional(),
      inputs: z.looseObject({}).default({}).describe('Parameters of the workflow, by name.'),
      wait_ms: waitField(5_000, 'the run has ended or somebody has to answer'),
      dry_run: z.boolean().default(false).describe('Only play it, without touching anything.'),
      idempotency_key: keyField,
      cancel_with_request: z.boolean().default(false).describe('Cancel the run when this call is cancelled.'),
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
    // It came as JSON.
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
