import { z } from 'zod';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { runAnswer } from '../present/present-run.ts';
import { mismatchesOfRun, startRun } from './start-run.ts';
import { saidOfLanguages } from './stepwise.ts';
import { documentField, keyField, runHints, waitField, workflowField } from './tool-fields.ts';

/** Tool field by field of the operations. */
const names = { params: 'inputs', source: 'manifest_content', workflow: 'workflow_id' };

export const workflowRun = defineTool({
  name: 'workflow_run',
  title: 'Run a workflow',
  toolset: 'orchestration',
  alsoIn: ['authoring', 'cases'],
  isUsual: true,
  description: `Runs a workflow by its id, or a document that you send, and waits up to wait_ms for it.

Use it when your tools have no w_… tool for the workflow, or to try a draft (manifest_content). Parameters: see its w_… tool, or input_schema of workflow_get. With dry_run: true it is only simulated, with examples instead of every call and no side effects.
The run is durable: it continues after this call, and survives restarts. The answer contains its status:
- completed: “result” is its output.
- running: keep run_id; call cases_status with it as case_id.
- input_required: “message” needs an answer; ask the user, then call workitems_complete with work_item_id. ${saidOfLanguages('started')}
- failed: an error with the step, the reason, and the partial result (“partial”).
Send an idempotency_key when you might have to repeat the call. Cancelling this call does not cancel the run, unless cancel_with_request is true; cases_cancel cancels it.`,
  operations: ['runs.start'],
  standsFor: ['workflows.simulate'],
  hints: runHints,
  tasks: 'optional',
  input: z
    .strictObject({
      workflow_id: workflowField
        .optional()
        .describe('Id of the workflow; with manifest_content, which of its workflows.'),
      manifest_content: documentField.optional(),
      inputs: z.looseObject({}).default({}).describe('Parameters of the workflow, by name.'),
      wait_ms: waitField(5_000, 'the run ends or needs an answer'),
      dry_run: z.boolean().default(false).describe('Only simulate it, without side effects.'),
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
