/** Random operations of random flows: they are performed once at the end, or not at all, or undone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann } from '../operations/operations-harness.ts';
import { hasOperations } from './flow-document.ts';
import { forkAt, growTrunk } from './forks.ts';
import { answerWithChanges, type OperationSessions, openOperationSessions } from './operation-sessions.ts';
import { playRandom } from './play-random.ts';
import { type Outcome, predictOperations } from './predict-operations.ts';
import type { Answer, Sealed } from './question-sessions.ts';
import { resultOf } from './random-operations.ts';
import type { ReferenceSession } from './reference-session.ts';
import { eachRound, rounds, seed } from './rounds.ts';

const about = `seed ${seed}, ${rounds} rounds`;
let sessions: OperationSessions;

beforeAll(async () => {
  sessions = await openOperationSessions();
});
afterAll(() => sessions.close());

const registeredIn = ({ deferred_operations: operations }: Answer) =>
  operations.map(({ operation_id: operation, feedback_id: feedback }) => ({ operation, feedback }));

const runOf = ({ session_id: run }: Sealed) => sessions.harness.call(ann, 'runs.get', { run });

/** The operations of a completed session were performed as the reference predicts. */
async function expectPerformed(done: Answer, reference: ReferenceSession): Promise<Outcome> {
  const expected = predictOperations(reference);
  expect(sessions.calls(done)).toEqual(expected.calls);
  expect(registeredIn(done)).toEqual(reference.registered);
  expect(done.deferred_operations.map(({ status }) => status)).toEqual(
    reference.registered.map(({ operation }) =>
      expected.results[operation] === null ? 'skipped' : 'executed',
    ),
  );
  expect(done.completed).toBe(true);
  if (!hasOperations(reference.flow)) expect([done.run_id, done.run_status]).toEqual([null, null]);
  else
    expect(await runOf(done)).toMatchObject({ state: 'completed', output: { operations: expected.results } });
  return expected;
}

test(`[Q11.1] property 24: the last answer performs the registered operations once, in their order, with the arguments that the reference predicts, ${about}`, async () => {
  const seen = { performed: 0, skipped: 0, secrets: 0, missing: 0, results: 0 };
  await eachRound(24, async (round) => {
    const flow = sessions.flowAt(round);
    const { answer, reference } = await playRandom(
      sessions,
      flow,
      round.random,
      (step) => {
        expect(registeredIn(step.answer)).toEqual(step.reference.registered);
        if (step.reference.current !== null) expect(sessions.calls(step.answer)).toEqual([]);
      },
      true,
    );
    if (reference.current !== null) return;
    const { calls, results } = await expectPerformed(answer, reference);
    seen.performed += calls.length;
    seen.skipped += Object.values(results).filter((result) => result === null).length;
    for (const { input } of calls) {
      seen.secrets += '$secrets' in input ? 1 : 0;
      seen.missing += input['other'] === null ? 1 : 0;
      seen.results += 'before' in input ? 1 : 0;
    }
  });
  expect(Object.entries(seen).filter(([, count]) => count < rounds / 4)).toEqual([]);
  expect(seen.performed).toBeGreaterThan(rounds * 2);
});

test(`[Q11.1] property 24: operations of questions that were answered again are performed once, in the order of the last answers, ${about}`, async () => {
  const seen = { performed: 0, looped: 0, withdrawn: 0, repeated: 0 };
  await eachRound(124, async (round) => {
    const session = await answerWithChanges(sessions, round);
    if (session === null) return;
    const { answer, reference, states } = session;
    expect(sessions.calls(answer)).toEqual([]);
    const done = await sessions.complete(answer);
    const { calls } = await expectPerformed(done, reference);
    // Each request can be repeated.
    const repeated = await sessions.complete(round.random.pick([answer, done]));
    expect(repeated).toMatchObject({ completed: true, run_id: done.run_id, run_status: done.run_status });
    expect(sessions.calls(answer)).toHaveLength(calls.length);

    const asked = reference.history.map(({ question }) => question);
    const ids = states.map((state) => registeredIn(state).map(({ operation }) => operation));
    const final = new Set(ids.at(-1));
    const everRegistered = new Set(ids.flat());
    seen.performed += calls.length;
    seen.looped += reference.registered.some(
      ({ feedback }) => asked.indexOf(asked[feedback] ?? '') < feedback,
    )
      ? 1
      : 0;
    seen.withdrawn += [...everRegistered].some((id) => !final.has(id)) ? 1 : 0;
    seen.repeated += ids.some((each, at) =>
      each.some((id) => ids[at + 1]?.includes(id) === false && final.has(id)),
    )
      ? 1
      : 0;
  });
  expect([seen.performed > rounds * 2, seen.repeated > rounds / 2]).toEqual([true, true]);
  expect([seen.looped > rounds / 40, seen.withdrawn > 0]).toEqual([true, true]);
});

