/** Random sessions of random flows, compared with a reference after every answer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { levelsOf } from './flow-document.ts';
import { playRandom } from './play-random.ts';
import { expectedState, openRandomSessions, type RandomSessions } from './random-sessions.ts';
import { eachRound, rounds, seed, where } from './rounds.ts';

const about = `seed ${seed}, ${rounds} rounds`;
let sessions: RandomSessions;

beforeAll(async () => {
  sessions = await openRandomSessions();
});
afterAll(() => sessions.close());

test(`[Q2.1][Q2.2] property 1: position, levels and history are those of the reference after every answer, ${about}`, async () => {
  let answers = 0;
  let nested = 0;
  await sessions.playAll(1, async ({ answer, reference }) => {
    answers += 1;
    nested += reference.frames.length > 1 ? 1 : 0;
    expect(answer.question?.id ?? null).toBe(reference.current?.id ?? null);
    const { state } = await sessions.restore(answer);
    expect(state).toMatchObject({ ...expectedState(reference), feedback_proposals: [] });
    expect(answer.question?.number ?? null).toBe(reference.current && reference.history.length + 1);
    expect(answer.question?.remaining ?? null).toBe(reference.current && reference.remaining());
  });
  expect([answers > rounds * 3, nested > rounds / 2]).toEqual([true, true]);
});

test(`[Q2.3] property 7: the history has the answers in the order in which they were given, with numbers that grow by one, ${about}`, () =>
  sessions.playAll(7, ({ answer, reference }) => {
    const { feedback_history: history } = answer;
    expect(history.map(({ feedback_id: id }) => id)).toEqual(history.map((_, index) => index));
    expect(history.map(({ question_id: id }) => id)).toEqual(
      reference.history.map(({ question }) => question),
    );
  }));

describe('automatic answers', () => {
  test(`[Q2.4] property 15: a question with a valid automatic answer is not asked, noted as automatic, and passed, ${about}`, async () => {
    let automatic = 0;
    await sessions.playAll(15, ({ answer, reference }) => {
      const found = answer.feedback_history.filter(({ is_automatic: isAutomatic }) => isAutomatic);
      const expected = reference.history.filter((entry) => entry.automatic);
      automatic += expected.length;
      expect(found.map(({ question_id: id }) => id)).toEqual(expected.map(({ question }) => question));
      for (const { feedback_id: id, value, is_sensitive: isSecret } of found)
        expect(value).toBe(isSecret ? '***REDACTED***' : reference.history[id]?.value);
    });
    expect(automatic).toBeGreaterThan(rounds);
  });

  test(`[Q2.4] property 16: a question whose automatic answer has no value, or no valid one, is asked, ${about}`, async () => {
    let asked = 0;
    await sessions.playAll(16, ({ answer, reference }) => {
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
    await sessions.playAll(22, async ({ answer, reference, given }) => {
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
    await sessions.playAll(23, async ({ answer, reference }) => {
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
    const { reference } = await playRandom(
      sessions,
      sessions.flowAt(number),
      random,
      ({ answer, reference }) => {
        const { question } = answer;
        if (question !== null && question.remaining !== null)
          bounds.push([reference.history.length, question.remaining]);
      },
    );
    const total = reference.history.length + (reference.current === null ? 0 : 1);
    for (const [at, remaining] of bounds)
      expect(total, where({ number })).toBeLessThanOrEqual(at + 1 + remaining);
  }));

test('[Q2.2] the random flows have levels down to the third', () => {
  const depths = sessions.flows.map((flow) => levelsOf(flow).length);
  expect(Math.max(...depths)).toBe(4);
});
