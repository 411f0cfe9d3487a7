/** Presents the run of a work item after an action on the item, so that the caller can continue. */

import { anything, choice, list, number, object, record, text } from '../../../languages/answer-schema.ts';
import { type MovedItem, presentRunOf, type RunView, runningTasks } from '../../../operations/index.ts';
import type { JsonObject, ToolAnswer, ToolCall, ToolOutcome } from '../contract/tool.ts';
import { presentQuestion, questionAnswer, questionsOf } from './present-question.ts';
import { messageOf, nextOf, readMoreHintOf, runFields, runStatuses, statusOf } from './present-run.ts';
import { repeatedAnswer } from './present-work-item.ts';

export const afterItemAnswer = object({
  workitem_id: text(),
  task_name: text('Its task.'),
  status: text('Of the work item: completed, skipped.'),
  case_id: text(),
  repeated: repeatedAnswer,
  case_status: choice(runStatuses, 'Status of the run now.'),
  next_tasks: list(text(), 'Steps that are active or wait now.'),
  progress: number(),
  message: text('Status of the run, in a sentence.'),
  result: anything('Output of the workflow, if it has completed.'),
  work_items: list(questionAnswer, 'Open questions of the run.'),
  ...runFields.fields,
  left_out: record('By field: what was too big for this answer, and how to read it.'),
  next: text('What to do next.'),
});

/** @param waitMs until the run reaches its next stop */
export async function afterItem(call: ToolCall, done: MovedItem, waitMs: number): Promise<ToolOutcome> {
  const { run } = done.run;
  const told: JsonObject = {
    workitem_id: done.item.item,
    task_name: done.item.task,
    status: done.item.state,
    case_id: run,
    ...(done.repeated ? { repeated: true } : {}),
  };
  // A caller that may only work on items gets no data of runs.
  if (!call.principal.scopes.has('workflows:query')) {
    return { kind: 'answer', value: { ...told, next_tasks: [] } };
  }
  return { kind: 'run', run: await call.perform<RunView>('runs.get', { run, waitMs }), waitMs, told };
}

/** @param told result of the action on the item */
export function presentAfterItem(told: JsonObject, run: RunView): ToolAnswer {
  const status = statusOf(run);
  const questions = questionsOf(run);
  const value: JsonObject = {
    ...told,
    case_status: status,
    next_tasks: runningTasks(run),
    progress: run.progress,
    message: messageOf(run, status),
    ...(status === 'completed' ? { result: run.output } : {}),
    ...(questions.length === 0
      ? {}
      : { work_items: questions.map((each) => presentQuestion(each, 'cases')) }),
    ...presentRunOf(run)?.fields,
    ...nextOf(run, status, questions),
  };
  return { kind: 'answer', value, ...readMoreHintOf(run), bulky: ['result'] };
}
