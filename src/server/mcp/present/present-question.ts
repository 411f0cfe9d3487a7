/** What a run asks of somebody, as every tool shows it: whoever reads it knows what to answer, and under which id. */
import type { Json } from '../../../kernel/index.ts';
import type { ExpectedField, ItemView, RunView, RunWait } from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';
import { choice, record, text } from './answer-schema.ts';

export const questionFields = {
  work_item_id: text('Id of the work item, for workitems_complete.'),
  step_id: text('The step that asks.'),
  reason: choice(
    ['work', 'doubt', 'approval'],
    'work: the workflow asks; doubt: what became of a call; approval: of a fork.',
  ),
  message: text('What is asked.'),
  expects: record('Fields of the answer, by name: type, required, description, default.'),
  answer_schema: record('JSON Schema of the answer (output_data).'),
  holder: text('Who has checked it out; empty where nobody has.'),
};

export type Question = Pick<
  ItemView,
  'item' | 'task' | 'reason' | 'message' | 'expects' | 'answerSchema' | 'holder'
>;

export function presentQuestion(question: Question): JsonObject {
  const { item, task, reason, message, expects, answerSchema, holder } = question;
  return {
    work_item_id: item,
    step_id: task,
    reason,
    message,
    expects: presentExpected(expects),
    answer_schema: answerSchema,
    holder,
  };
}

export function presentExpected(expects: readonly ExpectedField[]): JsonObject {
  return Object.fromEntries(expects.map(({ name, ...rest }): [string, Json] => [name, { ...rest }]));
}

/** The open ones, as far as the run tells them. */
export function questionsOf({ waitingFor }: Pick<RunView, 'waitingFor'>): readonly Question[] {
  return waitingFor.filter(isQuestion);
}

const isQuestion = (wait: RunWait): wait is Extract<RunWait, { kind: 'item' }> => wait.kind === 'item';

/** What to do about a question, in one sentence. */
export function nextOfQuestion({ item, reason }: Pick<Question, 'item' | 'reason'>): string {
  switch (reason) {
    case 'approval':
      return `A person has to approve this, for example with “signalbox answer ${item}” in a terminal.`;
    case 'doubt':
      return `Find out what became of the call, then say so with workitems_complete {"workitem_id": "${item}", "output_data": {"verdict": "succeeded" | "failed" | "retry", …}}.`;
    case 'work':
      return `Ask the user what “message” asks, then call workitems_complete {"workitem_id": "${item}", "output_data": {…}} with the fields of “expects”.`;
  }
}
