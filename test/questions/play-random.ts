/** Plays a random session: the product and the reference get the same answers. */
import type { Random } from '../../src/testing/index.ts';
import type { FlowDocument, Scalar } from './flow-document.ts';
import type { Answer, QuestionSessions } from './question-sessions.ts';
import { formOf, validAnswer } from './random-answer.ts';
import { ReferenceSession } from './reference-session.ts';

export interface PlayedStep {
  readonly answer: Answer;
  readonly reference: ReferenceSession;
  /** What led here; null at the start. */
  readonly given: Given | null;
}

export interface Given {
  readonly question: string;
  readonly value: Scalar;
  readonly timestamp: number | undefined;
}

const maxAnswers = 25;

/**
 * @param look at the start, and after each answer
 * @param complete the operations are performed when all is answered
 * @returns the last step; its reference has no open question if all are answered
 */
export async function playRandom(
  sessions: QuestionSessions,
  flow: FlowDocument,
  random: Random,
  look: (step: PlayedStep) => Promise<void> | void,
  complete = false,
): Promise<PlayedStep> {
  const { clock } = sessions.harness;
  const answer = await sessions.start(flow.workflow_id);
  const reference = new ReferenceSession(flow, () => clock.now());
  let step: PlayedStep = { answer, reference, given: null };
  await look(step);
  for (let count = 0; count < maxAnswers; count++) {
    const { current } = reference;
    const value = validAnswer(random, reference);
    if (current === null || value === undefined) break;
    const timestamp = random.chance(0.3) ? random.int(2 ** 31) : undefined;
    clock.advance(random.int(5_000));
    step = { ...step, given: { question: current.id, value, timestamp } };
    reference.answer(value, timestamp);
    const more = { complete, ...(timestamp === undefined ? {} : { timestamp }) };
    step = { ...step, answer: await sessions.submit(step.answer, formOf(random, value), more) };
    await look(step);
  }
  // No start performs operations, also if nothing is asked.
  if (complete && step.given === null && step.reference.current === null)
    step = { ...step, answer: await sessions.complete(step.answer) };
  return step;
}
