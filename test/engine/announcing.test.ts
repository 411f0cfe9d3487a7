/** The announcements of the engine for each commit, and that they are written with it. */
import { expect, test } from 'vitest';
import {
  createMemoryStore,
  type OutboxHandlers,
  type RunChange,
  type Store,
} from '../../src/runtime/index.ts';
import { createFakeClock, failed, succeeded } from '../../src/testing/index.ts';
import {
  begin,
  breakableStore,
  done,
  fork,
  isOver,
  itemsOf,
  openEngineHarness,
  openFile,
  settle,
  start,
  submitEvent,
  subscribeToEnd,
  tenant,
  until,
  workflow,
} from './engine-harness.ts';

/** One commit, in short form. */
const describe = ({ isNew, transitions }: RunChange): string =>
  [
    ...(isNew ? ['new'] : []),
    ...transitions.map((transition) =>
      transition.kind === 'status'
        ? `${transition.seq}: ${transition.before} → ${transition.state.status}`
        : `${transition.seq}: ${transition.item.task} ${transition.before} → ${transition.item.state}`,
    ),
  ].join(', ');

async function openAnnouncingHarness(store: Store = createMemoryStore(), more: object = {}) {
  const changes: string[] = [];
  const announce: OutboxHandlers['announce'] = (change) => {
    changes.push(describe(change));
    return [];
  };
  const post: OutboxHandlers = { announce, deliver: async () => ({ kind: 'delivered' }) };
  const harness = await openEngineHarness({ store, post, ...more });
  return { harness, changes };
}

test('[F3.1] every change of a status and of an item is announced, in order', async () => {
  const { harness, changes } = await openAnnouncingHarness();
  const flow = workflow(
    'ask: { type: yield, message: Well?, expects: { yes: bool } }\npay: { call: echo, depends_on: [ask] }',
  );
  const run = await begin(harness.engine, flow);
  const [item] = await itemsOf(harness, run);
  const instance = item?.instance ?? 0;
  done(await submitEvent(harness, run, { kind: 'itemHeld', instance }, 60_000));
  done(await harness.engine.renew({ tenant, by: 'ann', item: item?.id ?? '', lease: 90_000 }));
  done(await submitEvent(harness, run, { kind: 'itemReleased', instance }));
  done(
    await submitEvent(harness, run, { kind: 'itemCompleted', instance, output: { value: { yes: true } } }),
  );
  await until(harness, run, isOver);
  expect(changes).toEqual([
    'new, 1: null → running, 1: ask null → offered',
    '2: ask offered → held',
    '',
    '3: ask held → offered',
    '4: ask offered → completed',
    '5: running → completed',
  ]);
});

