/** Random sessions: their start, their state, and what a wrong answer does to them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann } from '../operations/operations-harness.ts';
import { type FlowDocument, type QuestionDocument, questionsOf, variablesOf } from './flow-document.ts';
import { playRandom } from './play-random.ts';
import type { Answer } from './question-sessions.ts';
import { validAnswer, wrongAnswer } from './random-answer.ts';
import { expectedState, openRandomSessions, type RandomSessions } from './random-sessions.ts';
import { ReferenceSession } from './reference-session.ts';
import { eachRound, rounds, seed } from './rounds.ts';

const about = `seed ${seed}, ${rounds} rounds`;
let sessions: RandomSessions;

beforeAll(async () => {
  sessions = await openRandomSessions();
});
afterAll(() => sessions.close());

const now = (): number => sessions.harness.clock.now();
const lookups = (): number => sessions.harness.connector.calls.length;
const restart = async (flow: FlowDocument): Promise<Answer> =>
  (await sessions.harness.call(ann, 'questions.restart', {
    workflow_id: flow.workflow_id,
  })) as unknown as Answer;

/** All but what every state has anew. */
function contentOf({
  state_blob: _blob,
  expires_at: _expiry,
  notifications: _told,
  state: _,
  ...content
}: Answer) {
  return content;
}

/** The same for answers of different sessions. */
function flowContentOf(answer: Answer) {
  const { session_id: _, ...content } = contentOf(answer);
  return content;
}

test(`[Q2.1][Q4.4] property 2: a restored session has the same state, question and history, also when it is restored again, ${about}`, async () => {
  let nested = 0;
  await sessions.playAll(2, async ({ answer, reference }) => {
    const calls = lookups();
    const once = await sessions.restore(answer);
    const twice = await sessions.restore(once);
    expect(contentOf(once)).toEqual(contentOf(answer));
    expect(once.state).toMatchObject({
      ...expectedState(reference),
      session_id: answer.session_id,
      feedback_proposals: [],
    });
    expect(twice.state).toEqual(once.state);
    expect(contentOf(twice)).toEqual(contentOf(once));
    expect(lookups()).toBe(calls);
    nested += Object(once.state).level_stack.length > 0 ? 1 : 0;
  });
  expect(nested).toBeGreaterThan(rounds / 2);
});

test(`[Q2.1][Q4.4] property 2: a session that is restored before each answer goes on as one that is not, ${about}`, async () => {
  let before: Answer | null = null;
  await sessions.playAll(102, async ({ answer, given }) => {
    if (given !== null && before !== null) {
      const { value, timestamp } = given;
      const restored = await sessions.restore(await sessions.restore(before));
      const more = { complete: false, ...(timestamp === undefined ? {} : { timestamp }) };
      const next = await sessions.submit(restored, value, more);
      expect(contentOf(next)).toEqual(contentOf(answer));
      expect((await sessions.restore(next)).state).toEqual((await sessions.restore(answer)).state);
    }
    before = answer;
  });
});

test(`[Q3.2] property 11: no two sessions have the same id, ${about}`, async () => {
  const ids: string[] = [];
  await eachRound(11, async ({ number, random }) => {
    const flow = sessions.flowAt(number);
    const begins = () =>
      random.shuffle([sessions.start(flow.workflow_id), restart(flow), sessions.start(flow.workflow_id)]);
    const begun = [...(await Promise.all(begins())), await restart(flow)];
    ids.push(...begun.map(({ session_id: id }) => id));
  });
  expect(new Set(ids).size).toBe(rounds * 4);
  for (const id of ids) expect(id).toMatch(/^run_[0-9a-z]{26}$/);
});

const shownOf = (flow: FlowDocument, asked: QuestionDocument, reference: ReferenceSession) => {
  const { id, type, prompt, help_text = '', default: initial = null, validation = {} } = asked;
  const { regex = null, min_value = null, max_value = null, format = null, rule, message } = validation;
  const names = variablesOf(flow, asked);
  return {
    ...{ id, type, prompt, help_text, sensitive: names.length > 0 },
    choices: type === 'choice' ? reference.choicesOf(asked) : null,
    default: initial,
    accepts: names.map((name) => `$${name}`),
    validation: {
      ...{ required: initial !== '', regex, min_value, max_value, format },
      rule: rule === undefined ? null : (message ?? expect.any(String)),
    },
    number: reference.history.length + 1,
    remaining: reference.remaining(),
  };
};

