/** Random sessions of random flows, compared with a reference after every answer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FlowDocument, levelsOf, questionsOf, variablesOf } from './flow-document.ts';
import { type PlayedStep, playRandom } from './play-random.ts';
import { openQuestionSessions, type QuestionSessions } from './question-sessions.ts';
import { randomFlow } from './random-flow.ts';
import type { ReferenceSession } from './reference-session.ts';
import { eachRound, rounds, roundsOf, seed, where } from './rounds.ts';

const about = `seed ${seed}, ${rounds} rounds`;
const flows = roundsOf(1).map(({ random, number }) => randomFlow(random, `flow-${number}`));
let sessions: QuestionSessions;

beforeAll(async () => {
  sessions = await openQuestionSessions(flows);
});
afterAll(() => sessions.close());

const flowAt = (number: number): FlowDocument => {
  const flow = flows[number];
  if (flow === undefined) throw new Error(`There is no flow ${number}.`);
  return flow;
};

/** Plays every flow once more, with other answers for each property. */
const playAll = (property: number, look: (step: PlayedStep) => Promise<void> | void) =>
  eachRound(property, async ({ number, random }) => {
    await playRandom(sessions, flowAt(number), random, look);
  });

const historyOf = (reference: ReferenceSession) =>
  reference.history.map(({ question, value, automatic, timestamp }, id) => {
    const asked = questionsOf(reference.flow).find((each) => each.id === question);
    return {
      feedback_id: id,
      timestamp,
      entry_id: question,
      entry_data: { type: asked?.type, value },
      is_automatic: automatic,
      is_sensitive: asked !== undefined && variablesOf(reference.flow, asked).length > 0,
    };
  });

/** The state as the reference predicts it. */
const expectedState = (reference: ReferenceSession) => ({
  workflow_id: reference.flow.workflow_id,
  current_question_id: reference.current?.id ?? null,
  feedback_history: historyOf(reference),
  level_stack: reference.levels().slice(0, -1),
  current_level: reference.levels().at(-1) ?? null,
  deferred_operations: reference.registered.map(({ operation, feedback }) => ({
    type: operation.includes('.') ? 'adapter_operation' : 'operation',
    feedback_id: feedback,
    adapter_name: operation.includes('.') ? operation.split('.')[0] : '',
    operation_data: { operation_id: operation },
  })),
  feedback_proposals: [],
});

test(`[Q2.1][Q2.2] property 1: position, levels and history are those of the reference after every answer, ${about}`, async () => {
  let answers = 0;
  let nested = 0;
  await playAll(1, async ({ answer, reference }) => {
    answers += 1;
    nested += reference.frames.length > 1 ? 1 : 0;
    expect(answer.question?.id ?? null).toBe(reference.current?.id ?? null);
    const { state } = await sessions.restore(answer);
    expect(state).toMatchObject(expectedState(reference));
    expect(answer.question?.number ?? null).toBe(reference.current && reference.history.length + 1);
    expect(answer.question?.remaining ?? null).toBe(reference.current && reference.remaining());
  });
  expect([answers > rounds * 3, nested > rounds / 2]).toEqual([true, true]);
});

test(`[Q2.3] property 7: the history has the answers in the order in which they were given, with numbers that grow by one, ${about}`, () =>
  playAll(7, ({ answer, reference }) => {
    const { feedback_history: history } = answer;
    expect(history.map(({ feedback_id: id }) => id)).toEqual(history.map((_, index) => index));
    expect(history.map(({ question_id: id }) => id)).toEqual(
      reference.history.map(({ question }) => question),
    );
  }));

