/** Why a request about a question flow is refused. */

import type { Failure } from '../../kernel/index.ts';
import { joinPhrases, type Phrase, phrase } from '../phrase.ts';
import type { RefusalReport } from '../refusal.ts';
import { adapterOf, type Flow, isSensitive, type Question, statesOf } from './flow.ts';
import type { AnswerProblem } from './validate-answer.ts';

/** @param context what the error names beside the question */
export function answerRefused(
  question: Question,
  { rule, message, expected }: AnswerProblem,
  context: { readonly [name: string]: string } = {},
): RefusalReport {
  const about = { ...context, question: question.id };
  if (isSensitive(question)) {
    const [name = ''] = question.secrets;
    return { code: 'secret_refused', message, context: { ...about, envVar: name } };
  }
  return {
    code: 'question_answer_refused',
    message,
    context: about,
    // The answer may hold anything, and is not quoted.
    violations: [{ path: question.id, rule, message, expected, actual: 'another answer' }],
  };
}

/** Why a state cannot be used. */
export type SessionReason =
  | 'malformed'
  | 'unknown_key'
  | 'tampered'
  | 'expired'
  | 'foreign'
  | 'outdated'
  | 'completed'
  | 'cancelled'
  | 'conflict'
  | 'unavailable'
  | 'too_large'
  | 'limit'
  | 'unanswered'
  | 'nothing_before';

export function sessionRefused(
  session: string,
  reason: SessionReason,
  message: string,
  versions: { readonly expectedVersion?: string; readonly actualVersion?: string } = {},
): RefusalReport {
  const context = { session, reason, ...versions };
  return { code: 'session_refused', message, suggestedAction: actions[reason], context };
}

const restart = phrase`Begin again with ${{ operation: 'questions.restart' }}, and pass the answers that you know.`;
const asReceived = 'Send the last state exactly as you received it.';

const actions: Readonly<Record<SessionReason, Phrase>> = {
  malformed: asReceived,
  tampered: asReceived,
  unknown_key: joinPhrases(['Ask the operator to add the key that sealed the state.', restart]),
  expired: restart,
  foreign: 'Send the state of this session, with the credentials that began it.',
  outdated: phrase`Call ${{ operation: 'questions.restore' }}: if only the open question has changed, the session continues with it. Otherwise call ${{ operation: 'questions.restart' }} with the answers that you know.`,
  completed: phrase`Call ${{ operation: 'questions.restore' }}: it returns what was done. If “completed” is false and “run_status” null, call ${{ operation: 'questions.complete' }}.`,
  cancelled: restart,
  conflict: phrase`Call ${{ operation: 'questions.restart' }} if the operations must be performed with these answers, too.`,
  unavailable: 'Ask the operator to add a key.',
  too_large: phrase`Give shorter answers, or run the flow with ${{ operation: 'runs.start' }}.`,
  limit: restart,
  unanswered: phrase`Answer it with ${{ operation: 'questions.submit' }}.`,
  nothing_before: 'Answer the open question.',
};

export const adapterFailed = (
  adapter: string,
  message: string,
  cause: string,
  more: RefusalReport['context'] = {},
): RefusalReport => ({
  code: 'adapter_failed',
  message,
  context: { ...more, adapter, cause },
});

export const choicesFailed = (flow: Flow, question: string, failure: CallFailure): RefusalReport =>
  callFailed(
    flow,
    question,
    `The choices of “${question}” could not be fetched: ${failure.message}`,
    failure,
  );

/** Of a refused secret, `data` has the names, as connectors report them. */
type CallFailure = Pick<Failure, 'code' | 'message' | 'data'>;

/**
 * A call failed.
 * @param part the question or the operation that makes it
 */
export function callFailed(
  flow: Flow,
  part: string,
  message: string,
  { code, message: cause, data }: CallFailure,
  more: RefusalReport['context'] = {},
): RefusalReport {
  if (code !== 'secret-refused') return adapterFailed(adapterOf(part) || part, message, cause, more);
  const refused: readonly unknown[] = [Object(data).secrets].flat();
  const named = statesOf(flow).flatMap(({ question: { id, secrets } }) =>
    secrets.filter((name) => refused.includes(name)).map((envVar) => ({ question: id, envVar })),
  );
  return {
    code: 'secret_refused',
    message,
    suggestedAction: cause,
    context: { ...more, ...(named[0] ?? { question: part }) },
  };
}