test('[F3.1] several changes of a run in one commit are announced one by one', async () => {
  const { harness, changes } = await openAnnouncingHarness();
  const run = await begin(
    harness.engine,
    workflow('ask: { type: yield, message: Well?, expects: { yes: bool } }'),
  );
  const instance = (await itemsOf(harness, run))[0]?.instance ?? 0;
  const answers = await Promise.all([
    submitEvent(harness, run, { kind: 'itemHeld', instance }),
    submitEvent(harness, run, { kind: 'itemReleased', instance }),
    submitEvent(harness, run, { kind: 'itemCompleted', instance, output: { value: { yes: true } } }),
  ]);
  expect(answers.map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
  expect(changes.slice(1)).toEqual([
    '2: ask offered → held, 3: ask held → offered, 4: ask offered → completed, 4: running → completed',
  ]);
});

test('[F3.1] a run that ends withdraws open items before it ends; one that fails is announced as failed', async () => {
  const { harness, changes } = await openAnnouncingHarness(createMemoryStore(), {
    handlers: { pay: () => failed('broke', 'No money.') },
  });
  const flow = workflow('ask: { type: yield, message: Well?, expects: { yes: bool } }');
  const asked = await begin(harness.engine, flow);
  done(await submitEvent(harness, asked, { kind: 'cancelRequested', undo: false }));
  expect(changes.slice(1)).toEqual(['2: ask offered → withdrawn, 2: running → cancelled']);
  await until(harness, await begin(harness.engine, workflow('a: { call: pay }')), isOver);
  expect(changes.at(-1)).toMatch(/^2: running → failed$/);
});

test('[F3.1] events that a copy adopts are not announced again', async () => {
  const { harness, changes } = await openAnnouncingHarness();
  const flow = workflow(
    'a: { call: echo }\nask: { type: yield, depends_on: [a], message: Well?, expects: { yes: bool } }',
  );
  const run = await until(harness, await begin(harness.engine, flow), ({ items }) => items > 0);
  const reported = changes.length;
  const copy = await fork(harness, flow, run, 2, { suspended: true });
  expect(copy).toMatchObject({ items: 1 });
  expect(changes.slice(reported)).toEqual(['new']);
});

test('[F3.1][F2.1] messages and receipts belong to the commit: a failed commit has none', async () => {
  const clock = createFakeClock(start);
  const kept = createMemoryStore();
  const announce = await subscribeToEnd(kept, clock);
  const ill = breakableStore(kept);
  const post: OutboxHandlers = { announce, deliver: async () => ({ kind: 'failed', reason: 'Not yet.' }) };
  const harness = await openEngineHarness({ store: ill.store, clock, post });
  const flow = workflow('ask: { type: yield, message: Well?, expects: { yes: bool } }');
  const run = await begin(harness.engine, flow);
  const instance = (await itemsOf(harness, run))[0]?.instance ?? 0;
  const eventInput = { kind: 'itemCompleted', instance, output: { value: { yes: true } } } as const;
  const repeatable = { operation: 'items.complete', key: 'k', input: 'i' };
  const complete = () =>
    harness.engine.submitEvent({ tenant, by: 'ann', run: run.id, eventInput, repeatable });
  ill.breakStore('disk-full', true);
  expect(await complete()).toMatchObject({ kind: 'store-unavailable' });
  expect(await kept.outbox.count()).toEqual({ waiting: 0, givenUp: 0 });
  ill.repairStore();
  expect(await complete()).toMatchObject({ kind: 'done', repeated: false });
  expect(await kept.outbox.count()).toEqual({ waiting: 1, givenUp: 0 });
  expect(await complete()).toMatchObject({ kind: 'done', repeated: true });
  const key = { tenant, subject: 'ann', operation: 'items.complete', key: 'k' };
  expect(await kept.receipts.find(key, start)).toMatchObject({
    run: run.id,
    seq: 2,
    outcome: `${run.id}.${instance}`,
  });
  await harness.engine.stop();
});

test('[F2.1] a receipt has the status immediately after its request, for any later state of the run', async () => {
  const { harness } = await openAnnouncingHarness(createMemoryStore(), {
    handlers: { pay: () => succeeded(1) },
  });
  const repeatable = { operation: 'runs.start', key: 'k', input: 'i' };
  const request = { tenant, by: 'ann', workflow: workflow('a: { call: pay }'), input: {}, repeatable };
  const run = await until(harness, done(await harness.engine.start(request)), isOver);
  const key = { tenant, subject: 'ann', operation: 'runs.start', key: 'k' };
  const receipt = await harness.store.receipts.find(key, start);
  expect(receipt).toMatchObject({ run: run.id, outcome: 'running', at: run.createdAt });
  expect(await harness.engine.start(request)).toMatchObject({
    kind: 'done',
    repeated: true,
    run: { id: run.id },
  });
});

test('[F2.2] a key is free again exactly when its receipt expires', async () => {
  const clock = createFakeClock(start);
  const { harness } = await openAnnouncingHarness(createMemoryStore(), {
    clock,
    limits: { receiptLife: 1_000 },
  });
  const repeatable = { operation: 'runs.start', key: 'k', input: 'i' };
  const request = { tenant, by: 'ann', workflow: workflow('a: { call: echo }'), input: {}, repeatable };
  const first = done(await harness.engine.start(request));
  clock.advance(999);
  expect(await harness.engine.start(request)).toMatchObject({ repeated: true, run: { id: first.id } });
  clock.advance(1);
  const other = { ...request, repeatable: { ...repeatable, input: 'another' } };
  const second = await harness.engine.start(other);
  expect(second).toMatchObject({ kind: 'done', repeated: false });
  expect(done(second).id).not.toBe(first.id);
});

test('[F3.1] messages committed before a crash are delivered by the next process, from a file', async () => {
  const file = await openFile();
  const clock = createFakeClock(start);
  const dead = await file.open();
  const announce = await subscribeToEnd(dead, clock);
  // It crashes between the commit and the delivery: nothing in progress ever ends.
  const first = await openEngineHarness({
    store: dead,
    clock,
    post: { announce, deliver: () => new Promise(() => {}) },
  });
  const run = await until(first, await begin(first.engine, workflow('a: { call: echo }')), isOver);
  const store = await file.open();
  const delivered: string[] = [];
  const deliver: OutboxHandlers['deliver'] = async ({ body }) => {
    delivered.push(body);
    return { kind: 'delivered' };
  };
  const second = await openEngineHarness({ store, clock, post: { announce, deliver } });
  clock.advance(0);
  await settle();
  expect(delivered).toEqual([`${run.id} completed`]);
  expect(await store.outbox.count()).toEqual({ waiting: 0, givenUp: 0 });
  await first.engine.stop();
  await second.engine.stop();
  await dead.close();
  await store.close();
  await file.remove();
});

test('[F3.3] a message that is sent again outside of a commit is delivered after the engine is notified', async () => {
  const clock = createFakeClock(start);
  const store = createMemoryStore();
  const announce = await subscribeToEnd(store, clock);
  const delivered: string[] = [];
  const deliver: OutboxHandlers['deliver'] = async ({ body, attempts }) => {
    delivered.push(`${body} ${attempts}`);
    return delivered.length > 1 ? { kind: 'delivered' } : { kind: 'refused', reason: 'Answered 404.' };
  };
  const harness = await openEngineHarness({ store, clock, post: { announce, deliver, retries: 3 } });
  const run = await until(harness, await begin(harness.engine, workflow('a: { call: echo }')), isOver);
  clock.advance(0);
  await settle();
  const [left] = await store.outbox.search(tenant, { state: 'given-up' }, { limit: 10 });
  expect(await store.outbox.resend(tenant, left?.id ?? '', clock.now())).toBe(true);
  harness.engine.checkOutbox();
  clock.advance(0);
  await settle();
  expect(delivered).toEqual([`${run.id} completed 0`, `${run.id} completed 0`]);
  expect(await store.outbox.count()).toEqual({ waiting: 0, givenUp: 0 });
  await harness.engine.stop();
});
