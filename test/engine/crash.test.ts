/** How the next process continues after a crash: the engine is opened again over the same store. */
import { expect, test } from 'vitest';
import { createMemoryStore, type Store } from '../../src/runtime/index.ts';
import { createFakeClock, failed, type Handler, succeeded } from '../../src/testing/index.ts';
import {
  begin,
  hangs,
  isOver,
  isWaiting,
  itemsOf,
  openEngineHarness,
  settle,
  start,
  subscribeToEnd,
  tenant,
  until,
  workflow,
} from './engine-harness.ts';

/** A process that crashed during its calls: it never answers again. */
async function diesWith(store: Store, graph: string, handlers: { readonly [operation: string]: Handler }) {
  const flow = workflow(graph);
  const harness = await openEngineHarness({ store, handlers });
  const run = await begin(harness.engine, flow);
  await settle();
  return { run, calls: harness.connector.calls };
}

test('[R5.1] a call that is safe to repeat is repeated under its key', async () => {
  const store = createMemoryStore();
  const { run, calls } = await diesWith(store, 'a: { call: read }', { read: hangs });
  const harness = await openEngineHarness({
    store,
    handlers: { read: () => succeeded(1) },
    repeatable: ['read'],
  });
  expect(await until(harness, run, isOver)).toMatchObject({ status: 'completed', seq: 2 });
  expect(harness.connector.calls.map(({ key, attempt }) => [key, attempt])).toEqual(
    calls.map(({ key, attempt }) => [key, attempt]),
  );
});

test('[R5.1] on_uncertain retry: another call is repeated under its key', async () => {
  const store = createMemoryStore();
  const { run, calls } = await diesWith(store, 'a: { call: pay, on_uncertain: retry }', { pay: hangs });
  const harness = await openEngineHarness({ store, handlers: { pay: () => succeeded(1) } });
  expect(await until(harness, run, isOver)).toMatchObject({ status: 'completed', seq: 3 });
  expect(harness.connector.calls.map(({ key }) => key)).toEqual(calls.map(({ key }) => key));
});

test('[R5.1] on_uncertain ask, the default: a user is asked for the outcome', async () => {
  const store = createMemoryStore();
  const { run } = await diesWith(
    store,
    'a: { call: pay }\nb: { call: echo, depends_on: [a], args: { n: $a.n } }',
    { pay: hangs },
  );
  const harness = await openEngineHarness({ store });
  const waiting = await until(harness, run, isWaiting);
  const [item] = await itemsOf(harness, waiting);
  expect(item).toMatchObject({ reason: 'doubt', task: 'a', state: 'offered' });
  expect(harness.connector.calls).toEqual([]);
  const verdict = { verdict: 'succeeded', output: { n: 5 } };
  const eventInput = {
    kind: 'itemCompleted',
    instance: item?.instance ?? 0,
    output: { value: verdict },
  } as const;
  await harness.engine.submitEvent({ tenant, by: 'ann', run: run.id, eventInput });
  expect(await until(harness, run, isOver)).toMatchObject({ status: 'completed' });
  expect(harness.connector.calls.map(({ input }) => input)).toEqual([{ n: 5 }]);
});

test('[R5.1] on_uncertain fail: the run fails, and reports why', async () => {
  const store = createMemoryStore();
  const { run } = await diesWith(store, 'a: { call: pay, on_uncertain: fail }', { pay: hangs });
  const harness = await openEngineHarness({ store });
  expect(await until(harness, run, isOver)).toMatchObject({ status: 'failed', failure: 'in-doubt' });
});

test('[R5.1] an undo in progress continues, and earlier work is undone after it', async () => {
  const store = createMemoryStore();
  const { run } = await diesWith(
    store,
    `
flight: { call: book, args: { what: flight }, undo: { call: cancel, args: { id: $flight.id } } }
hotel: { call: book, depends_on: [flight], args: { what: hotel }, undo: { call: cancel, args: { id: $hotel.id } } }
pay: { call: pay, depends_on: [hotel] }
`,
    {
      book: ({ input }) => succeeded({ id: `${JSON.stringify(input)}` }),
      pay: () => failed('declined', 'No money'),
      cancel: hangs,
    },
  );
  const harness = await openEngineHarness({
    store,
    handlers: { cancel: () => succeeded(null) },
    repeatable: ['cancel'],
  });
  expect(await until(harness, run, isOver)).toMatchObject({ status: 'failed', failure: 'declined' });
  expect(harness.connector.calls.map(({ input }) => JSON.stringify(input))).toEqual([
    expect.stringContaining('hotel'),
    expect.stringContaining('flight'),
  ]);
});

test('[R5.1] the holder of an item still holds it, for the duration of the lease', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const first = await openEngineHarness({ store, clock });
  const run = await begin(
    first.engine,
    workflow('ask: { type: yield, message: Well?, expects: { yes: bool } }'),
  );
  const [item] = await itemsOf(first, run);
  const eventInput = { kind: 'itemHeld', instance: item?.instance ?? 0 } as const;
  await first.engine.submitEvent({ tenant, by: 'ann', run: run.id, eventInput, lease: 1_000 });
  await first.engine.stop();
  const harness = await openEngineHarness({ store, clock });
  expect((await itemsOf(harness, run))[0]).toMatchObject({ state: 'held', holder: 'ann' });
  clock.advance(1_000);
  await settle();
  expect((await itemsOf(harness, run))[0]).toMatchObject({ state: 'offered', holder: '' });
});

test('[R5.1][R1.8] an undelivered message is delivered later, with retries until it succeeds', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const delivered: string[] = [];
  const announce = await subscribeToEnd(store, clock);
  const first = await openEngineHarness({
    store,
    clock,
    post: { announce, deliver: async () => ({ kind: 'failed', reason: 'nobody there' }) },
  });
  const run = await until(first, await begin(first.engine, workflow('a: { call: echo }')), isOver);
  clock.advance(0);
  await settle();
  await first.engine.stop();
  const next = (await store.outbox.next(0)) ?? 0;
  expect(next).toBeGreaterThanOrEqual(start + 1_000);
  const second = await openEngineHarness({
    store,
    clock,
    post: {
      announce,
      deliver: async ({ body }) => {
        delivered.push(body);
        return { kind: 'delivered' };
      },
    },
  });
  clock.advance(0);
  await settle();
  expect(delivered).toEqual([]);
  clock.advance(next - clock.now());
  await settle();
  expect(delivered).toEqual([`${run.id} completed`]);
  clock.advance(100_000);
  await settle();
  expect(delivered).toHaveLength(1);
  await second.engine.stop();
});

test('[R5.1] more runs than the capacity all continue', async () => {
  const store = createMemoryStore();
  const first = await openEngineHarness({ store, handlers: { read: hangs } });
  const flow = workflow('a: { call: read }');
  const runs = await Promise.all(Array.from({ length: 350 }, () => begin(first.engine, flow)));
  const harness = await openEngineHarness({
    store,
    handlers: { read: () => succeeded(1) },
    repeatable: ['read'],
    concurrency: 5,
    limits: { waitingCalls: 20, loadedRuns: 10 },
  });
  for (const run of runs) expect(await until(harness, run, isOver)).toMatchObject({ status: 'completed' });
  expect(harness.connector.calls).toHaveLength(350);
  expect(new Set(harness.connector.calls.map(({ key }) => key)).size).toBe(350);
});
