import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { cancelRun } from '../../src/operations/runs/cancel-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { listRuns } from '../../src/operations/runs/list-runs.ts';
import { reopenRun } from '../../src/operations/runs/reopen-run.ts';
import { replayRun } from '../../src/operations/runs/replay-run.ts';
import { resumeRun } from '../../src/operations/runs/resume-run.ts';
import { signalRun } from '../../src/operations/runs/signal-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { suspendRun } from '../../src/operations/runs/suspend-run.ts';
import {
  ann,
  bob,
  isOver,
  isWaiting,
  type OperationsHarness,
  openOperationsHarness,
  startTime,
} from './operations-harness.ts';

const shop = `
version: "1.2"
workflows:
  order:
    params: { product: str, count: { type: int, default: 1 } }
    graph:
      reserve: { call: echo, args: { product: $product, count: $count }, output: reserved }
      confirm:
        type: yield
        depends_on: [reserve]
        message: "Send $reserved.count of $product?"
        expects: { yes: bool, note: { type: str, required: false } }
      send: { call: deliver, depends_on: [confirm], args: { note: $confirm.note } }
    result: { product: $product, sent: $send }
  pause:
    graph:
      rest: { wait: 1 hour }
      after: { call: echo, depends_on: [rest], args: { done: true } }
  broken_call:
    graph:
      first: { call: delivr }
      second: { call: nothing_like_it, depends_on: [first] }
`;

const wrong = `
workflows:
  wrong:
    graph:
      a: { call: echo, args: { x: $nobody } }
`;

let harness: OperationsHarness;
let delivers: 'well' | 'badly' = 'well';

beforeEach(async () => {
  delivers = 'well';
  harness = await openOperationsHarness(
    { 'shop.yaml': shop, 'wrong.yaml': wrong },
    {
      deliver: ({ input }) =>
        delivers === 'well'
          ? { kind: 'succeeded', output: { parcel: 7, input } }
          : { kind: 'failed', failure: { code: 'no-van', message: 'No van is left.', data: { vans: 0 } } },
    },
  );
});
afterEach(() => harness.close());

const start = async (workflow = 'order', params: object = { product: 'tea' }) => {
  const { run } = await harness.perform(startRun, { workflow, params });
  await harness.until(run, (record) => isWaiting(record) || isOver(record));
  return run;
};

const answer = async (run: string, by = ann) => {
  const view = await harness.perform(getRun, { run });
  const [wait] = view.waitingFor;
  if (wait?.kind !== 'item') throw new Error('It does not ask.');
  return harness.perform(completeItem, { item: wait.item, output: { yes: true } }, by);
};

test('[O2.1] a run is started with its defaults, waits for people, and returns its result', async () => {
  const run = await start();
  const waiting = await harness.perform(getRun, { run });
  expect(waiting).toMatchObject({
    run,
    workflow: 'order',
    version: '1.2',
    status: 'running',
    state: 'waiting',
    startedBy: 'ann',
    createdAt: new Date(startTime).toISOString(),
    endedAt: null,
    output: null,
    failure: null,
    partial: null,
    openItems: 1,
    origin: null,
    waitingFor: [
      { kind: 'item', reason: 'work', task: 'confirm', message: 'Send 1 of tea?', holder: '', index: -1 },
    ],
  });
  expect(waiting.revision).toMatch(/^[0-9a-f]{64}$/);
  expect(waiting.progress).toBeGreaterThan(0);
  expect(waiting.progress).toBeLessThan(1);
  await answer(run);
  await harness.until(run, isOver);
  expect(await harness.perform(getRun, { run })).toMatchObject({
    status: 'completed',
    state: 'completed',
    progress: 1,
    waitingFor: [],
    output: { product: 'tea', sent: { parcel: 7, input: { note: null } } },
  });
});

test('[O2.1] progress never falls, and is 1 only at the end', async () => {
  const run = await start();
  await answer(run);
  const { seq } = await harness.until(run, isOver);
  const steps: number[] = [];
  for (let at = 1; at <= seq; at++) steps.push((await harness.perform(replayRun, { run, at })).progress);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.filter((each) => each === 1)).toHaveLength(1);
  expect(steps.at(-1)).toBe(1);
});

