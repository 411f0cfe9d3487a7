/** Sessions that have ended: what is told of their operations, and that none of them can end a second time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failed, succeeded } from '../../src/testing/index.ts';
import { ann } from '../operations/operations-harness.ts';
import type { FlowDocument, OperationDocument } from './flow-document.ts';
import { type Answer, openQuestionSessions, type QuestionSessions, textOf } from './question-sessions.ts';

const operation = (id: string, more: Partial<OperationDocument> = {}): OperationDocument => ({
  id,
  call: 'make',
  args: { number: id },
  ...more,
});
const undo = { call: 'unmake', args: { made: `\${result.made}` } };

function flow(id: string, operations: readonly OperationDocument[], prompt = 'Which name?'): FlowDocument {
  return {
    version: '1.0.0',
    workflow_id: id,
    states: {
      name: { question: { id: 'name', type: 'string', prompt }, next_state: 'sure' },
      sure: { question: { id: 'sure', type: 'boolean', prompt: 'Sure?' } },
      work: { question: { id: 'work', type: 'boolean', prompt: 'Work?' }, operations },
    },
    transitions: [{ from_state: 'sure', to_state: 'work', condition: `\${sure}` }],
  };
}

const day = 86_400_000;
let sessions: QuestionSessions;
beforeAll(async () => {
  sessions = await openQuestionSessions(
    [
      flow('plain', [operation('one')]),
      flow('failing', [
        operation('one'),
        operation('two', { undo }),
        operation('three', { if: `not \${work}` }),
        operation('broken'),
        operation('last'),
      ]),
      flow('silent', [operation('quiet'), operation('never', { if: `not \${work}` }), operation('broken')]),
    ],
    {
      make({ input }) {
        const { number } = Object(input);
        if (number === 'broken') return failed('broken', 'It broke');
        return succeeded(number === 'quiet' ? null : { made: 1 });
      },
    },
  );
});
afterAll(() => sessions.close());

const purge = () =>
  sessions.harness.call({ ...ann, scopes: new Set(['admin'] as const) }, 'retention.purge', {
    olderThan: '0 s',
  });
const callsOf = ({ session_id: id }: Answer) =>
  sessions.harness.connector.calls.filter(({ run }) => run === id).map(({ operation: name }) => name);

/** All questions are answered, and no operation is started. */
async function answered(
  id: string,
  answers: object = { name: 'Ann', sure: true, work: true },
): Promise<Answer> {
  return sessions.start(id, { answers });
}

describe('a session ends once', () => {
  test('[Q4.2][Q11.1] its operations are not performed again after its run was removed', async () => {
    const held = await answered('plain');
    expect(await sessions.complete(held)).toMatchObject({ completed: true, run_status: 'completed' });
    sessions.harness.clock.advance(1_000);
    expect(await purge()).toMatchObject({ purged: 1 });
    expect(await sessions.refused(sessions.complete(held))).toMatchObject({
      ...{ code: 'SESSION_ERROR', reason: 'completed' },
      message: 'The session has ended, and its run was removed.',
    });
    const back = await sessions.back(held);
    expect(await sessions.refused(sessions.submit(back, false))).toMatchObject({ reason: 'completed' });
    expect(callsOf(held)).toEqual(['make']);
  });

  test('[Q4.2][Q11.3] a cancelled session performs nothing after its run was removed', async () => {
    const held = await answered('plain');
    expect(await sessions.cancel(held)).toMatchObject({ run_status: 'cancelled' });
    sessions.harness.clock.advance(1_000);
    expect(await purge()).toMatchObject({ purged: 1 });
    expect(await sessions.refused(sessions.complete(held))).toMatchObject({ reason: 'completed' });
    expect(callsOf(held)).toEqual([]);
  });

  test('[Q4.1][Q4.2] no state of it is valid 90 days after it began', async () => {
    let answer = await sessions.start('plain');
    const begun = sessions.harness.clock.now();
    for (const [days, expected] of [
      [25, 55],
      [50, 80],
      [75, 90],
      [89, 90],
    ] as const) {
      sessions.harness.clock.advance(begun + days * day - sessions.harness.clock.now());
      answer = await sessions.restore(answer);
      expect(Date.parse(answer.expires_at)).toBe(begun + expected * day);
    }
    sessions.harness.clock.advance(day);
    expect(await sessions.refused(sessions.restore(answer))).toMatchObject({ reason: 'expired' });
  });

  test('[Q4.2] the fork without operations is the only one that completes, if it is the first', async () => {
    const held = await sessions.start('plain', { answers: { name: 'Ann' } });
    const short = await sessions.submit(held, false);
    expect(short).toMatchObject({ completed: true, run_id: held.session_id, run_status: 'completed' });
    const other = await sessions.submit(held, true);
    expect(await sessions.refused(sessions.submit(other, true))).toMatchObject({ reason: 'conflict' });
    expect(await sessions.submit(held, false)).toMatchObject({ completed: true });
    expect(callsOf(held)).toEqual([]);
  });

  test('[Q4.2][Q4.5] the same answers return the first result, also with a changed definition', async () => {
    const save = (prompt: string) =>
      sessions.harness.call(ann, 'definitions.save', {
        ...{ path: 'edited.json', overwrite: true },
        source: textOf(flow('edited', [operation('one')], prompt)),
      });
    await save('Which name?');
    const held = await answered('edited');
    const done = await sessions.complete(held);
    await save('What is the name?');
    expect(await sessions.complete(held)).toMatchObject({ completed: true, run_id: done.run_id });
    expect(callsOf(held)).toEqual(['make']);
  });
});

