/** Forks that are changed before they proceed, or in the middle of something. */
import { expect, test } from 'vitest';
import { createMemoryStore, type RunRecord } from '../../src/runtime/index.ts';
import { createFakeClock, failed, type ScriptedConnector, succeeded } from '../../src/testing/index.ts';
import {
  begin,
  done,
  elapse,
  fork,
  hangs,
  isOver,
  itemsOf,
  openEngineHarness,
  settle,
  start,
  submitEvent,
  tenant,
  until,
  workflow,
} from './engine-harness.ts';

const question = 'type: yield, message: Well?, expects: { yes: bool }';

const callsOf = ({ connector }: { readonly connector: ScriptedConnector }, { id }: RunRecord) =>
  connector.calls.filter(({ run }) => run === id).map(({ operation }) => operation);

test('[R7.1][R3.2] a parked fork whose held item was released makes its calls when it is resumed', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const harness = await openEngineHarness({ store, clock, handlers: { slow: hangs } });
  const flow = workflow(`a: { call: slow }\nask: { ${question} }`);
  const run = await begin(harness.engine, flow);
  const [item] = await itemsOf(harness, run);
  done(await submitEvent(harness, run, { kind: 'itemHeld', instance: item?.instance ?? 0 }, 100_000));
  const copy = await fork(harness, flow, run, 2, { suspended: true });
  clock.advance(10);
  await settle();
  expect((await itemsOf(harness, copy)).map(({ state }) => state)).toEqual(['offered']);
  expect(callsOf(harness, copy)).toEqual([]);
  done(await submitEvent(harness, copy, { kind: 'resumed' }));
  await settle();
  expect(callsOf(harness, copy)).toEqual(['slow']);
});

test('[R7.1] a fork whose open question is answered before its approval is given makes its calls with the approval', async () => {
  const harness = await openEngineHarness({ store: createMemoryStore(), handlers: { slow: hangs } });
  const flow = workflow(`
one: { ${question} }
a: { call: slow, depends_on: [one] }
ask: { depends_on: [one], ${question} }
`);
  const run = await begin(harness.engine, flow);
  const answer = async (of: RunRecord, task: string) => {
    const items = await itemsOf(harness, of);
    const found = items.find((item) => item.task === task && item.reason === 'work');
    const instance = found?.instance ?? 0;
    done(
      await submitEvent(harness, of, { kind: 'itemCompleted', instance, output: { value: { yes: true } } }),
    );
    return { instance, task };
  };
  const copy = await fork(harness, flow, run, 2, { approvals: [await answer(run, 'one')] });
  await answer(copy, 'ask');
  await settle();
  expect(callsOf(harness, copy)).toEqual([]);
  const [approval] = await itemsOf(harness, copy);
  expect(approval).toMatchObject({ reason: 'approval', task: 'one' });
  done(await harness.engine.approve({ tenant, by: 'ann', item: approval?.id ?? '' }));
  await settle();
  expect(callsOf(harness, copy)).toEqual(['slow']);
});

test('[R7.1] a fork does not wait for the answer to a call that its original made and aborted', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const harness = await openEngineHarness({
    store,
    clock,
    handlers: { slow: hangs, two: () => succeeded(2), undo_it: () => succeeded(null) },
  });
  const flow = workflow(
    'a: { call: slow, timeout: 100, undo: { call: undo_it }, on_error: { fallback: b } }\nb: { call: two }',
  );
  const run = await begin(harness.engine, flow);
  await settle();
  clock.advance(200);
  await until(harness, run, ({ seq }) => seq >= 2);
  const then = await harness.engine.open(tenant, run.id, 2);
  expect(then?.state.instances.map(({ draining }) => draining)).toEqual([true, false]);
  const copy = await fork(harness, flow, run, 2);
  expect(await until(harness, copy, isOver)).toMatchObject({ status: 'completed', calls: 0 });
  expect(callsOf(harness, copy)).toEqual(['two']);
});

