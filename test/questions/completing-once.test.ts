/** Forks of a session, also at the same time: it is completed once, or cancelled [Q4.2]. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Random } from '../../src/testing/index.ts';
import { type Branch, type Expected, ForkedSession } from './forked-session.ts';
import { type Fork, forkAt, growTrunk } from './forks.ts';
import { type OperationSessions, openOperationSessions } from './operation-sessions.ts';
import { predictOperations } from './predict-operations.ts';
import type { Answer } from './question-sessions.ts';
import { validAnswer } from './random-answer.ts';
import { eachRound, rounds, seed } from './rounds.ts';

const about = `seed ${seed}, ${rounds} rounds`;
let sessions: OperationSessions;

beforeAll(async () => {
  sessions = await openOperationSessions();
});
afterEach(() => sessions.mend());
afterAll(() => sessions.close());

const refusedWith = (session_id: string, reason: string) => ({
  ...{ code: 'SESSION_ERROR', message: expect.any(String), session_id, reason },
  ...{ expected_version: null, actual_version: null },
});

/** What a request that completes a session is answered with, as the reference predicts it. */
async function expectEnd(
  request: Promise<Answer>,
  expected: Expected,
  session: ForkedSession,
): Promise<void> {
  const { id, ending } = session;
  if (expected === 'conflict' || expected === 'cancelled') {
    expect(await sessions.refused(request)).toEqual(refusedWith(id, expected));
    return;
  }
  if (ending.kind !== 'performed') {
    expect(await request).toMatchObject({ completed: true, run_id: null });
    return;
  }
  const { results, performed, undone } = ending.outcome;
  if (expected === 'failed') {
    const error = { code: 'ADAPTER_ERROR', operation: performed.at(-1)?.id, undone: undone.join(', ') };
    expect(await sessions.refused(request)).toMatchObject(error);
    return;
  }
  expect(await request).toMatchObject({
    ...{ completed: true, run_id: id, run_status: 'completed' },
    deferred_operations: ending.by.reference.registered.map(({ operation }) => ({
      ...{ operation_id: operation, status: results[operation] === null ? 'skipped' : 'executed' },
    })),
  });
}

describe('one after the other', () => {
  const seen = new Map<string, number>();
  const note = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);

  async function cancel(session: ForkedSession, branch: Branch): Promise<void> {
    const expected = session.cancel(branch);
    note(`cancel: ${expected}`);
    const request = sessions.cancel(branch.state);
    if (expected === 'cancelled') expect(await request).toMatchObject({ run_status: 'cancelled' });
    else expect(await sessions.refused(request)).toEqual(refusedWith(session.id, expected));
  }

  async function complete(
    session: ForkedSession,
    branch: Branch,
    request: () => Promise<Answer>,
  ): Promise<void> {
    const before = session.ending;
    const expected = session.complete(branch);
    const isRepeated = before.kind === 'performed' && expected !== 'conflict';
    note(isRepeated ? `${before.by === branch ? 'the same' : 'another'} fork again: ${expected}` : expected);
    await expectEnd(request(), expected, session);
  }

  async function answer(session: ForkedSession, branch: Branch, random: Random): Promise<void> {
    const { state, reference } = branch;
    const value = validAnswer(random, reference);
    if (value === undefined) return;
    const next = session.after(branch, value);
    const isLast = next.reference.current === null && random.chance(0.5);
    const submit = () => sessions.submit(state, value, { complete: isLast });
    if (isLast) await complete(session, next, submit);
    // Its client keeps the earlier state, too, or not.
    else session.grow(branch, { ...next, state: await submit() }, random.chance(0.4));
  }

  test(`[Q4.2] the first fork that gives its last answer decides, the same answers get its result, other answers are refused, ${about}`, async () => {
    await eachRound(42, async (round) => {
      const { random } = round;
      const failing = sessions.breakOne(round, 0.3);
      const first = await sessions.start(sessions.flowAt(round).workflow_id);
      const session = new ForkedSession(sessions, first, sessions.flowAt(round), failing);
      for (let count = 0; count < 20; count++) {
        sessions.harness.clock.advance(random.int(5_000));
        const branch = random.pick(session.branches);
        if (random.chance(0.03)) await cancel(session, branch);
        else if (branch.reference.current !== null) await answer(session, branch, random);
        else await complete(session, branch, () => sessions.complete(branch.state));
      }
      const { ending } = session;
      note(`in the end: ${ending.kind}`);
      expect(sessions.calls(first)).toEqual(ending.kind === 'performed' ? ending.outcome.calls : []);
    });
    const kinds = [
      ...['completed', 'failed', 'conflict', 'cancelled', 'cancel: cancelled', 'cancel: completed'],
      ...['the same fork again: completed', 'another fork again: completed', 'another fork again: failed'],
      ...['open', 'performed', 'cancelled'].map((kind) => `in the end: ${kind}`),
    ];
    expect(kinds.filter((kind) => (seen.get(kind) ?? 0) < rounds / 24)).toEqual([]);
  });
});