test('[Q11.2] a failed operation is named with what was undone and what was not, and a restored session shows each', async () => {
  const held = await answered('failing');
  const error = {
    ...{
      code: 'ADAPTER_ERROR',
      adapter_name: 'broken',
      operation: 'broken',
      cause: 'It broke',
      undone: 'two',
    },
    message: 'The operation “broken” failed: It broke. Undone: two. Not undone: one.',
  };
  expect(await sessions.refused(sessions.complete(held))).toEqual(error);
  const restored = await sessions.restore(held);
  expect(restored).toMatchObject({ question: null, completed: false, run_status: 'failed' });
  expect(restored.deferred_operations.map(({ operation_id: id, status }) => [id, status])).toEqual([
    ['one', 'executed'],
    ['two', 'undone'],
    ['three', 'skipped'],
    ['broken', 'failed'],
    ['last', 'skipped'],
  ]);
  expect(restored.notifications.map(({ method }) => method)).toEqual(['workflow/SessionRestored']);
});

test('[Q11.2] an operation whose result is null was performed, not skipped', async () => {
  const held = await answered('silent');
  expect(await sessions.refused(sessions.complete(held))).toMatchObject({
    message: 'The operation “broken” failed: It broke. Not undone: quiet.',
  });
  const restored = await sessions.restore(held);
  expect(restored.deferred_operations.map(({ operation_id: id, status }) => [id, status])).toEqual([
    ['quiet', 'executed'],
    ['never', 'skipped'],
    ['broken', 'failed'],
  ]);
});

describe('a state from before the end is restored', () => {
  /** The last question is open. */
  const lastOpen = (id: string) => sessions.start(id, { answers: { name: 'Ann', sure: true } });
  const ended = { code: 'SESSION_ERROR', reason: 'completed' };

  test('[Q4.2][Q11.2] after a failed operation, it shows the run, and says that the session has failed', async () => {
    const held = await lastOpen('failing');
    expect(await sessions.refused(sessions.submit(held, true))).toMatchObject({ operation: 'broken' });
    const restored = await sessions.restore(held);
    expect(restored).toMatchObject({
      ...{ question: { id: 'work' }, completed: false },
      ...{ run_id: held.session_id, run_status: 'failed' },
    });
    const message = 'The session has failed: its operation “broken” failed.';
    expect(await sessions.refused(sessions.cancel(restored))).toMatchObject({ ...ended, message });
    expect(await sessions.refused(sessions.submit(restored, false))).toMatchObject({
      ...{ code: 'SESSION_ERROR', reason: 'conflict' },
      message: 'The session has failed with other answers: its operation “broken” failed.',
    });
    expect(await sessions.refused(sessions.submit(restored, true))).toMatchObject({ operation: 'broken' });
  });

  test('[Q4.2] after the operations were performed, it shows the run', async () => {
    const held = await lastOpen('plain');
    await sessions.submit(held, true);
    const restored = await sessions.restore(held, { question_id: 'name' });
    expect(restored).toMatchObject({
      ...{ question: { id: 'name' }, completed: false },
      ...{ run_id: held.session_id, run_status: 'completed' },
    });
    const message = 'The operations of the session were performed.';
    expect(await sessions.refused(sessions.cancel(restored))).toMatchObject({ ...ended, message });
  });

  test('[Q4.2][Q11.3] after a cancellation, it is refused', async () => {
    const held = await lastOpen('plain');
    await sessions.cancel(held);
    const refused = { code: 'SESSION_ERROR', reason: 'cancelled' };
    expect(await sessions.refused(sessions.restore(held))).toMatchObject(refused);
  });

  test('[Q4.2] with other answers than those of the run, it is refused as when it is completed', async () => {
    const held = await lastOpen('plain');
    const first = await sessions.submit(held, true, { complete: false });
    const other = await sessions.submit(held, false, { complete: false });
    expect(await sessions.complete(first)).toMatchObject({ completed: true, run_status: 'completed' });
    const refused = {
      ...{ code: 'SESSION_ERROR', reason: 'conflict' },
      message: 'The operations of the session were performed with other answers.',
    };
    expect(await sessions.refused(sessions.complete(other))).toMatchObject(refused);
    expect(await sessions.refused(sessions.restore(other))).toMatchObject(refused);
    expect(await sessions.restore(first)).toMatchObject({ completed: true, run_status: 'completed' });
  });
});
