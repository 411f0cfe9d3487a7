/** Presents the run of a work item after an action on the item, so that the caller can continue. */

import { anything, list, object, record, text } from '../../../languages/answer-schema.ts';
import { type MovedItem, presentRunOf, type RunView, runningTasks } from '../../../operations/index.ts';
import type { JsonObject, ToolAnswer, ToolCall, ToolOutcome } from '../contract/tool.ts';
import { presentQuestion, questionsOf } from './present-question.ts';
import { messageOf, nextOf, readMoreHintOf, statusOf } from './present-run.ts';

export const afterItemAnswer = object({
  workitem_id: text,
  status: text,
  case_status: text,
  next_tasks: list(text),
  result: anything,
  work_items: list(record),
  next: text,
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
