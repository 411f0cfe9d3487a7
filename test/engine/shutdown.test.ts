/** A process that shuts down gracefully, and one that only reads. */
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/runtime/index.ts';
import { createFakeClock, succeeded } from '../../src/testing/index.ts';
import {
  begin,
  hangs,
  isOver,
  openCall,
  openEngineHarness,
  settle,
  start,
  tenant,
  until,
  workflow,
} from './engine-harness.ts';

const flow = workflow('a: { call: pay }\nb: { call: pay, depends_on: [a], args: { n: $a.n } }');

test('[R5.1] a shutdown lets calls in progress end, starts none, and leaves none in doubt', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const slow = openCall();
  const first = await openEngineHarness({ store, clock, handlers: { pay: slow.handler } });
  const run = await begin(first.engine, flow);
  await settle();
  const stopped = first.engine.stop(10_000);
  await settle();
  slow.answer(succeeded({ n: 1 }));
  await stopped;
  // A timer that is still set would keep the process alive.
  expect(clock.pending()).toBe(0);
  expect(first.connector.calls).toHaveLength(1);
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ seq: 2, calls: 1, parked: true });
  const next = await openEngineHarness({ store, handlers: { pay: () => succeeded({ n: 2 }) } });
  expect(await until(next, run, isOver)).toMatchObject({ status: 'completed', seq: 3, parked: false });
  expect(next.connector.calls.map(({ input }) => input)).toEqual([{ n: 1 }]);
});

test('[R5.1] a call that does not end in time is in doubt for the next process', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const first = await openEngineHarness({ store, clock, handlers: { pay: hangs } });
  const run = await begin(first.engine, flow);
  await settle();
  const stopped = first.engine.stop(10_000);
  await settle();
  clock.advance(10_000);
  await stopped;
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ seq: 1, calls: 1, parked: false });
  const next = await openEngineHarness({ store });
  expect(await until(next, run, ({ items }) => items > 0)).toMatchObject({ status: 'running', items: 1 });
  expect(next.connector.calls).toEqual([]);
});

test('[R5.1] a quiet engine starts nothing until it is told to', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const first = await openEngineHarness({ store, clock });
  const run = await begin(
    first.engine,
    workflow('nap: { wait: 1000 }\nb: { call: echo, depends_on: [nap] }'),
  );
  await first.engine.stop();
  clock.advance(5_000);
  const harness = await openEngineHarness({ store, clock, isQuiet: true });
  await settle();
  clock.advance(5_000);
  await settle();
  expect((await harness.engine.open(tenant, run.id))?.record).toMatchObject({ seq: 1, status: 'running' });
  expect(harness.connector.calls).toEqual([]);
  harness.engine.begin();
  harness.engine.begin();
  expect(await until(harness, run, isOver)).toMatchObject({ status: 'completed' });
  expect(harness.connector.calls).toHaveLength(1);
});
