import { z } from 'zod';
import { formKindOf, type MovedItem, OperationError, type RunView } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { ToolCall, ToolOutcome } from '../contract/tool.ts';
import { afterItem, afterItemAnswer } from '../present/present-after-item.ts';
import { performRenamed } from './perform-renamed.ts';
import { saidOfLanguages } from './stepwise.ts';
import { itemRequestFields, itemRequestOf, waitField, workItemSpellings, xmlField } from './tool-fields.ts';

export const workitemsComplete = defineTool({
  name: 'workitems_complete',
  title: 'Complete a work item',
  toolset: 'cases',
  alsoIn: ['orchestration', 'authoring'],
  isUsual: true,
  terms: 'cases',
  description: `Completes a work item with an answer: a question that a run asks, a task, or a call whose outcome is unknown. The run continues at once.

Use it after a run answered input_required: work_item_id identifies the item, “expects” lists the fields of output_data. ${saidOfLanguages('answered')} Never invent an answer: ask the user, unless the item is yours to decide. An item without a holder needs no checkout, unless it is multi-instance. An invalid answer is refused with all violations, and can be sent again. Only a person can approve or confirm: a client with forms shows one if your credentials allow it, also when you call this without output_data. What the user declined in a form, you cannot answer.
It waits up to wait_ms for the next stop of the run, and returns case_status: completed with its “result”, input_required with the next questions (“work_items”), or running: then call cases_status.`,
  operations: ['items.complete'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    ...itemRequestFields,
    output_data: z.unknown().optional().describe('The answer: an object with the fields of “expects”.'),
    output_xml: xmlField('If the item takes XML, instead of output_data: the same as XML.').optional(),
    wait_ms: waitField(5_000, 'the run ends or asks again'),
  }),
  spellings: { ...workItemSpellings, answer: 'output_data', output: 'output_data', data: 'output_data' },
  asks: true,
  output: afterItemAnswer,
  aliases: ['workitems/complete', 'workitems.complete'],
  async perform(answered, call) {
    const { workitem_id: item, output_data: output, output_xml: outputXml } = answered;
    const operationInput = {
      ...itemRequestOf(answered),
      ...(output === undefined ? {} : { output }),
      ...(outputXml === undefined ? {} : { outputXml }),
    };
    const renamed = { output: 'output_data', outputXml: 'output_xml' };
    try {
      const done = await performRenamed<MovedItem>(call, 'items.complete', operationInput, renamed);
      return await afterItem(call, done, answered.wait_ms);
    } catch (error) {
      const isBare = output === undefined && outputXml === undefined;
      const run =
        isBare && call.canAsk && formKindOf(call.principal) === 'person' ? runForPeople(error) : undefined;
      if (run === undefined) throw error;
      return askPeople(call, { item, run, waitMs: answered.wait_ms });
    }
  },
});

/** The run of an item that only a person may answer; `undefined` for other errors. */
function runForPeople(error: unknown): string | undefined {
  if (!(error instanceof OperationError) || error.details.code !== 'person_required') return undefined;
  const run = error.details.context?.['run'];
  return typeof run === 'string' ? run : undefined;
}

/** If an item is for people and the caller sends no answer, the client shows it to its user again. */
async function askPeople(
  call: ToolCall,
  { item, run, waitMs }: { readonly item: string; readonly run: string; readonly waitMs: number },
): Promise<ToolOutcome> {
  const told = { workitem_id: item, case_id: run };
  return { kind: 'run', run: await call.perform<RunView>('runs.get', { run }), waitMs, told };
}
