import { z } from 'zod';
import { formKindOf, type MovedItem, OperationError, type RunView } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { ToolCall, ToolOutcome } from '../contract/tool.ts';
import { afterItem, afterItemAnswer } from '../present/present-after-item.ts';
import { performRenamed } from './perform-renamed.ts';
import { itemRequestFields, itemRequestOf, waitField, workItemSpellings, xmlField } from './tool-fields.ts';

export const workitemsComplete = defineTool({
  name: 'workitems_complete',
  title: 'Complete a work item',
  toolset: 'cases',
  alsoIn: ['orchestration', 'authoring'],
  isUsual: true,
  terms: 'cases',
  description: `Completes a work item with an answer: a question of a run, a task, or a call with an unknown outcome. The run continues.

Use it after input_required; output_data has the fields of “expects”. Never invent an answer: ask the user, unless it is yours to do. Only a person can approve or confirm: without output_data, their client shows a form.
Next, by case_status: completed: “result”; input_required: “work_items”; running: cases_status.`,
  operations: ['items.complete'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    ...itemRequestFields,
    output_data: z.unknown().optional().describe('The answer.'),
    output_xml: xmlField('output_data'),
    wait_ms: waitField(5_000),
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
