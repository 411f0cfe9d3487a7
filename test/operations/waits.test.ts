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
import { ann, isWaiting, type Office, openOffice } from './office.ts';

const text = `
workflows:
  pause: { graph: { rest: { wait: 3600000 } } }
  ask: { graph: { question: { type: yield, message: What?, expects: { word: str } } } }
`;

let office: Office;
beforeEach(async () => {
  office = await openOffice({ 'waits.yaml': text });
});
afterEach(() => office.close());

const turn = () => new Promise((resolve) => setImmediate(resolve));

const start = async (workflow = 'pause') => {
  const { run } = await office.perform(startRun, { workflow });
  await office.until(run, isWaiting);
  return office.perform(getRun, { run });
};

/** Something that has begun to wait: it has set its alarm. */
const begin = async <Input, Output>(
  operation: Operation<Input, Output>,
  input: object,
  signal?: AbortSignal,
) => {
  const alarms = office.clock.pending();
  const told = office.perform(operation, { ...input, waitMs: 20_000 }, ann, signal);
  while (office.clock.pending() === alarms) await turn();
  return { told, nobodyWaits: () => office.clock.pending() === alarms };
};

test('[O2.1] whoever does not want to wait any longer is answered at once with what there is', async () => {
  const { run, seq } = await start();
  const before = await office.perform(getRun, { run });
  for (const more of [{}, { after: seq }]) {
    const leaving = new AbortController();
    const { told, nobodyWaits } = await begin(getRun, { run, ...more }, leaving.signal);
    leaving.abort();
    expect(await told).toEqual(before);
    const late = await office.perform(getRun, { run, ...more, waitMs: 20_000 }, ann, leaving.signal);
    expect(late).toEqual(before);
    expect(nobodyWaits()).toBe(true);
  }
});

test('[O2.1] what was asked for is done, however soon nobody waits for it any longer', async () => {
  const gone = AbortSignal.abort();
  const begun = await office.perform(startRun, { workflow: 'pause', waitMs: 20_000 }, ann, gone);
  const { run } = begun;
  expect(await office.until(run, isWaiting)).toMatchObject({ status: 'running' });
  const leaving = new AbortController();
  const { told } = await begin(signalRun, { run, name: 'hey' }, leaving.signal);
  leaving.abort();
  expect((await told).seq).toBeGreaterThan(begun.seq);
  const orders = [
    [suspendRun, { state: 'suspended' }],
    [resumeRun, { status: 'running' }],
    [cancelRun, { status: 'cancelled' }],
  ] as const;
  for (const [operation, as] of orders) {
    expect(await office.perform(operation, { run, waitMs: 20_000 }, ann, gone)).toMatchObject(as);
  }
});

test('[O2.1] whoever has seen a suspended run is told when it goes on, not that it is suspended', async () => {
  const { run } = await start();
  const { seq } = await office.perform(suspendRun, { run });
  expect(await office.perform(getRun, { run, waitMs: 20_000 })).toMatchObject({ state: 'suspended', seq });
  expect(await office.perform(getRun, { run, waitMs: 20_000, after: seq - 1 })).toMatchObject({ seq });
  const { told } = await begin(getRun, { run, after: seq });
  await office.perform(resumeRun, { run });
  expect((await told).seq).toBe(seq + 1);
});

test('[O2.1] whoever has seen a run that waits for people is told when the time is over that it still does', async () => {
  const asked = await start('ask');
  await office.perform(cancelRun, { run: asked.run });
  const fork = await office.perform(forkRun, { run: asked.run, at: asked.seq, suspended: true });
  for (const { run, seq } of [await start('ask'), fork]) {
    expect(await office.perform(getRun, { run, waitMs: 20_000 })).toMatchObject({ run, seq });
    const { told } = await begin(getRun, { run, after: seq });
    office.clock.advance(20_000);
    expect(await told).toMatchObject({ run, seq });
  }
});

test('[P1.4] whoever does not want to hear of changes any longer is told at once what there is', async () => {
  const first = await office.perform(watchChanges, {});
  const leaving = new AbortController();
  const after = first.cursor;
  const { told, nobodyWaits } = await begin(watchChanges, { after }, leaving.signal);
  leaving.abort();
  expect(await told).toEqual(first);
  expect(await office.perform(watchChanges, { after, waitMs: 20_000 }, ann, leaving.signal)).toEqual(first);
  expect(nobodyWaits()).toBe(true);
});
