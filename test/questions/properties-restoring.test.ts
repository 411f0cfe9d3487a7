/** Sessions that go back, are restored and changed at random: what is proposed, used again, and part of the state. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Random } from '../../src/testing/index.ts';
import { ann } from '../operations/operations-harness.ts';
import { questionsOf, type Scalar } from './flow-document.ts';
import { type ChangedStep, playChanges } from './play-changes.ts';
import { playRandom } from './play-random.ts';
import type { Answer } from './question-sessions.ts';
import { validAnswer } from './random-answer.ts';
import { answersInAdvance } from './random-dialogue.ts';
import { expectedState, openRandomSessions, type RandomSessions } from './random-sessions.ts';
import type { ReferenceSession } from './reference-session.ts';
import { eachRound, maxDuration, rounds, seed } from './rounds.ts';
import { Tally } from './tally.ts';

const about = `seed ${seed}, ${rounds} rounds`;
vi.setConfig({ testTimeout: maxDuration });
let sessions: RandomSessions;

beforeAll(async () => {
  sessions = await openRandomSessions();
});
afterAll(() => sessions.close());

const stateOf = async (answer: Answer) => (await sessions.restore(answer)).state;

const withoutTimes = (history: unknown) =>
  (history as readonly object[]).map((each) => ({ ...each, timestamp: null }));

/** What a client sees, without the sealed state and the times of the server. */
function seenOf({
  state_blob: _,
  expires_at: _expiry,
  notifications: _told,
  state: _state,
  ...seen
}: Answer) {
  return { ...seen, feedback_history: withoutTimes(seen.feedback_history) };
}

