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
import { ann, bob, isOver, isWaiting, type Office, openingTime, openOffice } from './office.ts';

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

let office: Office;
let delivers: 'well' | 'badly' = 'well';

beforeEach(async () => {
  delivers = 'well';
  office = await openOffice(
    { 'shop.yaml': shop, 'wrong.yaml': wrong },
    {
      deliver: ({ input }) =>
        delivers === 'well'
          ? { kind: 'succeeded', output: { parcel: 7, input } }
          : { kind: 'failed', failure: { code: 'no-van', message: 'No van is left.', data: { vans: 0 } } },
    },
  );
});
afterEach(() => office.close());

const start = async (workflow = 'order', params: object = { product: 'tea' }) => {
  const { run } = await office.perform(startRun, { workflow, params });
  await office.until(run, (record) => isWaiting(record) || isOver(record));
  return run;
};

const answer = async (run: string, by = ann) => {
  const view = await office.perform(getRun, { run });
  const [wait] = view.waitingFor;
  if (wait?.kind !== 'item') throw new Error('It does not ask.');
  return office.perform(completeItem, { item: wait.item, output: { yes: true } }, by);
};

test('[O2.1] a run is started with its defaults, waits for people, and gives its result', async () => {
  const run = await start();
  const waiting = await office.perform(getRun, { run });
  expect(waiting).toMatchObject({
    run,
    workflow: 'order',
    version: '1.2',
    status: 'running',
    state: 'waiting',
    startedBy: 'ann',
    createdAt: new Date(openingTime).toISOString(),
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
  await office.until(run, isOver);
  expect(await office.perform(getRun, { run })).toMatchObject({
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
  const { seq } = await office.until(run, isOver);
  const steps: number[] = [];
  for (let at = 1; at <= seq; at++) steps.push((await office.perform(replayRun, { run, at })).progress);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.filter((each) => each === 1)).toHaveLength(1);
  expect(steps.at(-1)).toBe(1);
});

test('[O2.1] a workflow that is not there, has mistakes, or calls what nobody offers is refused with all that is wrong', async () => {
  expect(await office.refused(startRun, { workflow: 'ordr' })).toMatchObject({
    code: 'workflow_not_found',
    message: expect.stringContaining('“order”'),
  });
  expect(await office.refused(startRun, { workflow: 'wrong' })).toMatchObject({
    code: 'invalid_definition',
    violations: [{ line: 5, message: expect.stringContaining('nobody') }],
  });
  expect(await office.refused(startRun, { workflow: 'broken_call' })).toMatchObject({
    code: 'unknown_operation',
    category: 'validation',
    violations: [
      { path: 'delivr', message: expect.stringContaining('“deliver”') },
      { path: 'nothing_like_it', rule: 'unknown-operation' },
    ],
  });
  expect(
    await office.refused(startRun, { workflow: 'order', params: { count: 'x', produkt: 1 } }),
  ).toMatchObject({
    code: 'invalid_parameters',
    violations: [
      { path: 'params.count', rule: 'wrong-type' },
      { path: 'params.produkt', rule: 'unknown-parameter' },
      { path: 'params.product', rule: 'missing-parameter' },
    ],
  });
  expect((await office.perform(listRuns, { total: true })).total).toBe(0);
});

test('[O2.1] what a person typed is read by the declared types', async () => {
  const { run } = await office.perform(startRun, { workflow: 'order', texts: { product: '7', count: '2' } });
  await office.until(run, isWaiting);
  expect((await office.perform(getRun, { run })).waitingFor).toMatchObject([{ message: 'Send 2 of 7?' }]);
  expect(await office.refused(startRun, { workflow: 'order', texts: { count: 'two' } })).toMatchObject({
    code: 'invalid_parameters',
    violations: [{ path: 'params.count' }, { path: 'params.product' }],
  });
});

test('[R2.3] the same key gives the same run, another input under it is refused, and keys are per principal', async () => {
  const order = { workflow: 'order', params: { product: 'tea' }, idempotencyKey: 'k1' };
  const first = await office.perform(startRun, order);
  const again = await office.perform(startRun, { ...order, waitMs: 0 });
  expect([first.repeated, again.repeated, again.run]).toEqual([false, true, first.run]);
  expect(await office.refused(startRun, { ...order, params: { product: 'milk' } })).toMatchObject({
    code: 'idempotency_conflict',
    category: 'conflict',
  });
  expect((await office.perform(startRun, order, bob)).run).not.toBe(first.run);
  expect((await office.perform(listRuns, { total: true })).total).toBe(2);
});

test('[R2.3] a key gives its run although the workflow takes other parameters by now', async () => {
  const order = { workflow: 'order', params: { product: 'tea' }, idempotencyKey: 'k1' };
  const first = await office.perform(startRun, order);
  await writeFile(`${office.folder}/shop.yaml`, shop.replace('product: str,', 'article: str,'));
  await office.services.library.refresh();
  expect(await office.perform(startRun, order)).toMatchObject({ run: first.run, repeated: true });
});

test('[O2.1] waiting ends when the run has ended, waits for people, or has passed an event; else when the time is over', async () => {
  const run = await start();
  const { seq } = await office.perform(getRun, { run, waitMs: 20_000 });
  expect((await office.perform(getRun, { run, waitMs: 20_000, after: 0 })).seq).toBe(seq);
  const later = office.perform(getRun, { run, waitMs: 20_000, after: seq });
  await answer(run);
  expect((await later).seq).toBeGreaterThan(seq);
  await office.until(run, isOver);
  expect((await office.perform(getRun, { run, waitMs: 20_000, after: 1_000 })).status).toBe('completed');

  const pause = await start('pause', {});
  const patient = office.perform(getRun, { run: pause, waitMs: 20_000 });
  await untilPolling();
  office.clock.advance(20_000);
  expect(await patient).toMatchObject({
    state: 'waiting',
    waitingFor: [{ kind: 'timer', task: 'rest', due: new Date(openingTime + 3_600_000).toISOString() }],
  });
  office.clock.advance(3_570_000);
  const ended = office.perform(getRun, { run: pause, waitMs: 20_000 });
  office.clock.advance(10_000);
  expect((await ended).status).toBe('completed');
});

/** The long poll has set its alarm, which is before any of the engine's own. */
async function untilPolling(): Promise<void> {
  while (office.clock.next() === undefined || (office.clock.next() ?? 0) > openingTime + 20_000) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('[O2.1] runs are listed newest first, by filters, in pages that show each once whatever is added', async () => {
  const runs: string[] = [];
  for (let i = 0; i < 7; i++) {
    office.clock.advance(1_000);
    runs.push(await start());
  }
  await office.perform(cancelRun, { run: runs[2] });
  const first = await office.perform(listRuns, { limit: 3 });
  expect(first.runs.map(({ run }) => run)).toEqual(runs.slice(4).toReversed());
  office.clock.advance(1_000);
  const added = await start();
  const second = await office.perform(listRuns, { limit: 3, cursor: first.nextCursor });
  const third = await office.perform(listRuns, { limit: 3, cursor: second.nextCursor });
  expect([...second.runs, ...third.runs].map(({ run }) => run)).toEqual(runs.slice(0, 4).toReversed());
  expect(third.nextCursor).toBeNull();
  const listed = async (filters: object) =>
    (await office.perform(listRuns, filters)).runs.map(({ run }) => run);
  expect(await listed({ statuses: ['cancelled'] })).toEqual([runs[2]]);
  expect(await listed({ waiting: false })).toEqual([runs[2]]);
  expect(await listed({ prefix: added })).toEqual([added]);
  expect(await listed({ startedBy: 'bob' })).toEqual([]);
  expect(await listed({ createdBefore: new Date(openingTime + 2_500).toISOString() })).toEqual([
    runs[1],
    runs[0],
  ]);
  expect(await listed({ createdFrom: new Date(openingTime + 8_000).toISOString() })).toEqual([added]);
  expect(
    await office.refused(listRuns, { limit: 3, workflow: 'order', cursor: first.nextCursor }),
  ).toMatchObject({
    code: 'bad_cursor',
  });
  expect(await office.refused(listRuns, { cursor: 'x' })).toMatchObject({ code: 'bad_cursor' });
});

test('[O2.1] a run is suspended, resumed and cancelled, and what does not fit is a conflict', async () => {
  const run = await start();
  expect(await office.perform(suspendRun, { run })).toMatchObject({ state: 'suspended', status: 'running' });
  expect(await office.refused(suspendRun, { run })).toMatchObject({
    code: 'already_suspended',
    category: 'conflict',
    context: { run },
  });
  await answer(run);
  expect(office.connector.calls.map(({ operation }) => operation)).toEqual(['echo']);
  expect(await office.perform(resumeRun, { run })).toMatchObject({ status: 'running' });
  await office.until(run, isOver);
  expect(await office.refused(cancelRun, { run })).toMatchObject({ code: 'run_ended' });
  expect(await office.refused(resumeRun, { run })).toMatchObject({ code: 'run_ended' });

  const other = await start();
  expect(await office.perform(cancelRun, { run: other })).toMatchObject({
    status: 'cancelled',
    endedAt: expect.any(String),
    waitingFor: [],
  });
  expect(await office.refused(reopenRun, { run: other })).toMatchObject({ code: 'run_ended' });
});

test('[O2.1] a failed run tells where it failed and what it had reached, and is reopened with other values', async () => {
  delivers = 'badly';
  const run = await start();
  await answer(run);
  await office.until(run, isOver);
  expect(await office.perform(getRun, { run })).toMatchObject({
    status: 'failed',
    failureCode: 'no-van',
    failure: { code: 'no-van', message: 'No van is left.', task: 'send', data: { vans: 0 } },
    partial: { reserved: { product: 'tea', count: 1 }, confirm: { yes: true, note: null } },
    output: null,
  });
  const view = await office.perform(getRun, { run });
  expect(Object.keys(view.partial ?? {})).toEqual(['reserved', 'confirm']);
  expect(view.progress).toBeLessThan(1);
  expect(await office.refused(reopenRun, { run, set: { nobody: 1 } })).toMatchObject({
    code: 'unknown_variable',
  });
  delivers = 'well';
  await office.perform(reopenRun, { run, set: { confirm: { yes: true, note: 'hurry' } } });
  await office.until(run, isOver);
  expect(await office.perform(getRun, { run })).toMatchObject({
    status: 'completed',
    output: { sent: { input: { note: 'hurry' } } },
  });
});

test('[O2.1] a signal that nobody waits for is kept, and the same key sends it once', async () => {
  const run = await start();
  const order = { run, name: 'hello', payload: { a: 1 }, idempotencyKey: 's1' };
  const once = await office.perform(signalRun, order);
  const twice = await office.perform(signalRun, order);
  expect([once.repeated, twice.repeated, twice.seq]).toEqual([false, true, once.seq]);
  const opened = await office.services.engine.open('acme', run);
  expect(opened?.state.signals).toEqual([{ name: 'hello', payload: { value: { a: 1 } } }]);
});
