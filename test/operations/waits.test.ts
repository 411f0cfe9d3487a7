import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchChanges } from '../../src/operations/changes/watch-changes.ts';
import type { Operation } from '../../src/operations/contract/operation.ts';
import { cancelRun } from '../../src/operations/runs/cancel-run.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { resumeRun } from '../../src/operations/runs/resume-run.ts';
import { signalRun } from '../../src/operations/runs/signal-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { suspendRun } from '../../src/operations/runs/suspend-run.ts';
import { ann, isWaiting, type OperationsHarness, openOperationsHarness } from './operations-harness.ts';

const text = `
workflows:
  pause: { graph: { rest: { wait: 3600000 } } }
  ask: { graph: { question: { type: yield, message: What?, expects: { word: str } } } }
`;

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'waits.yaml': text });
});
afterEach(() => harness.close());

const turn = () => new Promise((resolve) => setImmediate(resolve));

const start = async (workflow = 'pause') => {
  const { run } = await harness.perform(startRun, { workflow });
  await harness.until(run, isWaiting);
  return harness.perform(getRun, { run });
};

/** A request that has begun to wait: it has set its timer. */
const begin = async <Input, Output>(
  operation: Operation<Input, Output>,
  input: object,
  signal?: AbortSignal,
) => {
  const pendingTimers = harness.clock.pending();
  const answer = harness.perform(operation, { ...input, waitMs: 20_000 }, ann, signal);
  while (harness.clock.pending() === pendingTimers) await turn();
  return { answer, hasNoWaiters: () => harness.clock.pending() === pendingTimers };
};

test('[O2.1] a cancelled wait is answered at once with the current state', async () => {
  const { run, seq } = await start();
  const before = await harness.perform(getRun, { run });
  for (const more of [{}, { after: seq }]) {
    const abortController = new AbortController();
    const { answer, hasNoWaiters } = await begin(getRun, { run, ...more }, abortController.signal);
    abortController.abort();
    expect(await answer).toEqual(before);
    const late = await harness.perform(getRun, { run, ...more, waitMs: 20_000 }, ann, abortController.signal);
    expect(late).toEqual(before);
    expect(hasNoWaiters()).toBe(true);
  }
});

test('[O2.1] a request is performed even if its wait is cancelled', async () => {
  const gone = AbortSignal.abort();
  const begun = await harness.perform(startRun, { workflow: 'pause', waitMs: 20_000 }, ann, gone);
  const { run } = begun;
  expect(await harness.until(run, isWaiting)).toMatchObject({ status: 'running' });
  const abortController = new AbortController();
  const { answer } = await begin(signalRun, { run, name: 'hey' }, abortController.signal);
  abortController.abort();
  expect((await answer).seq).toBeGreaterThan(begun.seq);
  const requests = [
    [suspendRun, { state: 'suspended' }],
    [resumeRun, { status: 'running' }],
    [cancelRun, { status: 'cancelled' }],
  ] as const;
  for (const [operation, as] of requests) {
    expect(await harness.perform(operation, { run, waitMs: 20_000 }, ann, gone)).toMatchObject(as);
  }
});

test('[O2.1] a client that has seen a suspended run is notified when it continues, not that it is suspended', async () => {
  const { run } = await start();
  const { seq } = await harness.perform(suspendRun, { run });
  expect(await harness.perform(getRun, { run, waitMs: 20_000 })).toMatchObject({ state: 'suspended', seq });
  expect(await harness.perform(getRun, { run, waitMs: 20_000, after: seq - 1 })).toMatchObject({ seq });
  const { answer } = await begin(getRun, { run, after: seq });
  await harness.perform(resumeRun, { run });
  expect((await answer).seq).toBe(seq + 1);
});

test('[O2.1] a client that has seen a run waiting for people is notified on timeout that it still waits', async () => {
  const asked = await start('ask');
  await harness.perform(cancelRun, { run: asked.run });
  const fork = await harness.perform(forkRun, { run: asked.run, at: asked.seq, suspended: true });
  for (const { run, seq } of [await start('ask'), fork]) {
    expect(await harness.perform(getRun, { run, waitMs: 20_000 })).toMatchObject({ run, seq });
    const { answer } = await begin(getRun, { run, after: seq });
    harness.clock.advance(20_000);
    expect(await answer).toMatchObject({ run, seq });
  }
});

test('[P1.4] a cancelled watch is answered at once with the current state', async () => {
  const first = await harness.perform(watchChanges, {});
  const abortController = new AbortController();
  const after = first.cursor;
  const { answer, hasNoWaiters } = await begin(watchChanges, { after }, abortController.signal);
  abortController.abort();
  expect(await answer).toEqual(first);
  expect(await harness.perform(watchChanges, { after, waitMs: 20_000 }, ann, abortController.signal)).toEqual(
    first,
  );
  expect(hasNoWaiters()).toBe(true);
});
