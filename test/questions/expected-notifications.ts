/**
 * What the caller of a request must be told of a change: the notifications of the design, in order, as the reference
 * predicts.
 */
import { questionsOf, variablesOf } from './flow-document.ts';
import type { Answer, Feedback } from './question-sessions.ts';
import type { DialogueStep } from './random-dialogue.ts';
import type { ReferenceChanges } from './reference-changes.ts';

export type Told = Answer['notifications'];

const mask = '***REDACTED***';

export function expectedNotifications({ request, answer, expected, noted, isCompleted }: DialogueStep): Told {
  const { session_id } = answer;
  const { reference, flow } = expected;
  const history = expectedHistory(expected);
  const told = (name: string, params: object) => ({
    method: `workflow/${name}`,
    params: { session_id, ...params },
  });
  const ended = (reason: string) =>
    told('QuestionPathCompleted', { question_path: flow.workflow_id, reason });
  if (request.name === 'cancel') return [ended('Canceled')];
  return [
    ...(request.name === 'restore' ? [told('SessionRestored', { feedback_count: history.length })] : []),
    ...noted.map(({ id, earlier }) => {
      const isChanged = earlier !== undefined && earlier.value !== reference.history[id]?.value;
      const name = isChanged ? 'QuestionPathFeedbackUpdated' : 'QuestionPathFeedbackEntered';
      return told(name, { feedback: history[id], is_new_feedback: earlier === undefined });
    }),
    ...expectedQuestion(answer, expected).map((current_question) =>
      told('QuestionPathNextQuestionReady', { current_question }),
    ),
    ...(isCompleted ? [ended('Closed')] : []),
  ];
}

/** The answers so far, as a client sees them. */
export const expectedHistory = ({ reference, flow }: ReferenceChanges): readonly Feedback[] =>
  reference.history.map(({ question: id, value, automatic, timestamp }, index) => {
    const asked = questionsOf(flow).find((question) => question.id === id);
    const isSecret = asked !== undefined && variablesOf(flow, asked).length > 0;
    return {
      feedback_id: index,
      timestamp,
      question_id: id,
      prompt: asked?.prompt ?? '',
      type: asked?.type ?? '',
      value: isSecret ? mask : value,
      is_automatic: automatic,
      is_sensitive: isSecret,
      status: 'valid',
    };
  });

/** As the answer has it, with what the reference knows of it. */
function expectedQuestion({ question }: Answer, { reference, flow, proposal }: ReferenceChanges) {
  const { current } = reference;
  if (current === null) return [];
  const { id, type, prompt, help_text = '' } = current;
  return [
    {
      ...question,
      ...{ id, type, prompt, help_text, default: proposal },
      sensitive: variablesOf(flow, current).length > 0,
      number: reference.history.length + 1,
      remaining: reference.remaining(),
    },
  ];
}

/** What a notification is about, in short. */
export function kindOf({ method, params }: Told[number]): string {
  const {
    feedback,
    is_new_feedback: isNew,
    reason,
  } = params as {
    readonly feedback?: Feedback;
    readonly is_new_feedback?: boolean;
    readonly reason?: string;
  };
  return [
    method.replace(/^workflow\/(?:QuestionPath)?/, ''),
    ...(reason === undefined ? [] : [reason]),
    ...(feedback?.is_automatic === true ? ['automatic'] : []),
    ...(feedback?.value === mask ? ['secret'] : []),
    ...(isNew === false ? ['again'] : []),
  ].join(' ');
}
