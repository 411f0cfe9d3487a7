/** What the run of a work item does after something was done with the item: what whoever did it goes on with. */
import { type MovedItem, type RunView, runningTasks } from '../../../operations/index.ts';
import type { JsonObject, ToolAnswer, ToolCall, ToolOutcome } from '../contract/tool.ts';
import { anything, choice, list, number, object, record, text } from './answer-schema.ts';
import { namesOf, presentQuestion, questionAnswer, questionsOf } from './present-question.ts';
import {
  messageOf,
  nextOf,
  readMoreHintOf,
  runStatuses,
  skippedAndWarningsOf,
  statusOf,
} from './present-run.ts';
import { repeatedAnswer } from './present-work-item.ts';

export const afterItemAnswer = object({
  workitem_id: text(),
  work_item_id: text('The same.'),
  task_name: text('Its task.'),
  step_id: text('The same.'),
  status: text('Of the work item: completed, skipped.'),
  case_id: text(),
  run_id: text('The same.'),
  repeated: repeatedAnswer,
  case_status: choice(runStatuses, 'Where the run stands now.'),
  next_tasks: list(text(), 'Steps that are under way or wait now.'),
  progress: number(),
  message: text('How the run stands, in a sentence.'),
  result: anything('What the workflow gives, where it has completed.'),
  work_items: list(questionAnswer, 'Questions of the run that are open now.'),
  skipped: list(
    record(),
    'Steps of a guide that were passed over after this one, with the reason: id, title, reason, iteration.',
  ),
  warnings: list(text(), 'Loops of a guide that ended with something left to do.'),
  left_out: record('By field: what was too big for this answer, and how it is read.'),
  next: text('What to do next.'),
});

/** @param waitMs until the run has come to its next stop */
export async function afterItem(call: ToolCall, done: MovedItem, waitMs: number): Promise<ToolOutcome> {
  const { run } = done.run;
  const told: JsonObject = {
    ...namesOf(done.item.item, done.item.task),
    status: done.item.state,
    case_id: run,
    run_id: run,
    ...(done.repeated ? { repeated: true } : {}),
  };
  // Whoever may only work on items is not told about runs.
  if (!call.principal.scopes.has('workflows:query')) {
    return { kind: 'answer', value: { ...told, next_tasks: [] } };
  }
  return { kind: 'run', run: await call.perform<RunView>('runs.get', { run, waitMs }), waitMs, told };
}

/** @param told what was done with the item */
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
    ...(questions.length === 0 ? {} : { work_items: questions.map(presentQuestion) }),
    ...skippedAndWarningsOf(run),
    ...nextOf(run, status, questions),
  };
  return { kind: 'answer', value, ...readMoreHintOf(run), bulky: ['result'] };
}
