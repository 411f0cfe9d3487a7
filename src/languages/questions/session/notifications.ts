/** What the observers of a session are told of a change, with the names and fields of the design [Q5.1]. */

import type { Session } from './play.ts';
import type { SessionAnswer } from './session-fields.ts';

export type Notification = SessionAnswer['notifications'][number];
type Shown = Omit<SessionAnswer, 'notifications'>;

const notify = (name: string, params: Notification['params']): Notification => ({
  method: `workflow/${name}`,
  params,
});

/** @param before the session as it was; null: it has just begun */
export function changesOf(
  shown: Shown,
  before: Session | null,
  { played }: Session,
): readonly Notification[] {
  const { session_id, feedback_history } = shown;
  const proposals = new Map(Object.entries(before?.held.kept ?? {}).map(([id, all]) => [id, [...all]]));
  const known = before?.played.progress.history.length ?? 0;
  const entered = played.progress.history.slice(known).map(({ question: id, value, automatic }, at) => {
    const earlier = automatic ? undefined : proposals.get(id)?.shift();
    const isNew = earlier?.committed !== true;
    const isSame = isNew || JSON.stringify(earlier.value) === JSON.stringify(value);
    return notify(isSame ? 'QuestionPathFeedbackEntered' : 'QuestionPathFeedbackUpdated', {
      session_id,
      feedback: { ...feedback_history[known + at] },
      is_new_feedback: isNew,
    });
  });
  return [...entered, ...positionOf(shown)];
}

/** The question that is open now, or the end. */
export function positionOf({ session_id, workflow_id, question, completed }: Shown): readonly Notification[] {
  if (question !== null)
    return [notify('QuestionPathNextQuestionReady', { session_id, current_question: { ...question } })];
  return completed ? [ended(session_id, workflow_id, 'Closed')] : [];
}

export const ended = (
  session_id: string,
  question_path: string,
  reason: 'Closed' | 'Canceled',
): Notification => notify('QuestionPathCompleted', { session_id, question_path, reason });

export const restored = ({ session_id, feedback_history }: Shown): Notification =>
  notify('SessionRestored', { session_id, feedback_count: feedback_history.length });
