import { z } from 'zod';
import type { MovedItem, RunView } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { anything, choice, list, number, object, record, text } from '../present/answer-schema.ts';
import { presentQuestion, questionFields, questionsOf } from '../present/present-question.ts';
import { currentSteps, messageOf, nextOf, restOf, statusOf } from '../present/present-run.ts';
import { performRenamed } from './perform-renamed.ts';
import { keyField, waitField, workItemField, workItemSpellings } from './tool-fields.ts';

export const workitemsComplete = defineTool({
  name: 'workitems_complete',
  title: 'Answer a question',
  toolset: 'cases',
  alsoIn: ['orchestration'],
  isUsual: true,
  description: `Answers a work item: a question that a run asks, a task, or a doubt about a call. The run goes on at once.

Use it after a run said input_required: work_item_id says which item, “expects” which fields output_data takes. Never invent an answer: ask the user, unless the item is yours to decide. An item that nobody holds need not be checked out first. An answer that does not fit is refused with everything that is wrong, and can be sent again. Approvals can only be given by a person.
It waits up to wait_ms for the run to come to its next stop, and says where it stands (case_status): completed with its “result”, input_required with the next questions (“work_items”), or running: then call cases_status.`,
  operations: ['items.complete'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    workitem_id: workItemField,
    output_data: z.unknown().optional().describe('The answer: an object with the fields of “expects”.'),
    wait_ms: waitField(5_000, 'the run has ended or asks again'),
    idempotency_key: keyField,
  }),
  spellings: { ...workItemSpellings, answer: 'output_data', output: 'output_data' },
  output: object({
    workitem_id: text(),
    status: text('Of the work item: completed.'),
    case_id: text(),
    run_id: text('The same.'),
    case_status: choice(
      ['completed', 'running', 'input_required', 'suspended', 'failed', 'cancelled'],
      'Where the run stands now.',
    ),
    next_tasks: list(text(), 'Steps that are under way or wait now.'),
    progress: number(),
    message: text('How the run stands, in a sentence.'),
    result: anything('What the workflow gives, where it has completed.'),
    work_items: list(object(questionFields), 'Questions of the run that are open now.'),
    left_out: record('By field: what was too big for this answer, and how it is read.'),
    next: text('What to do next.'),
  }),
  aliases: ['workitems/complete', 'workitems.complete'],
  async perform({ workitem_id: item, output_data: output, wait_ms: waitMs, idempotency_key: key }, call) {
    const order = {
      item,
      ...(output === undefined ? {} : { output }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    };
    const done = await performRenamed<MovedItem>(call, 'items.complete', order, { output: 'output_data' });
    const { run } = done.run;
    const value: JsonObject = {
      workitem_id: done.item.item,
      status: done.item.state,
      case_id: run,
      run_id: run,
    };
    // Whoever may only work on items is not told about runs.
    if (!call.principal.scopes.has('workflows:query')) {
      return { kind: 'answer', value: { ...value, next_tasks: [] } };
    }
    const after = await call.perform<RunView>('runs.get', { run, waitMs });
    return {
      kind: 'answer',
      value: { ...value, ...presentAfter(after) },
      ...restOf(after),
      bulky: ['result'],
    };
  },
});

function presentAfter(run: RunView): JsonObject {
  const status = statusOf(run);
  const questions = questionsOf(run);
  return {
    case_status: status,
    next_tasks: currentSteps(run),
    progress: run.progress,
    message: messageOf(run, status),
    ...(status === 'completed' ? { result: run.output } : {}),
    ...(questions.length === 0 ? {} : { work_items: questions.map(presentQuestion) }),
    ...nextOf(run, status, questions),
  };
}