test(`[Q3.1][Q3.2] property 12: the answer to a start has the first question, an id, and a state that can be answered, ${about}`, async () => {
  const types = new Set<string>();
  await eachRound(12, async ({ number, random }) => {
    const flow = sessions.flowAt(number);
    const begun = await sessions.start(flow.workflow_id);
    const reference = new ReferenceSession(flow, now);
    const { current } = reference;
    expect(begun).toMatchObject({
      session_id: expect.stringMatching(/^run_/),
      workflow_id: flow.workflow_id,
      state_blob: expect.stringMatching(/^sb1\../),
      expires_at: new Date(now() + 30 * 86_400_000).toISOString(),
      run_id: null,
      run_status: null,
    });
    expect(begun.question).toEqual(current === null ? null : shownOf(flow, current, reference));
    expect(begun.feedback_history).toHaveLength(reference.history.length);
    const value = validAnswer(random, reference);
    if (current === null || value === undefined) return;
    types.add(current.type);
    reference.answer(value);
    const next = await sessions.submit(begun, value, { complete: false });
    expect(next.session_id).toBe(begun.session_id);
    expect(next.question?.id ?? null).toBe(reference.current?.id ?? null);
  });
  expect(types.size).toBe(4);
});

test(`[Q3.2][Q6.1] property 13: a wrong answer changes nothing, and the error names its question and rule; a valid one goes on, ${about}`, async () => {
  const seen = new Set<string>();
  await eachRound(13, async ({ number, random }) => {
    const flow = sessions.flowAt(number);
    let before: Answer | null = null;
    await playRandom(sessions, flow, random, async ({ answer, reference }) => {
      const { current } = reference;
      expect(answer.question?.id ?? null).toBe(current?.id ?? null);
      // The state that the wrong answers were given to has been answered.
      if (before !== null)
        expect(answer.feedback_history.length).toBeGreaterThan(before.feedback_history.length);
      before = answer;
      const wrong = wrongAnswer(random, reference);
      if (current === null || wrong === undefined) return;
      const { value, rule } = wrong;
      seen.add(rule);
      const calls = lookups();
      const { state } = await sessions.restore(answer);
      const sent = random.pick([value, { value }]);
      const error = await sessions.refused(sessions.submit(answer, sent));
      const isSecret = rule === 'secret';
      expect(error).toEqual({
        message: expect.any(String),
        ...(isSecret
          ? { code: 'SECRET_ERROR', field: current.id, env_var: variablesOf(flow, current)[0] }
          : { code: 'VALIDATION_ERROR', field: current.id, validation_rule: rule }),
      });
      const after = await sessions.restore(answer);
      expect(after.state).toEqual(state);
      expect(contentOf(after)).toEqual(contentOf(answer));
      expect(lookups()).toBe(calls);
    });
  });
  const rules = [
    'type',
    'required',
    'regex',
    'min_value',
    'max_value',
    'choices',
    'format',
    'rule',
    'secret',
  ];
  expect([...seen].sort()).toEqual(rules.sort());
});

test(`[Q3.2] property 14: a restart is a new session at its first question, and leaves the old one as it is, ${about}`, async () => {
  await sessions.playAll(14, async ({ answer, reference, given }) => {
    if (given === null) return;
    const { state } = await sessions.restore(answer);
    const { flow } = reference;
    const begun = await sessions.start(flow.workflow_id);
    const again = await restart(flow);
    expect(flowContentOf(again)).toEqual(flowContentOf(begun));
    expect([answer.session_id, begun.session_id]).not.toContain(again.session_id);
    const fresh = new ReferenceSession(flow, now);
    expect((await sessions.restore(again)).state).toMatchObject(expectedState(fresh));
    expect((await sessions.restore(answer)).state).toEqual(state);
  });
  expect(questionsOf(sessions.flowAt(0)).length).toBeGreaterThan(0);
});