describe('at the same time', () => {
  /** What a repeated request returns again: all but its own time. */
  const resultOf = ({
    session_id,
    completed,
    run_id,
    run_status,
    deferred_operations,
    ...answer
  }: Answer) => ({
    ...{ session_id, completed, run_id, run_status, deferred_operations },
    history: answer.feedback_history.map(({ timestamp: _, ...entry }) => entry),
  });

  /** Five times, as the last answer or as a request of its own. */
  const endings = ({ answer, last }: Fork, random: Random): readonly (() => Promise<Answer>)[] =>
    Array.from({ length: 5 }, () =>
      last !== null && random.chance(0.5)
        ? () => sessions.submit(last.state, last.value)
        : () => sessions.complete(answer),
    );

  test(`[Q4.2][Q11.1] the last answer that is sent five times performs the operations once, and has one result, ${about}`, async () => {
    const seen = { completed: 0, failed: 0 };
    await eachRound(43, async (round) => {
      const { random } = round;
      const failing = sessions.breakOne(round, 0.3);
      const trunk = await growTrunk(sessions, sessions.flowAt(round), random);
      const fork = await forkAt(sessions, trunk, random, random.int(trunk.states.length));
      if (fork === null || fork.reference.registered.length === 0) return;
      const { calls, failed } = predictOperations(fork.reference, failing);
      const requests = endings(fork, random).map((request) => request());
      if (failed) {
        const errors = await Promise.all(requests.map(sessions.refused));
        expect(errors[0]).toMatchObject({ code: 'ADAPTER_ERROR', operation: failing.operation });
        expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
      } else {
        const results = (await Promise.all(requests)).map(resultOf);
        expect(results[0]).toMatchObject({ completed: true, run_status: 'completed' });
        for (const result of results) expect(result).toEqual(results[0]);
      }
      expect(sessions.calls(fork.answer)).toEqual(calls);
      seen[failed ? 'failed' : 'completed'] += 1;
    });
    expect([seen.completed > rounds / 2, seen.failed > rounds / 24]).toEqual([true, true]);
  });

  test(`[Q4.2][Q11.3] of several forks and a cancellation exactly one wins, ${about}`, async () => {
    const wins = { fork: 0, cancelled: 0 };
    await eachRound(44, async (round) => {
      const { random } = round;
      const trunk = await growTrunk(sessions, sessions.flowAt(round), random);
      const [first] = trunk.states;
      const forks = new Map<string, Fork>();
      for (let count = 0; count < 4; count++) {
        const fork = await forkAt(sessions, trunk, random, random.int(trunk.states.length));
        if (fork !== null && fork.reference.registered.length > 0)
          forks.set(JSON.stringify(fork.reference.values()), fork);
      }
      if (first === undefined || forks.size < 2) return;
      const requests = random.shuffle([
        ...[...forks.values()].flatMap((fork) =>
          endings(fork, random)
            .slice(3)
            .map((send) => ({ fork, send })),
        ),
        ...(random.chance(0.5)
          ? [{ fork: null, send: () => sessions.cancel(random.pick(trunk.states)) }]
          : []),
      ]);
      const settled = await Promise.allSettled(requests.map(({ send }) => send()));
      const won = new Set(
        requests.flatMap(({ fork }, at) => (settled[at]?.status === 'fulfilled' ? [fork] : [])),
      );
      expect(won.size).toBe(1);
      const [winner = null] = won;
      const reason = (fork: Fork | null) =>
        winner === null ? 'cancelled' : fork === null ? 'completed' : 'conflict';
      for (const [at, { fork }] of requests.entries()) {
        const outcome = settled[at];
        if (fork === winner) expect(outcome?.status).toBe('fulfilled');
        else if (outcome?.status === 'rejected')
          expect(await sessions.refused(Promise.reject(outcome.reason))).toEqual(
            refusedWith(first.session_id, reason(fork)),
          );
      }
      wins[winner === null ? 'cancelled' : 'fork'] += 1;
      expect(sessions.calls(first)).toEqual(winner === null ? [] : predictOperations(winner.reference).calls);
    });
    expect([wins.fork > rounds / 8, wins.cancelled > rounds / 8]).toEqual([true, true]);
  });
});