const cancelledError = (session_id: string) => ({
  ...{ code: 'SESSION_ERROR', message: 'The session was cancelled.', session_id, reason: 'cancelled' },
  ...{ expected_version: null, actual_version: null },
});

test(`[Q11.3][Q4.2] property 25: a cancelled session performs no operation, and no state of it can complete it, ${about}`, async () => {
  const seen = { refused: 0, registered: 0, older: 0, newer: 0 };
  await eachRound(25, async (round) => {
    const { random } = round;
    const trunk = await growTrunk(sessions, sessions.flowAt(round), random);
    const { states } = trunk;
    const at = random.chance(0.3) ? states.length - 1 : random.int(states.length);
    const [first, chosen] = [states[0], states[at]];
    if (first === undefined || chosen === undefined) return;
    expect(await sessions.cancel(chosen)).toMatchObject({
      ...{ session_id: first.session_id, question: null, completed: false, run_status: 'cancelled' },
      deferred_operations: [],
    });
    seen.registered += chosen.deferred_operations.length > 0 ? 1 : 0;
    const error = cancelledError(first.session_id);
    for (const from of new Set([at, random.int(states.length), states.length - 1])) {
      const fork = await forkAt(sessions, trunk, random, from);
      if (fork === null) continue;
      const { answer, last } = fork;
      seen.refused += 1;
      if (from < at) seen.older += 1;
      if (from > at) seen.newer += 1;
      expect(await sessions.refused(sessions.complete(answer))).toEqual(error);
      expect(await sessions.refused(sessions.restore(answer))).toEqual(error);
      if (last === null) continue;
      expect(await sessions.refused(sessions.submit(last.state, last.value))).toEqual(error);
      expect(await sessions.refused(sessions.back(answer))).toEqual(error);
    }
    expect(await sessions.cancel(random.pick(states))).toMatchObject({ run_status: 'cancelled' });
    expect(sessions.calls(first)).toEqual([]);
    expect(await runOf(first)).toMatchObject({ state: 'cancelled', undone: [] });
  });
  expect(Object.entries(seen).filter(([, count]) => count < rounds / 8)).toEqual([]);
});

test(`[Q11.2] property 26: if an operation fails, those before it are undone, the last first, and the outcome is remembered, ${about}`, async () => {
  const seen = { failed: 0, undone: 0, several: 0, notUndone: 0, kept: 0, adapter: 0 };
  await eachRound(26, async (round) => {
    const { random } = round;
    const trunk = await growTrunk(sessions, sessions.flowAt(round), random);
    const fork = await forkAt(sessions, trunk, random, trunk.states.length - 1);
    if (fork === null) return;
    const { answer, reference, last } = fork;
    const { performed } = predictOperations(reference);
    if (performed.length === 0) return;
    const failing = random.pick(performed);
    const before = performed.slice(0, performed.indexOf(failing));
    const unwilling = before.filter(({ undo }) => undo !== undefined && random.chance(0.15));
    const { number = '' } = failing.args;
    sessions.broken.add(number);
    for (const { args } of unwilling) sessions.stuck.add(resultOf(args).made);
    const { calls, undone, notUndone } = predictOperations(reference, {
      operation: failing.id,
      undos: unwilling.map(({ id }) => id),
    });
    const cause = `${number} cannot be made.`;
    const others = [
      undone.length > 0 ? `Undone: ${undone.join(', ')}.` : '',
      notUndone.length > 0 ? `Not undone: ${notUndone.join(', ')}.` : '',
    ].filter((text) => text !== '');
    const error = {
      ...{ code: 'ADAPTER_ERROR', operation: failing.id, cause, undone: undone.join(', ') },
      adapter_name: failing.id.startsWith('net.') ? 'net' : failing.id,
      message: `The operation “${failing.id}” failed: ${cause} ${others.join(' ') || 'Nothing had to be undone.'}`,
    };
    expect(await sessions.refused(sessions.complete(answer))).toEqual(error);
    expect(sessions.calls(answer)).toEqual(calls);
    sessions.broken.clear();
    sessions.stuck.clear();
    // It has failed once and for all, also if the operation could succeed now.
    expect(await sessions.refused(sessions.complete(answer))).toEqual(error);
    if (last !== null) expect(await sessions.refused(sessions.submit(last.state, last.value))).toEqual(error);
    expect(await sessions.restore(answer)).toMatchObject({ run_status: 'failed' });
    expect(sessions.calls(answer)).toHaveLength(calls.length);
    seen.failed += 1;
    seen.undone += undone.length;
    seen.several += undone.length > 1 ? 1 : 0;
    seen.notUndone += notUndone.length;
    seen.kept += before.filter(({ undo }) => undo === undefined).length;
    seen.adapter += failing.id.startsWith('net.') ? 1 : 0;
  });
  expect(Object.entries(seen).filter(([, count]) => count < rounds / 12)).toEqual([]);
  expect(seen.failed).toBeGreaterThan(rounds / 2);
});