test('[O2.1] a workflow that does not exist, has errors, or calls an unknown operation is refused with all errors', async () => {
  expect(await harness.refused(startRun, { workflow: 'ordr' })).toMatchObject({
    code: 'workflow_not_found',
    message: expect.stringContaining('“order”'),
  });
  expect(await harness.refused(startRun, { workflow: 'wrong' })).toMatchObject({
    code: 'invalid_definition',
    violations: [{ line: 5, message: expect.stringContaining('nobody') }],
  });
  expect(await harness.refused(startRun, { workflow: 'broken_call' })).toMatchObject({
    code: 'unknown_operation',
    category: 'validation',
    violations: [
      { path: 'delivr', message: expect.stringContaining('“deliver”') },
      { path: 'nothing_like_it', rule: 'unknown-operation' },
    ],
  });
  expect(
    await harness.refused(startRun, { workflow: 'order', params: { count: 'x', produkt: 1 } }),
  ).toMatchObject({
    code: 'invalid_parameters',
    violations: [
      { path: 'params.count', rule: 'wrong-type' },
      { path: 'params.produkt', rule: 'unknown-parameter' },
      { path: 'params.product', rule: 'missing-parameter' },
    ],
  });
  expect((await harness.perform(listRuns, { total: true })).total).toBe(0);
});

test('[O2.1] typed text is parsed by the declared types', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'order', texts: { product: '7', count: '2' } });
  await harness.until(run, isWaiting);
  expect((await harness.perform(getRun, { run })).waitingFor).toMatchObject([{ message: 'Send 2 of 7?' }]);
  expect(await harness.refused(startRun, { workflow: 'order', texts: { count: 'two' } })).toMatchObject({
    code: 'invalid_parameters',
    violations: [{ path: 'params.count' }, { path: 'params.product' }],
  });
});

test('[R2.3] the same key returns the same run, another input under it is refused, and keys are per principal', async () => {
  const request = { workflow: 'order', params: { product: 'tea' }, idempotencyKey: 'k1' };
  const first = await harness.perform(startRun, request);
  const again = await harness.perform(startRun, { ...request, waitMs: 0 });
  expect([first.repeated, again.repeated, again.run]).toEqual([false, true, first.run]);
  expect(await harness.refused(startRun, { ...request, params: { product: 'milk' } })).toMatchObject({
    code: 'idempotency_conflict',
    category: 'conflict',
  });
  expect((await harness.perform(startRun, request, bob)).run).not.toBe(first.run);
  expect((await harness.perform(listRuns, { total: true })).total).toBe(2);
});

test('[R2.3] a key returns its run even if the parameters of the workflow have changed', async () => {
  const request = { workflow: 'order', params: { product: 'tea' }, idempotencyKey: 'k1' };
  const first = await harness.perform(startRun, request);
  await writeFile(`${harness.folder}/shop.yaml`, shop.replace('product: str,', 'article: str,'));
  await harness.services.library.refresh();
  expect(await harness.perform(startRun, request)).toMatchObject({ run: first.run, repeated: true });
});

test('[O2.1] waiting ends when the run has ended, waits for people, or has passed an event; otherwise on timeout', async () => {
  const run = await start();
  const { seq } = await harness.perform(getRun, { run, waitMs: 20_000 });
  expect((await harness.perform(getRun, { run, waitMs: 20_000, after: 0 })).seq).toBe(seq);
  const later = harness.perform(getRun, { run, waitMs: 20_000, after: seq });
  await answer(run);
  expect((await later).seq).toBeGreaterThan(seq);
  await harness.until(run, isOver);
  expect((await harness.perform(getRun, { run, waitMs: 20_000, after: 1_000 })).status).toBe('completed');

  const pause = await start('pause', {});
  const patient = harness.perform(getRun, { run: pause, waitMs: 20_000 });
  await untilPolling();
  harness.clock.advance(20_000);
  expect(await patient).toMatchObject({
    state: 'waiting',
    waitingFor: [{ kind: 'timer', task: 'rest', due: new Date(startTime + 3_600_000).toISOString() }],
  });
  harness.clock.advance(3_570_000);
  const ended = harness.perform(getRun, { run: pause, waitMs: 20_000 });
  harness.clock.advance(10_000);
  expect((await ended).status).toBe('completed');
});

