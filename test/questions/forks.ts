/** Forks of a session: each goes on from one of its states, with answers of its own. */
import type { Random } from '../../src/testing/index.ts';
import type { FlowDocument, Scalar } from './flow-document.ts';
import { playRandom } from './play-random.ts';
import type { Answer, QuestionSessions } from './question-sessions.ts';
import { validAnswer } from './random-answer.ts';
import { ReferenceSession } from './reference-session.ts';

/** A session of which all states are kept. */
export interface Trunk {
  readonly flow: FlowDocument;
  /** The first has no answer; each has one more than the one before it. */
  readonly states: readonly Answer[];
  readonly values: readonly Scalar[];
}

export interface Fork {
  /** Its last state: no question is open, no operation is started. */
  readonly answer: Answer;
  readonly reference: ReferenceSession;
  /** What led to it: an earlier state, and the answer to it. Null if there was none. */
  readonly last: { readonly state: Answer; readonly value: Scalar } | null;
}

/** A session up to its last answer, or up to a limit. No operation is started. */
export async function growTrunk(
  sessions: QuestionSessions,
  flow: FlowDocument,
  random: Random,
): Promise<Trunk> {
  const states: Answer[] = [];
  const values: Scalar[] = [];
  await playRandom(sessions, flow, random, ({ answer, given }) => {
    states.push(answer);
    if (given !== null) values.push(given.value);
  });
  return { flow, states, values };
}

/**
 * Goes on from one of the states with random answers, or first with those of the session. Null if the questions do not
 * end.
 * @param at the number of answers that it shares
 * @param repeated how many more it repeats
 */
export async function forkAt(
  sessions: QuestionSessions,
  { flow, states, values }: Trunk,
  random: Random,
  at: number,
  repeated = 0,
): Promise<Fork | null> {
  const reference = new ReferenceSession(flow, () => sessions.harness.clock.now());
  for (const value of values.slice(0, at)) reference.answer(value);
  let state = states[at];
  if (state === undefined) throw new Error(`The session has no state ${at}.`);
  let last: Fork['last'] = at === 0 ? null : lastOf({ states, values }, at);
  for (let count = at; reference.current !== null; count++) {
    const value = count < at + repeated ? values[count] : validAnswer(random, reference);
    if (value === undefined || count > at + maxAnswers) return null;
    sessions.harness.clock.advance(random.int(5_000));
    reference.answer(value);
    last = { state, value };
    state = await sessions.submit(state, value, { complete: false });
  }
  return { answer: state, reference, last };
}

function lastOf({ states, values }: Pick<Trunk, 'states' | 'values'>, at: number): Fork['last'] {
  const [state, value] = [states[at - 1], values[at - 1]];
  return state === undefined || value === undefined ? null : { state, value };
}

const maxAnswers = 25;
