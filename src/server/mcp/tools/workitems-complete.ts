import { z } from 'zod';
import { type MovedItem, OperationError, type RunView } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { ToolCall, ToolOutcome } from '../contract/tool.ts';
import { afterItem, afterItemAnswer } from '../present/present-after-item.ts';
import { performRenamed } from './perform-renamed.ts';
import { keyField, waitField, workItemField, workItemSpellings, xmlField } from './tool-fields.ts';

export const workitemsComplete = defineTool({
  name: 'workitems_complete',
  title: 'Answer a question',
  toolset: 'cases',
  alsoIn: ['orchestration'],
  isUsual: true,
  terms: 'cases',
  description: `Answers a work item: a question that a run asks, a task, or a doubt about a call. The run goes on at once.

Use it after a run said input_required: work_item_id says which item, “expects” which fields output_data takes. A step of a guide is yours to do: output_data is {"output": what you produced, "context": variables to set}; what does not meet its criteria is refused with the issues and suggestions. Never invent an answer: ask the user, unless the item is yours to decide. An item that nobody holds need not be checked out first, unless it is of several instances (YAWL). An answer that does not fit is refused with everything that is wrong, and can be sent again. Approvals and confirmations can only be given by a person: a client with forms shows one, also when you call this without output_data.
It waits up to wait_ms for the run to come to its next stop, and says where it stands (case_status): completed with its “result”, input_required with the next questions (“work_items”), or running: then call cases_status.`,
  operations: ['items.complete'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    workitem_id: workItemField,
    output_data: z.unknown().optional().describe('The answer: an object with the fields of “expects”.'),
    output_xml: xmlField(
      'Of an item of a YAWL specification, instead of output_data: the same as XML.',
    ).optional(),
    wait_ms: waitField(5_000, 'the run has ended or asks again'),
    idempotency_key: keyField,
  }),
  spellings: { ...workItemSpellings, answer: 'output_data', output: 'output_data', data: 'output_data' },
  asks: true,
  output: afterItemAnswer,
  aliases: ['workitems/complete', 'workitems.complete'],
  async perform(answered, call) {
    const { workitem_id: item, output_data: output, output_xml: outputXml, idempotency_key: key } = answered;
    const operationInput = {
      item,
      ...(output === undefined ? {} : { output }),
      ...(outputXml === undefined ? {} : { outputXml }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    };
    const renamed = { output: 'output_data', outputXml: 'output_xml' };
    try {
      const done = await performRenamed<MovedItem>(call, 'items.complete', operationInput, renamed);
      return await afterItem(call, done, answered.wait_ms);
    } catch (error) {
      const isBare = output === undefined && outputXml === undefined;
      const run = isBare && call.canAsk ? runForPeople(error) : undefined;
      if (run === undefined) throw error;
      return askPeople(call, { item, run, waitMs: answered.wait_ms });
    }
  },
});

/** The run of what only a person may answer; undefined where the error is another. */
function runForPeople(error: unknown): string | undefined {
  if (!(error instanceof OperationError) || error.details.code !== 'person_required') return undefined;
  const run = error.details.context?.['run'];
  return typeof run === 'string' ? run : undefined;
}

/** Whoever brings no answer of their own to what is for people brings it before their human, once more. */
async function askPeople(
  call: ToolCall,
  { item, run, waitMs }: { readonly item: string; readonly run: string; readonly waitMs: number },
): Promise<ToolOutcome> {
  const told = { workitem_id: item, work_item_id: item, case_id: run, run_id: run };
  return { kind: 'run', run: await call.perform<RunView>('runs.get', { run }), waitMs, told };
}