test('[R7.1] a fork in the middle of an undo leaves the undo to its original', async () => {
  const store = createMemoryStore();
  const harness = await openEngineHarness({
    store,
    handlers: { book: () => succeeded({ id: 1 }), pay: () => failed('declined', 'No money'), cancel: hangs },
  });
  const flow = workflow(
    'flight: { call: book, undo: { call: cancel } }\npay: { call: pay, depends_on: [flight] }',
  );
  const run = await until(harness, await begin(harness.engine, flow), ({ seq }) => seq === 3);
  await settle();
  expect(callsOf(harness, run)).toEqual(['book', 'pay', 'cancel']);
  const copy = await fork(harness, flow, run, 3);
  expect(await until(harness, copy, isOver)).toMatchObject({ status: 'failed', failure: 'declined' });
  expect(callsOf(harness, copy)).toEqual([]);
});

test('[R7.1][R5.1] a fork that has proceeded and was suspended has calls in doubt after a crash, like any run', async () => {
  const store = createMemoryStore();
  const first = await openEngineHarness({ store, handlers: { one: () => succeeded(1), pay: hangs } });
  const flow = workflow('a: { call: one }\nb: { call: pay, depends_on: [a] }');
  const run = await until(first, await begin(first.engine, flow), ({ seq }) => seq === 2);
  const copy = await fork(first, flow, run, 2);
  await settle();
  expect(callsOf(first, copy)).toEqual(['pay']);
  done(await submitEvent(first, copy, { kind: 'suspended' }));
  const harness = await openEngineHarness({ store, handlers: { pay: hangs } });
  await settle();
  done(await submitEvent(harness, copy, { kind: 'resumed' }));
  await settle();
  expect(callsOf(harness, copy)).toEqual([]);
  expect((await itemsOf(harness, copy)).map(({ reason, task }) => [reason, task])).toEqual([['doubt', 'b']]);
});

test('[R7.1] a parked fork with later events is cancelled to its end, without a call', async () => {
  const clock = createFakeClock(start);
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    clock,
    handlers: { slow: hangs, undo_it: () => succeeded(null) },
  });
  const flow = workflow(`a: { call: slow, undo: { call: undo_it } }\nask: { ${question} }`);
  const run = await begin(harness.engine, flow);
  const copy = await fork(harness, flow, run, 1, { suspended: true });
  const [item] = await itemsOf(harness, copy);
  done(await submitEvent(harness, copy, { kind: 'itemHeld', instance: item?.instance ?? 0 }));
  done(await submitEvent(harness, copy, { kind: 'cancelRequested', undo: true }));
  await elapse(clock, 60_000);
  expect(await harness.store.runs.find(tenant, copy.id)).toMatchObject({
    status: 'cancelled',
    calls: 0,
    items: 0,
  });
  expect(callsOf(harness, copy)).toEqual([]);
});

test('[R7.1][R5.1] a parked fork with later events has no call in doubt after a crash: it made none', async () => {
  const store = createMemoryStore();
  const first = await openEngineHarness({ store, handlers: { slow: hangs } });
  const flow = workflow(`a: { call: slow }\nask: { ${question} }`);
  const run = await begin(first.engine, flow);
  const copy = await fork(first, flow, run, 1, { suspended: true });
  const [item] = await itemsOf(first, copy);
  done(await submitEvent(first, copy, { kind: 'itemHeld', instance: item?.instance ?? 0 }));
  const harness = await openEngineHarness({ store, handlers: { slow: hangs } });
  await settle();
  expect((await itemsOf(harness, copy)).map(({ reason, task }) => [reason, task])).toEqual([['work', 'ask']]);
  expect(callsOf(harness, copy)).toEqual([]);
  done(await submitEvent(harness, copy, { kind: 'resumed' }));
  await settle();
  expect(callsOf(harness, copy)).toEqual(['slow']);
});
