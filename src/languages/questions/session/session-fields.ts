/** What the operations of question sessions take and return: the names are those of the design. */
import { z } from 'zod';
import { flag, integer, json, listOf, objectOf, orNull, text, timestamp } from '../../output-fields.ts';
import { questionTypes } from '../flow.ts';

const maxSealed = 1_000_000;

export const sessionFields = {
  session_id: z.string().min(1).max(200).describe('Of the first answer.'),
  state_blob: z.string().min(1).max(maxSealed).describe('Of the last answer, unchanged.'),
};

export const questionField = z.string().min(1).max(200);

export const answersField = z
  .object({})
  .catchall(z.union([z.string().max(65_536), z.number(), z.boolean()]))
  .describe('Answers that are known already, by the id of the question. Those that are valid are not asked.');

const question = objectOf({
  id: text('Id of the question.'),
  type: z.enum(questionTypes).describe('Type of the answer.'),
  prompt: text('The question.'),
  help_text: text('More about it; may be empty.'),
  choices: orNull(listOf(text()), 'What can be chosen; null if the answer is not a choice.'),
  default: json('The proposed answer: that of an earlier pass, or of the flow; null if there is none.'),
  sensitive: flag('Only the name of a secret is accepted, never the secret.'),
  accepts: listOf(text(), 'The accepted names of a secret, such as $API_TOKEN.'),
  validation: objectOf(
    {
      required: flag('Whether an empty text is refused.'),
      regex: orNull(text(), 'A text must match it.'),
      min_value: orNull(integer(), 'The smallest number.'),
      max_value: orNull(integer(), 'The largest number.'),
      format: orNull(text(), 'json: the text must be valid JSON.'),
      rule: orNull(text(), 'A condition over this answer and others.'),
    },
    'The rules of the answer.',
  ),
  number: integer('Its position: 1 is the first question.'),
  remaining: orNull(
    integer(),
    'How many questions can follow at most; null if some can be repeated without a limit.',
  ),
});

const feedback = objectOf({
  feedback_id: integer('Number of the answer, from 0.'),
  timestamp: integer('Milliseconds since 1970.'),
  question_id: text('Id of the question.'),
  prompt: text('The question.'),
  type: z.enum(questionTypes).describe('Type of the answer.'),
  value: json('The answer; ***REDACTED*** if it is sensitive.'),
  is_automatic: flag('Whether it was computed, and not asked.'),
  is_sensitive: flag('Whether it is a secret.'),
  status: z.literal('valid').describe('Every answer in the history was validated.'),
});

const operation = objectOf({
  operation_id: text('Id of the operation.'),
  type: text('adapter_operation, or operation.'),
  adapter_name: text('The adapter that it belongs to; may be empty.'),
  feedback_id: integer('The answer that registered it.'),
  status: z
    .enum(['registered', 'running', 'executed', 'skipped', 'failed', 'undone'])
    .describe('It is registered until its turn comes, after the last question is answered.'),
});

const notification = objectOf({
  method: text('Such as workflow/QuestionPathCompleted.'),
  params: z.record(z.string(), json('Of the notification.')),
});

export const sessionAnswer = objectOf({
  session_id: text('Id of the session.'),
  workflow_id: text('Id of the flow.'),
  question: orNull(question, 'What to ask now; null if all is answered.'),
  completed: flag('Whether the flow is completed, and its operations were started.'),
  state_blob: text('The state of the session, sealed. Send it with the next call.'),
  expires_at: timestamp('When this state expires.'),
  feedback_history: listOf(feedback, 'The answers so far.'),
  deferred_operations: listOf(operation, 'What is done when the last question is answered, in this order.'),
  run_id: orNull(text(), 'The run that performs the operations; null if there is none.'),
  run_status: orNull(text(), 'Its status.'),
  notifications: listOf(notification, 'What changed. Empty if the client got them before the answer.'),
  state: z.exactOptional(
    z.record(z.string(), json('Part of the state.')).describe('The state of the session, readable.'),
  ),
});

export type SessionAnswer = z.infer<typeof sessionAnswer>;
export type ShownQuestion = NonNullable<SessionAnswer['question']>;
