/** Sessions of random flows with random operations, what they call, and the failures that a test chooses. */
import { failed, succeeded } from '../../src/testing/index.ts';
import { type FlowDocument, statesOf } from './flow-document.ts';
import { playChanges } from './play-changes.ts';
import type { Failing, Outcome } from './predict-operations.ts';
import {
  type Answer,
  openQuestionSessions,
  type QuestionSessions,
  type Sealed,
} from './question-sessions.ts';
import { validAnswer } from './random-answer.ts';
import { randomFlow } from './random-flow.ts';
import { resultOf, withOperations } from './random-operations.ts';
import type { ReferenceSession } from './reference-session.ts';
import { type Round, roundsOf } from './rounds.ts';

export interface OperationSessions extends QuestionSessions {
  /** The flow of a round. */
  flowAt(round: Round): FlowDocument;
  /** Numbers of operations that fail. */
  readonly broken: Set<unknown>;
  /** What operations made, and no undo removes. */
  readonly stuck: Set<unknown>;
  /** Perhaps one of the operations of a flow fails from now on, and no other. */
  breakOne(round: Round, chance: number): Failing;
  /** Nothing fails any more. */
  mend(): void;
  /** What the operations of a session, and their undos, have called. */
  calls(session: Pick<Sealed, 'session_id'>): Outcome['calls'];
}

export async function openOperationSessions(): Promise<OperationSessions> {
  const flows = roundsOf(24).map(({ random, number }) =>
    withOperations(random, randomFlow(random, `flow-${number}`, { without: ['operations'] })),
  );
  const [broken, stuck] = [new Set<unknown>(), new Set<unknown>()];
  const sessions = await openQuestionSessions(flows, {
    make: ({ input }) => {
      const { number } = Object(input);
      return broken.has(number)
        ? failed('broken', `${number} cannot be made.`)
        : succeeded(resultOf({ number }));
    },
    unmake: ({ input }) => {
      const { made } = Object(input);
      return stuck.has(made) ? failed('stuck', `${made} cannot be removed.`) : succeeded(null);
    },
  });
  const flowAt = ({ number }: Pick<Round, 'number'>): FlowDocument => {
    const flow = flows[number];
    if (flow === undefined) throw new Error(`There is no flow ${number}.`);
    return flow;
  };
  return {
    ...sessions,
    ...{ broken, stuck, flowAt },
    breakOne({ number, random }, chance) {
      broken.clear();
      const operations = statesOf(flowAt({ number })).flatMap(({ operations: own = [] }) => own);
      if (operations.length === 0 || !random.chance(chance)) return {};
      const { id, args } = random.pick(operations);
      broken.add(args['number']);
      return { operation: id };
    },
    mend() {
      broken.clear();
      stuck.clear();
    },
    calls: ({ session_id: id }) =>
      sessions.harness.connector.calls.flatMap(({ run, operation, input }) =>
        run === id && operation !== 'lookup' ? [{ operation, input: Object(input) }] : [],
      ),
  };
}

export interface AnsweredSession {
  /** The last state; no operation is started. */
  readonly answer: Answer;
  readonly reference: ReferenceSession;
  /** All states that its client got, the last one included. */
  readonly states: readonly Answer[];
}

/** A session that went back and changed its answers. Null if its questions do not end. */
export async function answerWithChanges(
  sessions: OperationSessions,
  round: Round,
): Promise<AnsweredSession | null> {
  const { random } = round;
  const states: Answer[] = [];
  let { answer, expected } = await playChanges(sessions, sessions.flowAt(round), random, (step) => {
    states.push(step.answer);
  });
  for (let count = 0; count < maxAnswers; count++) {
    const { reference } = expected;
    if (reference.current === null) return { answer, reference, states };
    const value = validAnswer(random, reference);
    if (value === undefined) return null;
    expected.answer(value);
    answer = await sessions.submit(answer, value, { complete: false });
    states.push(answer);
  }
  return null;
}

const maxAnswers = 25;