describe('what was answered before is proposed', () => {
  /** A question that was asked, and the answer to it. */
  interface Asked {
    readonly at: Answer;
    readonly question: string;
    readonly value: Scalar;
  }

  interface Reached {
    readonly answer: Answer;
    readonly reference: ReferenceSession;
    /** In order. */
    readonly asked: readonly Asked[];
    readonly random: Random;
  }

  /** Plays each flow once. @param look at the start, and after each answer */
  const playAll = (property: number, look: (reached: Reached) => Promise<void>): Promise<void> =>
    eachRound(property, async ({ number, random }) => {
      let asked: readonly Asked[] = [];
      let before: Answer | null = null;
      await playRandom(sessions, sessions.flowAt(number), random, async ({ answer, reference, given }) => {
        if (before !== null && given !== null) asked = [...asked, { at: before, ...given }];
        before = answer;
        await look({ answer, reference, asked, random });
      });
    });

  /** The session is where it was, and proposes the answer. */
  async function expectReturned(back: Answer, { at, value }: Asked): Promise<void> {
    const { question, ...others } = seenOf(at);
    expect(seenOf(back)).toEqual({ ...others, question: { ...question, default: value } });
    expect({ ...(await stateOf(back)), feedback_proposals: [] }).toEqual(await stateOf(at));
  }

  /** Accepting the answer that is proposed leads to the same state again. */
  async function expectSame(back: Answer, answer: Answer): Promise<void> {
    const proposed = back.question?.default as Scalar;
    const again = await sessions.submit(back, proposed, { complete: false });
    expect(seenOf(again)).toEqual(seenOf(answer));
    const [one, other] = [await stateOf(again), await stateOf(answer)];
    expect({ ...one, feedback_history: withoutTimes(one?.['feedback_history']) }).toEqual({
      ...other,
      feedback_history: withoutTimes(other?.['feedback_history']),
    });
  }

  test(`[Q3.3] property 27: a session that returns to any earlier question proposes its answer, and accepting it leads to the same state, ${about}`, async () => {
    let returned = 0;
    const types = new Set<string>();
    await playAll(27, async ({ answer, asked, random }) => {
      if (asked.length === 0 || random.chance(0.5)) return;
      const { question } = random.pick(asked);
      const last = asked.findLast((each) => each.question === question);
      if (last === undefined) return;
      returned += asked.indexOf(last) < asked.length - 1 ? 1 : 0;
      const back = await random.pick([
        () => sessions.back(answer, question),
        () => sessions.restore(answer, { question_id: question }),
      ])();
      await expectReturned(back, last);
      await expectReturned(await sessions.restore(back), last);
      await expectSame(back, answer);
      types.add(back.question?.sensitive === true ? 'secret' : String(back.question?.type));
    });
    expect(returned).toBeGreaterThan(rounds / 2);
    expect([...types].sort()).toEqual(['boolean', 'choice', 'integer', 'secret', 'string']);
  });

  test(`[Q3.3] property 27: a session goes back one question at a time, also through loops and nested workflows, ${about}`, async () => {
    let [steps, repeated] = [0, 0];
    await playAll(127, async ({ answer, reference, asked, random }) => {
      if (reference.current !== null && !random.chance(0.1)) return;
      let back = answer;
      for (const each of asked.toReversed()) {
        steps += 1;
        repeated += asked.filter(({ question }) => question === each.question).length > 1 ? 1 : 0;
        back = await sessions.back(back);
        await expectReturned(back, each);
      }
      expect(await sessions.refused(sessions.back(back))).toMatchObject({ reason: 'nothing_before' });
      if (asked.length > 0) await expectSame(back, answer);
    });
    expect([steps > rounds * 3, repeated > rounds / 20]).toEqual([true, true]);
  });

  test(`[Q3.3] property 27: a question that is asked again in a loop proposes the answer of the pass before, ${about}`, async () => {
    let repeated = 0;
    await playAll(227, async ({ answer, reference }) => {
      const { current } = reference;
      if (current === null) return;
      const earlier = reference.valueNamed(current.id);
      repeated += earlier === undefined ? 0 : 1;
      expect(answer.question?.default).toBe(earlier ?? current.default ?? null);
    });
    expect(repeated).toBeGreaterThan(rounds / 20);
  });

  test(`[Q3.3] property 27: a session cannot go back to a question that was not asked, ${about}`, async () => {
    const seen = new Set<string>();
    await playAll(327, async ({ answer, reference, asked, random }) => {
      const others = questionsOf(reference.flow).filter(
        ({ id }) => !asked.some(({ question }) => question === id),
      );
      if (others.length === 0) return;
      const { id } = random.pick(others);
      seen.add(
        reference.current?.id === id ? 'open' : reference.valueNamed(id) === undefined ? 'new' : 'automatic',
      );
      const { session_id } = answer;
      for (const call of [sessions.back(answer, id), sessions.restore(answer, { question_id: id })])
        expect(await sessions.refused(call)).toMatchObject({
          ...{ code: 'SESSION_ERROR', session_id, reason: 'nothing_before' },
          message: `The question “${id}” was not asked before.`,
        });
    });
    expect([...seen].sort()).toEqual(['automatic', 'new', 'open']);
  });
});

/** Plays flows with many questions. */
const playLong = (property: number, look: (step: ChangedStep) => Promise<void> | void): Promise<void> => {
  const long = sessions.flows.filter((flow) => questionsOf(flow).length > 5);
  return eachRound(property, async ({ number, random }) => {
    await playChanges(sessions, long[number % long.length] ?? sessions.flowAt(number), random, look);
  });
};

