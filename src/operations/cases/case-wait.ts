/** Describes what a case waits for. A question includes everything that is needed to answer it. */
import { z } from 'zod';
import {
  byName,
  described,
  flag,
  integer,
  json,
  named,
  objectOf,
  oneOfKinds,
  text,
  timestamp,
} from '../../languages/output-fields.ts';
import { itemReason } from '../items/read-model/item-view.ts';
import { itemFieldsOf, itemFieldsOfLanguages } from '../language-lists/language-apis.ts';
import type { RunWait } from '../runs/read-model/waits-of-run.ts';
import { expectsByName, offerOf } from './question-texts.ts';

const taskName = text('Name of the task.');

export const caseWait = named(
  'CaseWait',
  'What a case waits for: an answer, a timer, a signal, or a call in progress.',
  oneOfKinds('kind', [
    objectOf({
      kind: z.literal('item'),
      task_name: taskName,
      workitem_id: text('Id of the work item.'),
      reason: itemReason,
      message: text('The question.'),
      expects: byName(
        json('Type, whether it is required, and further details.'),
        'Fields of the answer, by name.',
      ),
      answer_schema: json('JSON Schema of the answer.'),
      holder: text('Subject of the holder; empty if free.'),
      offered_to: z.exactOptional(text('Who may answer it, if restricted.')),
      may_answer: z.exactOptional(flag('Whether you may answer it.')),
      ...itemFieldsOfLanguages.cases,
    }),
    objectOf({ kind: z.literal('timer'), task_name: taskName, due: timestamp('When it continues.') }),
    objectOf({
      kind: z.literal('signal'),
      task_name: taskName,
      signal: text('Name of the signal.'),
      due: z.exactOptional(timestamp('When it continues without the signal.')),
    }),
    objectOf({
      kind: z.literal('call'),
      task_name: taskName,
      operation: text('The called operation.'),
      attempt: described(integer(), 'From 1.'),
    }),
  ]),
);

type CaseWait = z.infer<typeof caseWait>;

export function viewWait(wait: RunWait): CaseWait {
  const { task } = wait;
  switch (wait.kind) {
    case 'item': {
      const { kind, item, reason, message, expects, answerSchema, holder } = wait;
      return {
        kind,
        task_name: task,
        workitem_id: item,
        reason,
        message,
        expects: expectsByName(reason, expects),
        answer_schema: answerSchema,
        holder,
        ...offerOf(wait),
        ...itemFieldsOf(wait),
      };
    }
    case 'timer':
      return { kind: wait.kind, task_name: task, due: wait.due };
    case 'signal':
      return {
        kind: wait.kind,
        task_name: task,
        signal: wait.signal,
        ...(wait.due === null ? {} : { due: wait.due }),
      };
    case 'call':
      return { kind: wait.kind, task_name: task, operation: wait.operation, attempt: wait.attempt };
  }
}
