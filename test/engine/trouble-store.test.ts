/** A store that cannot work for a while: nothing is lost, and everything continues when it can. */
import { expect, test } from 'vitest';
import { createMemoryStore, type Store, StoreError } from '../../src/runtime/index.ts';
import { createFakeClock, failed, succeeded } from '../../src/testing/index.ts';
import {
  begin,
  breakableStore,
  elapse,
  hangs,
  isOver,
  itemsOf,
  openCall,
  openEngineHarness,
  settle,
  start,
  tenant,
  until,
  workflow,
} from './engine-harness.ts';

const busy = () => new StoreError('busy', 'The store is busy.', true);

test('[R2.5][R3.1] an engine opens although the disk is full, refuses requests, and fires due timers when there is space', async () => {
  const { store, breakStore, repairStore } = breakableStore(createMemoryStore());
  const clock = createFakeClock(start);
  const first = await openEngineHarness({ store, clock });
  const flow = workflow('a: { wait: 1000 }');
  const run = await begin(first.engine, flow);
  await first.engine.stop();
  clock.advance(5_000);
  breakStore('disk-full', true);
  const harness = await openEngineHarness({ store, clock });
  await elapse(clock, 100_000);
  expect(await harness.engine.start({ tenant, by: 'ann', workflow: flow, input: {} })).toMatchObject({
    kind: 'store-unavailable',
    error: { code: 'disk-full', retryable: true },
  });
  await expect(harness.engine.checkStore()).rejects.toMatchObject({ code: 'disk-full' });
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'running', seq: 1 });
  repairStore();
  await elapse(clock, 10_000);
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'completed', seq: 2 });
  await harness.engine.checkStore();
});

test('[R2.5] an answer is kept also while the store reports that a retry is of no use', async () => {
  const { store, breakStore, repairStore } = breakableStore(createMemoryStore());
  const clock = createFakeClock(start);
  const { handler, answer } = openCall();
  const harness = await openEngineHarness({ store, clock, handlers: { slow: handler } });
  const run = await begin(harness.engine, workflow('a: { call: slow }'));
  await settle();
  breakStore('read-only', false);
  answer(succeeded(1));
  await settle();
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'running', seq: 1 });
  expect(harness.incidents).toEqual(['The store reports: read-only.']);
  repairStore();
  await elapse(clock, 10_000);
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'completed', seq: 2 });
  expect(harness.connector.calls).toHaveLength(1);
  expect(harness.engine.load()).toMatchObject({ queued: 0, calling: 0 });
});

test('[R2.5] an engine that stops before the pause of a broken store is over tries again to write the answers', async () => {
  const { store, breakStore, repairStore } = breakableStore(createMemoryStore());
  const { handler, answer } = openCall();
  const harness = await openEngineHarness({ store, handlers: { slow: handler } });
  const run = await begin(harness.engine, workflow('a: { call: slow }'));
  await settle();
  breakStore('disk-full', true);
  answer(succeeded(1));
  await settle();
  repairStore();
  await harness.engine.stop();
  breakStore('closed', false);
  await settle();
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'completed', seq: 2 });
});

test('[R2.5][R2.1] a call whose input cannot be read waits, and is made once when it can be', async () => {
  const kept = createMemoryStore();
  let isIll = false;
  const store: Store = {
    ...kept,
    contents: {
      ...kept.contents,
      async find(of, kind, hash) {
        if (isIll && kind === 'payload') throw busy();
        return kept.contents.find(of, kind, hash);
      },
    },
  };
  const long = 'x'.repeat(30_000);
  const first = await openEngineHarness({ store, handlers: { read: () => succeeded(long), pay: hangs } });
  const flow = workflow(`
a: { call: read }
nap: { wait: 1000, depends_on: [a] }
b: { call: pay, depends_on: [nap], on_uncertain: fail, args: { text: $a } }
`);
  const run = await begin(first.engine, flow);
  await until(first, run, ({ due }) => due !== null);
  await first.engine.stop();
  isIll = true;
  const clock = createFakeClock(start + 5_000);
  const harness = await openEngineHarness({ store, clock, handlers: { pay: () => succeeded(1) } });
  await elapse(clock, 5_000);
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'running', calls: 1 });
  expect(harness.connector.calls).toEqual([]);
  isIll = false;
  await elapse(clock, 5_000);
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'completed', calls: 0 });
  expect(harness.connector.calls.map(({ operation, input }) => [operation, input])).toEqual([
    ['pay', { text: long }],
  ]);
});

test('[R2.5][R2.1] an undo that cannot be claimed at once is made when it can be', async () => {
  const kept = createMemoryStore();
  let isIll = true;
  const store: Store = {
    ...kept,
    claims: {
      ...kept.claims,
      async claim(...asked) {
        if (isIll) throw busy();
        return kept.claims.claim(...asked);
      },
    },
  };
  const clock = createFakeClock(start);
  const harness = await openEngineHarness({
    store,
    clock,
    handlers: {
      book: () => succeeded({ id: 1 }),
      pay: () => failed('declined', 'No money'),
      cancel: () => succeeded(null),
    },
  });
  const flow = workflow(
    'flight: { call: book, undo: { call: cancel } }\npay: { call: pay, depends_on: [flight] }',
  );
  const run = await begin(harness.engine, flow);
  const cancels = () => harness.connector.calls.filter(({ operation }) => operation === 'cancel');
  await elapse(clock, 2_000);
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'running', calls: 1 });
  expect(await itemsOf(harness, run)).toEqual([]);
  expect(cancels()).toEqual([]);
  isIll = false;
  clock.advance(500);
  expect(await until(harness, run, isOver)).toMatchObject({ status: 'failed', failure: 'declined' });
  expect(cancels()).toHaveLength(1);
});
