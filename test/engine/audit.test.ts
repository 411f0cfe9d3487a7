/** The caller of each request: in the audit log and in the journal, in the same commit as its effect. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Cause, Store } from '../../src/runtime/index.ts';
import { createMemoryStore, StoreError } from '../../src/runtime/index.ts';
import { createFakeClock, succeeded } from '../../src/testing/index.ts';
import {
  done,
  isOver,
  itemsOf,
  openEngineHarness,
  openFile,
  start,
  tenant,
  until,
  workflow,
} from './engine-harness.ts';

let file: Awaited<ReturnType<typeof openFile>>;
beforeEach(async () => {
  file = await openFile();
});
afterEach(() => file.remove());

const flow = workflow(`
question: { type: yield, message: What?, expects: { word: str } }
say: { call: echo, depends_on: [question] }
`);

const cause = (correlationId: string, target?: string): Cause => ({
  operation: 'some.operation',
  kind: 'agent',
  correlationId,
  ...(target === undefined ? {} : { target }),
});

const audited = async (store: Store) =>
  (await store.audit.search(tenant, {}, { limit: 1_000 })).entries.toReversed();

test('[W2.4][W3.2] each request leaves one entry, and its id in the events that it caused', async () => {
  const store = await file.open();
  const harness = await openEngineHarness({ store });
  const head = { tenant, by: 'ann' };
  const begun = await harness.engine.start({ ...head, workflow: flow, input: {}, cause: cause('c-1') });
  const record = done(begun);
  const { id: run } = record;
  await until(harness, record, ({ items }) => items > 0);
  const [item] = await itemsOf(harness, record);
  const { id = '', instance = 0 } = item ?? {};
  const held = { kind: 'itemHeld', instance } as const;
  done(
    await harness.engine.submitEvent({
      ...head,
      run,
      eventInput: held,
      lease: 60_000,
      cause: cause('c-2', id),
    }),
  );
  done(await harness.engine.renew({ ...head, item: id, lease: 90_000, cause: cause('c-3', id) }));
  const answered = { kind: 'itemCompleted', instance, output: { value: { word: 'x' } } } as const;
  done(await harness.engine.submitEvent({ ...head, run, eventInput: answered, cause: cause('c-4', id) }));
  await until(harness, record, isOver);
  const refused = await harness.engine.submitEvent({
    ...head,
    run,
    eventInput: answered,
    cause: cause('c-5', id),
  });
  expect(refused.kind).toBe('rejected');
  expect((await audited(store)).map(({ correlationId, target }) => [correlationId, target])).toEqual([
    ['c-1', run],
    ['c-2', id],
    ['c-3', id],
    ['c-4', id],
  ]);
  expect((await audited(store))[0]).toMatchObject({
    tenant,
    at: start,
    subject: 'ann',
    kind: 'agent',
    operation: 'some.operation',
    outcome: 'done',
    code: '',
    times: 1,
  });
  const journal = await store.journals.read(tenant, run, 0, 100);
  expect(journal.map(({ event, correlationId }) => [event.kind, correlationId])).toEqual([
    ['started', 'c-1'],
    ['itemHeld', 'c-2'],
    ['itemCompleted', 'c-4'],
    ['callSucceeded', undefined],
  ]);
  await harness.engine.stop();
  await store.close();
});

test('[W2.4] a request with a used key leaves no second entry, also if both come at once', async () => {
  const store = await file.open();
  const harness = await openEngineHarness({ store });
  const repeatable = { operation: 'runs.start', key: 'k', input: 'same' };
  const request = (correlationId: string) =>
    harness.engine.start({
      tenant,
      by: 'ann',
      workflow: flow,
      input: {},
      repeatable,
      cause: cause(correlationId),
    });
  const answers = await Promise.all([request('c-1'), request('c-2'), request('c-3')]);
  expect(new Set(answers.map((answer) => done(answer).id)).size).toBe(1);
  await request('c-4');
  expect(await audited(store)).toHaveLength(1);
  await harness.engine.stop();
  await store.close();
});

test('[W2.4] a failed commit leaves no entry, and neither does the engine itself', async () => {
  const store = createMemoryStore();
  const { commit } = store;
  let isFull = false;
  store.commit = async (units) => {
    if (isFull) throw new StoreError('disk-full', 'The disk is full.', true);
    return commit(units);
  };
  const harness = await openEngineHarness({ store, handlers: { pay: () => succeeded(1) } });
  const request = { tenant, by: 'ann', workflow: workflow('pay: { call: pay }'), input: {} };
  isFull = true;
  expect((await harness.engine.start({ ...request, cause: cause('c-1') })).kind).toBe('store-unavailable');
  isFull = false;
  await until(harness, done(await harness.engine.start(request)), isOver);
  expect(await audited(store)).toEqual([]);
  await harness.engine.stop();
});

test('[W2.4] entries are kept for the configured time, and removed in small batches', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const day = 86_400_000;
  const harness = await openEngineHarness({ store, clock, limits: { auditRetention: 10 * day } });
  const request = (correlationId: string) =>
    harness.engine.start({ tenant, by: 'ann', workflow: flow, input: {}, cause: cause(correlationId) });
  for (const name of ['old', 'older', 'new']) {
    await request(name);
    clock.advance(name === 'older' ? 9 * day : 1);
  }
  const { forget } = store.audit;
  let forgot = 0;
  store.audit.forget = async (before, limit) => {
    const gone = await forget(before, limit);
    forgot += gone;
    return gone;
  };
  clock.advance(day + 3_600_000);
  await expect.poll(() => forgot).toBe(2);
  expect((await audited(store)).map(({ correlationId }) => correlationId)).toEqual(['new']);
  await harness.engine.stop();
});