describe('an answer is changed', () => {
  test(`[Q3.4] property 28: it is noted, and those after it are used again up to the first that does not fit, ${about}`, async () => {
    const seen = new Tally();
    await playLong(28, async ({ answer, expected, action }) => {
      const { reference, pending } = expected;
      const { current } = reference;
      expect(answer.question?.id ?? null).toBe(current?.id ?? null);
      expect(answer.question?.default ?? null).toBe(expected.proposal);
      if (action.kind !== 'answered' || action.earlier === null) return;
      expect(await stateOf(answer)).toMatchObject(expectedState(reference));
      if (action.earlier === action.value) return;
      seen.add('changed');
      if (action.waiting - 1 > pending.length) seen.add('used again');
      if (pending.some(({ question }) => question === current?.id)) seen.add('no longer valid');
      else if (pending.length > 0) seen.add(current === null ? 'no longer asked' : 'another is asked first');
    });
    const some = ['no longer valid', 'no longer asked', 'another is asked first'];
    expect(seen.below(Object.fromEntries(some.map((kind) => [kind, rounds / 20])))).toEqual([]);
    expect(seen.below({ changed: rounds, 'used again': rounds / 3 })).toEqual([]);
  });

  test(`[Q3.4] property 28: it is validated like any other, ${about}`, async () => {
    const rules = new Set<string>();
    await playLong(128, async ({ answer, expected, action }) => {
      const { current } = expected.reference;
      const isAgain = expected.pending.some(({ question }) => question === current?.id);
      if (action.kind !== 'refused' || !isAgain || current === null) return;
      rules.add(action.rule);
      const isSecret = action.rule === 'secret';
      expect(action.error).toMatchObject({
        code: isSecret ? 'SECRET_ERROR' : 'VALIDATION_ERROR',
        field: current.id,
        ...(isSecret ? {} : { validation_rule: action.rule }),
      });
      expect((await sessions.restore(answer)).question).toMatchObject({
        id: current.id,
        default: expected.proposal,
      });
    });
    expect([...rules].sort()).toEqual([
      'choices',
      'format',
      'max_value',
      'min_value',
      'regex',
      'rule',
      'secret',
      'type',
    ]);
  });
});

const inOrder = (proposals: readonly { readonly entry_id: string }[]) =>
  proposals.toSorted((one, other) =>
    one.entry_id < other.entry_id ? -1 : Number(one.entry_id > other.entry_id),
  );

describe('only answers that were given are part of the state', () => {
  // An exception to property 29: proposals are in the sealed state, apart from the committed answers. The server keeps
  // nothing, so an answer that waits to be used again would be lost; the design has a field for them.
  test(`[Q2.1] property 29: what waits to be used again is apart from them, and what was refused is not there, ${about}`, async () => {
    const seen = new Tally();
    await eachRound(29, async ({ number, random }) => {
      const flow = sessions.flowAt(number);
      const known = random.chance(0.5) ? answersInAdvance(random, flow) : [];
      const look = async ({ answer, expected, action }: ChangedStep) => {
        const { session_id } = answer;
        const { feedback_proposals: proposals, ...state } = (await stateOf(answer)) ?? {};
        expect(state).toEqual({
          ...{ session_id, workflow_version_hash: expect.any(String) },
          ...expectedState(expected.reference),
        });
        expect(inOrder(proposals as never)).toEqual(
          inOrder(
            expected.pending.map(({ question, value }) => ({ entry_id: question, entry_data: { value } })),
          ),
        );
        const kind = expected.pending.length > 0 ? `${action.kind}, some wait` : action.kind;
        seen.add(kind);
      };
      await playChanges(sessions, flow, random, look, known);
    });
    const kinds = ['begun', 'answered', 'refused', 'restored'].flatMap((kind) => [
      kind,
      `${kind}, some wait`,
    ]);
    expect(
      seen.below(Object.fromEntries([...kinds, 'back, some wait'].map((kind) => [kind, rounds / 4]))),
    ).toEqual([]);
  });

  test(`[Q2.1][Q11.1] property 29: the run of the operations gets no others, ${about}`, async () => {
    let [compared, waiting] = [0, 0];
    await eachRound(129, async ({ number, random }) => {
      const flow = sessions.flowAt(number);
      const { answer, expected } = await playChanges(sessions, flow, random, () => {});
      const { reference } = expected;
      let last = answer;
      for (
        let value = validAnswer(random, reference);
        value !== undefined && reference.history.length < 40;
        value = validAnswer(random, expected.reference)
      ) {
        expected.answer(value);
        last = await sessions.submit(last, value, { complete: false });
      }
      if (expected.reference.current !== null || reference.registered.length === 0) return;
      compared += 1;
      waiting += expected.pending.length > 0 ? 1 : 0;
      const { run_id: run } = await sessions.complete(last);
      const { output } = Object(await sessions.harness.call(ann, 'runs.get', { run }));
      expect(output.answers).toEqual(
        Object.fromEntries(last.feedback_history.map(({ question_id: id, value }) => [id, value])),
      );
    });
    expect([compared > rounds / 3, waiting > 0]).toEqual([true, true]);
  });
});