/** The long poll has set its timer, which is before any timer of the engine. */
async function untilPolling(): Promise<void> {
  while (harness.clock.next() === undefined || (harness.clock.next() ?? 0) > startTime + 20_000) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('[O2.1] runs are listed newest first, by filters, in pages that show each once even if runs are added', async () => {
  const runs: string[] = [];
  for (let i = 0; i < 7; i++) {
    harness.clock.advance(1_000);
    runs.push(await start());
  }
  await harness.perform(cancelRun, { run: runs[2] });
  const first = await harness.perform(listRuns, { limit: 3 });
  expect(first.runs.map(({ run }) => run)).toEqual(runs.slice(4).toReversed());
  harness.clock.advance(1_000);
  const added = await start();
  const second = await harness.perform(listRuns, { limit: 3, cursor: first.nextCursor });
  const third = await harness.perform(listRuns, { limit: 3, cursor: second.nextCursor });
  expect([...second.runs, ...third.runs].map(({ run }) => run)).toEqual(runs.slice(0, 4).toReversed());
  expect(third.nextCursor).toBeNull();
  const listed = async (filters: object) =>
    (await harness.perform(listRuns, filters)).runs.map(({ run }) => run);
  expect(await listed({ statuses: ['cancelled'] })).toEqual([runs[2]]);
  expect(await listed({ waiting: false })).toEqual([runs[2]]);
  expect(await listed({ prefix: added })).toEqual([added]);
  expect(await listed({ startedBy: 'bob' })).toEqual([]);
  expect(await listed({ createdBefore: new Date(startTime + 2_500).toISOString() })).toEqual([
    runs[1],
    runs[0],
  ]);
  expect(await listed({ createdFrom: new Date(startTime + 8_000).toISOString() })).toEqual([added]);
  expect(
    await harness.refused(listRuns, { limit: 3, workflow: 'order', cursor: first.nextCursor }),
  ).toMatchObject({
    code: 'bad_cursor',
  });
  expect(await harness.refused(listRuns, { cursor: 'x' })).toMatchObject({ code: 'bad_cursor' });
});

test('[O2.1] a run is suspended, resumed and cancelled, and an invalid request is a conflict', async () => {
  const run = await start();
  expect(await harness.perform(suspendRun, { run })).toMatchObject({ state: 'suspended', status: 'running' });
  expect(await harness.refused(suspendRun, { run })).toMatchObject({
    code: 'already_suspended',
    category: 'conflict',
    context: { run },
  });
  await answer(run);
  expect(harness.connector.calls.map(({ operation }) => operation)).toEqual(['echo']);
  expect(await harness.perform(resumeRun, { run })).toMatchObject({ status: 'running' });
  await harness.until(run, isOver);
  expect(await harness.refused(cancelRun, { run })).toMatchObject({ code: 'run_ended' });
  expect(await harness.refused(resumeRun, { run })).toMatchObject({ code: 'run_ended' });

  const other = await start();
  expect(await harness.perform(cancelRun, { run: other })).toMatchObject({
    status: 'cancelled',
    endedAt: expect.any(String),
    waitingFor: [],
  });
  expect(await harness.refused(reopenRun, { run: other })).toMatchObject({ code: 'run_ended' });
});

test('[O2.1] a failed run reports where it failed and what it had reached, and is reopened with other values', async () => {
  delivers = 'badly';
  const run = await start();
  await answer(run);
  await harness.until(run, isOver);
  expect(await harness.perform(getRun, { run })).toMatchObject({
    status: 'failed',
    failureCode: 'no-van',
    failure: { code: 'no-van', message: 'No van is left.', task: 'send', data: { vans: 0 } },
    partial: { reserved: { product: 'tea', count: 1 }, confirm: { yes: true, note: null } },
    output: null,
  });
  const view = await harness.perform(getRun, { run });
  expect(Object.keys(view.partial ?? {})).toEqual(['reserved', 'confirm']);
  expect(view.progress).toBeLessThan(1);
  expect(await harness.refused(reopenRun, { run, set: { nobody: 1 } })).toMatchObject({
    code: 'unknown_variable',
  });
  delivers = 'well';
  await harness.perform(reopenRun, { run, set: { confirm: { yes: true, note: 'hurry' } } });
  await harness.until(run, isOver);
  expect(await harness.perform(getRun, { run })).toMatchObject({
    status: 'completed',
    output: { sent: { input: { note: 'hurry' } } },
  });
});

test('[O2.1] a signal without a wait is stored, and the same key sends it once', async () => {
  const run = await start();
  const request = { run, name: 'hello', payload: { a: 1 }, idempotencyKey: 's1' };
  const firstAnswer = await harness.perform(signalRun, request);
  const secondAnswer = await harness.perform(signalRun, request);
  expect([firstAnswer.repeated, secondAnswer.repeated, secondAnswer.seq]).toEqual([
    false,
    true,
    firstAnswer.seq,
  ]);
  const opened = await harness.services.engine.open('acme', run);
  expect(opened?.state.signals).toEqual([{ name: 'hello', payload: { value: { a: 1 } } }]);
});
