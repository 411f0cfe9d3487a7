/** Recovery after a crash with obstacles, or with events at the same time. */
import { expect, test } from 'vitest';
import { createMemoryStore, type RunRecord, type Store, StoreError } from '../../src/runtime/index.ts';
import { createFakeClock, succeeded } from '../../src/testing/index.ts';
import {
  begin,
  breakableStore,
  done,
  elapse,
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

const question = 'ask: { type: yield, message: Well?, expects: { yes: bool } }';
const reader = workflow('a: { call: read }');

/** A process that crashed during its calls. */
async function diesWith(store: Store, flow = reader): Promise<RunRecord> {
  const harness = await openEngineHarness({ store, handlers: { read: hangs, pay: hangs } });
  const run = await begin(harness.engine, flow);
  await settle();
  return run;
}

function callGate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Returns the unfinished runs only when the gate is open. */
function slowToTell(store: Store, opened: Promise<void>): Store {
  const { agenda } = store;
  return {
    ...store,
    agenda: {
      ...agenda,
      async underWay(after, limit) {
        await opened;
        return agenda.underWay(after, limit);
      },
    },
  };
}

test('[R5.1] unfinished runs are read again if they could not be read at first', async () => {
  const kept = createMemoryStore();
  const run = await diesWith(kept);
  let isIll = true;
  const store: Store = {
    ...kept,
    agenda: {
      ...kept.agenda,
      async underWay(after, limit) {
        if (isIll) throw new StoreError('busy', 'The store is busy.', true);
        return kept.agenda.underWay(after, limit);
      },
    },
  };
  const clock = createFakeClock(start);
  const harness = await openEngineHarness({
    store,
    clock,
    handlers: { read: () => succeeded(1) },
    repeatable: ['read'],
  });
  await settle();
  expect(harness.incidents).toHaveLength(1);
  isIll = false;
  await elapse(clock, 60_000);
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'completed', seq: 2 });
  expect(harness.connector.calls).toHaveLength(1);
});

test.each(['fail', 'ask'])(
  '[R5.1][R2.1] a call that a request causes while its run is recovered was never in doubt (on_uncertain: %s)',
  async (policy) => {
    const store = createMemoryStore();
    const flow = workflow(
      `a: { call: read }\n${question}\nb: { call: pay, depends_on: [ask], on_uncertain: ${policy} }`,
    );
    const run = await diesWith(store, flow);
    const { opened, open } = callGate();
    const harness = await openEngineHarness({
      store: slowToTell(store, opened),
      handlers: { read: () => succeeded(1), pay: () => succeeded(2) },
      repeatable: ['read'],
    });
    const [item] = await itemsOf(harness, run);
    const submitted = submitEvent(harness, run, {
      kind: 'itemCompleted',
      instance: item?.instance ?? 0,
      output: { value: { yes: true } },
    });
    open();
    done(await submitted);
    expect(await until(harness, run, isOver)).toMatchObject({ status: 'completed' });
    const entries = await store.journals.read(tenant, run.id, 0, 100);
    expect(entries.map(({ event }) => event.kind)).toEqual([
      'started',
      'itemCompleted',
      'callSucceeded',
      'callSucceeded',
    ]);
    expect(harness.connector.calls.map(({ operation }) => operation).toSorted()).toEqual(['pay', 'read']);
  },
);

test('[R2.1][R2.5] a call is not made if the commit that requests it fails, also while its run is recovered', async () => {
  const { store, breakStore, repairStore } = breakableStore(createMemoryStore());
  const run = await diesWith(
    store,
    workflow(`a: { call: read }\n${question}\nb: { call: pay, depends_on: [ask] }`),
  );
  const { opened, open } = callGate();
  const clock = createFakeClock(start);
  const harness = await openEngineHarness({
    store: slowToTell(store, opened),
    clock,
    handlers: { read: hangs, pay: hangs },
    repeatable: ['read', 'pay'],
  });
  breakStore('disk-full', true);
  const [item] = await itemsOf(harness, run);
  const submitted = submitEvent(harness, run, {
    kind: 'itemCompleted',
    instance: item?.instance ?? 0,
    output: { value: { yes: true } },
  });
  open();
  expect(await submitted).toMatchObject({ kind: 'store-unavailable' });
  await settle();
  expect(harness.connector.calls.map(({ operation }) => operation)).not.toContain('pay');
  repairStore();
  await elapse(clock, 10_000);
  expect(harness.connector.calls.map(({ operation }) => operation)).toEqual(['read']);
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'running', seq: 1, items: 1 });
});

test('[R5.1] a call in progress is resumed when its connector, down at the start, lists its operations again', async () => {
  const store = createMemoryStore();
  const run = await diesWith(store);
  const clock = createFakeClock(start);
  let isDown = true;
  const harness = await openEngineHarness({
    store,
    clock,
    handlers: { read: () => succeeded(1) },
    repeatable: ['read'],
    async operations() {
      if (isDown) throw new Error('The server is down.');
      return [];
    },
  });
  await elapse(clock, 120_000);
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'running', seq: 1, calls: 1 });
  expect(harness.connector.calls).toEqual([]);
  isDown = false;
  await elapse(clock, 60_000);
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'completed', seq: 2 });
  expect(harness.connector.calls).toHaveLength(1);
});

test('[R4.1][R5.1] no commit waits for a connector that is slow to list its operations', async () => {
  const store = createMemoryStore();
  const run = await diesWith(store);
  const { opened, open } = callGate();
  let asked = 0;
  const harness = await openEngineHarness({
    store,
    handlers: { read: () => succeeded(1) },
    repeatable: ['read'],
    async operations() {
      asked += 1;
      await opened;
      return [];
    },
  });
  await settle();
  expect(asked).toBe(1);
  done(await harness.engine.start({ tenant: 'quiet', by: 'bob', workflow: workflow(question), input: {} }));
  expect(await store.runs.find(tenant, run.id)).toMatchObject({ status: 'running', seq: 1 });
  open();
  expect(await until(harness, run, isOver)).toMatchObject({ status: 'completed' });
});