describe('automatic answers', () => {
  test(`[Q2.4] property 15: a question with a valid automatic answer is not asked, noted as automatic, and passed, ${about}`, async () => {
    let automatic = 0;
    await playAll(15, ({ answer, reference }) => {
      const found = answer.feedback_history.filter(({ is_automatic: isAutomatic }) => isAutomatic);
      const expected = reference.history.filter((entry) => entry.automatic);
      automatic += expected.length;
      expect(found.map(({ question_id: id }) => id)).toEqual(expected.map(({ question }) => question));
      for (const { question_id: id, value, is_sensitive: isSecret } of found) {
        const noted = reference.history[answer.feedback_history.findIndex((each) => each.question_id === id)];
        expect(isSecret ? value : String(value)).toBe(isSecret ? '***REDACTED***' : String(noted?.value));
      }
    });
    expect(automatic).toBeGreaterThan(rounds);
  });

  test(`[Q2.4] property 16: a question whose automatic answer has no value, or no valid one, is asked, ${about}`, async () => {
    let asked = 0;
    await playAll(16, ({ answer, reference }) => {
      const { current } = reference;
      if (current?.automatic_answer === undefined) return;
      asked += 1;
      expect(answer.question).toMatchObject({ id: current.id, type: current.type, prompt: current.prompt });
      expect(answer.completed).toBe(false);
    });
    expect(asked).toBeGreaterThan(rounds / 4);
  });
});

describe('nested workflows', () => {
  test(`[Q2.2] property 22: entering a nested workflow grows the stack by one, leaving it shrinks it by one, ${about}`, async () => {
    let [entered, left] = [0, 0];
    let before: { readonly depth: number; readonly history: number } | null = null;
    await playAll(22, async ({ answer, reference, given }) => {
      const { state } = await sessions.restore(answer);
      const stack = state?.['level_stack'] as readonly unknown[];
      const depth = reference.current === null ? 0 : stack.length;
      const one = given === null ? null : before;
      before = { depth, history: reference.history.length };
      if (one === null || one.history + 1 !== reference.history.length) return;
      // Exactly one answer: the stack changes by at most one level downwards, and by those that ended upwards.
      expect(depth).toBeLessThanOrEqual(one.depth + 1);
      if (depth > one.depth) {
        entered += 1;
        const parent = stack.at(-1) as { readonly stopped_at_entry_id: string };
        expect(parent.stopped_at_entry_id).toBe(given?.question);
      } else if (depth < one.depth) left += 1;
    });
    expect([entered > rounds / 10, left > rounds / 20]).toEqual([true, true]);
  });

  test(`[Q2.2] property 23: a nested workflow knows the answers before it, its parent keeps what it knew, and gets the answers of it, ${about}`, async () => {
    let inside = 0;
    await playAll(23, async ({ answer, reference }) => {
      if (reference.current === null) return;
      const { state } = await sessions.restore(answer);
      const stack = state?.['level_stack'] as unknown as readonly Context[];
      const current = state?.['current_level'] as unknown as Context;
      expect(current.planning_context).toEqual(reference.values());
      for (const [index, { planning_context: known }] of stack.entries()) {
        inside += 1;
        expect(known).toEqual(reference.levels()[index]?.planning_context);
        expect(Object.keys(current.planning_context)).toEqual(expect.arrayContaining(Object.keys(known)));
      }
    });
    expect(inside).toBeGreaterThan(rounds / 2);
  });
});

interface Context {
  readonly planning_context: Readonly<Record<string, unknown>>;
}

test(`[Q3.1] the questions that follow are never more than what a question says, ${about}`, () =>
  eachRound(101, async ({ number, random }) => {
    const bounds: (readonly [at: number, remaining: number])[] = [];
    const { reference } = await playRandom(sessions, flowAt(number), random, ({ answer, reference }) => {
      const { question } = answer;
      if (question !== null && question.remaining !== null)
        bounds.push([reference.history.length, question.remaining]);
    });
    const total = reference.history.length + (reference.current === null ? 0 : 1);
    for (const [at, remaining] of bounds)
      expect(total, where({ number })).toBeLessThanOrEqual(at + 1 + remaining);
  }));

test('[Q2.2] the random flows have levels down to the third', () => {
  const depths = flows.flatMap((flow) => levelsOf(flow).length);
  expect(Math.max(...depths)).toBe(4);
});
