/** Plays a random session that also goes back, is restored, and gets wrong answers: the reference does the same. */
import type { Random } from '../../src/testing/index.ts';
import type { FlowDocument, Scalar } from './flow-document.ts';
import type { Answer, DesignError, QuestionSessions } from './question-sessions.ts';
import { formOf, validAnswer, wrongAnswer } from './random-answer.ts';
import { type GivenAnswer, ReferenceChanges } from './reference-changes.ts';

export interface ChangedStep {
  readonly answer: Answer;
  readonly expected: ReferenceChanges;
  readonly action: Action;
}

export type Action =
  | { readonly kind: 'begun' | 'back' | 'restored' }
  | {
      readonly kind: 'answered';
      readonly question: string;
      readonly value: Scalar;
      /** The answer that was proposed because it was given before; null if there was none. */
      readonly earlier: Scalar | null;
      /** How many answers waited to be used again, this one included. */
      readonly waiting: number;
    }
  | { readonly kind: 'refused'; readonly error: DesignError; readonly rule: string };

const maxActions = 24;

/** @param known answers that are known before the start */
export async function playChanges(
  sessions: QuestionSessions,
  flow: FlowDocument,
  random: Random,
  look: (step: ChangedStep) => Promise<void> | void,
  known: readonly GivenAnswer[] = [],
): Promise<ChangedStep> {
  const { clock } = sessions.harness;
  const answers = Object.fromEntries(known.map(({ question, value }) => [question, value]));
  const begun = await sessions.start(flow.workflow_id, known.length === 0 ? {} : { answers });
  const expected = new ReferenceChanges(flow, () => clock.now(), known);
  let step: ChangedStep = { answer: begun, expected, action: { kind: 'begun' } };
  await look(step);
  for (let count = 0; count < maxActions; count++) {
    clock.advance(random.int(5_000));
    const next = await random.weighted(actionsAt(step))(sessions, step, random);
    if (next === null) continue;
    step = { ...step, ...next };
    await look(step);
  }
  return step;
}

/** Null: it is not possible here. */
type Perform = (
  sessions: QuestionSessions,
  step: ChangedStep,
  random: Random,
) => Promise<Pick<ChangedStep, 'answer' | 'action'> | null>;

const giveAnswer: Perform = async (sessions, { answer, expected }, random) => {
  const { current } = expected.reference;
  const value = chooseAnswer(expected, random);
  if (current === null || value === undefined) return null;
  const timestamp = random.chance(0.3) ? random.int(2 ** 31) : undefined;
  const earlier = expected.pending.find(({ question }) => question === current.id)?.value ?? null;
  const waiting = expected.pending.length;
  expected.answer(value, timestamp);
  const more = { complete: false, ...(timestamp === undefined ? {} : { timestamp }) };
  return {
    answer: await sessions.submit(answer, formOf(random, value), more),
    action: { kind: 'answered', question: current.id, value, earlier, waiting },
  };
};

/** The proposal, or another answer: a decisive one, if there is one. */
function chooseAnswer(expected: ReferenceChanges, random: Random): Scalar | undefined {
  const { proposal, reference } = expected;
  const { current } = reference;
  const isValid = current !== null && proposal !== null && reference.problemOf(current, proposal) === null;
  if (isValid && random.chance(0.3)) return proposal;
  return decisiveAnswer(expected, random) ?? validAnswer(random, reference);
}

/** One after which not all of the later answers fit. */
function decisiveAnswer(expected: ReferenceChanges, random: Random): Scalar | undefined {
  for (let attempt = 0; expected.pending.length > 1 && attempt < 5; attempt++) {
    const value = validAnswer(random, expected.reference);
    if (value === undefined) return undefined;
    const copy = expected.copy();
    copy.answer(value);
    if (copy.pending.length > 0) return value;
  }
  return undefined;
}

const giveWrongAnswer: Perform = async (sessions, { answer, expected }, random) => {
  const wrong = wrongAnswer(random, expected.reference);
  if (wrong === undefined) return null;
  const error = await sessions.refused(sessions.submit(answer, wrong.value));
  return { answer, action: { kind: 'refused', error, rule: wrong.rule } };
};

const goBack: Perform = async (sessions, { answer, expected }, random) => {
  if (expected.earlier.length === 0) return null;
  const decisive = random
    .shuffle(expected.earlier)
    .slice(0, 3)
    .find((id) => {
      const copy = expected.copy();
      copy.back(id);
      return decisiveAnswer(copy, random) !== undefined;
    });
  const question = random.pick([undefined, random.pick(expected.earlier), decisive, decisive, decisive]);
  expected.back(question);
  const action = { kind: 'back' } as const;
  if (question === undefined || random.chance(0.5))
    return { answer: await sessions.back(answer, question), action };
  return { answer: await sessions.restore(answer, { question_id: question }), action };
};

const restore: Perform = async (sessions, { answer }) => ({
  answer: await sessions.restore(answer),
  action: { kind: 'restored' },
});

/** First forward: what comes after a change is interesting if there is much of it. */
const actionsAt = ({ expected: { given, reference } }: ChangedStep) =>
  [
    [12, giveAnswer],
    [given.length < 5 && reference.current !== null ? 1 : 8, goBack],
    [2, giveWrongAnswer],
    [1, restore],
  ] as const;
