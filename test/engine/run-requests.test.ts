/** Requests of callers and answers of calls: journalled first, performed after, stored completely. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMemoryStore, type Store, StoreError } from '../../src/runtime/index.ts';
import { createFakeClock, failed, succeeded } from '../../src/testing/index.ts';
import {
  begin,
  done,
  isOver,
  isWaiting,
  itemsOf,
  openEngineHarness,
  openFile,
  settle,
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

const repeatable = (key: string, input = 'same') => ({ operation: 'runs.start', key, input });

test('[R2.1] a call is made after its event is in the journal, under one key for all its attempts', async () => {
  const store = await file.open();
  const lengths: number[] = [];
  let tries = 0;
  const harness = await openEngineHarness({
    store,
    handlers: {
      pay: async ({ run }) => {
        lengths.push((await store.journals.read(tenant, run, 0, 10)).length);
        tries += 1;
        return tries < 3 ? failed('busy', 'try again') : succeeded({ paid: true });
      },
    },
  });
  const flow = workflow(`
a: { call: echo }
pay: { call: pay, depends_on: [a], on_error: { retry: 5, delay: 1000 } }
again: { call: pay, depends_on: [pay] }
`);
  const run = await begin(harness.engine, flow);
  const clock = harness.clock as ReturnType<typeof createFakeClock>;
  for (let round = 0; round < 2; round++) {
    await until(harness, run, ({ due }) => due !== null && due > clock.now());
    clock.advance(1_000);
  }
  expect((await until(harness, run, isOver)).status).toBe('completed');
  // started, a; started, a, failed, timer; …
  expect(lengths).toEqual([2, 4, 6, 7]);
  const keys = harness.connector.calls.filter(({ operation }) => operation === 'pay').map(({ key }) => key);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
  expect(harness.connector.calls.map(({ attempt }) => attempt)).toEqual([1, 1, 2, 3, 1]);
  await harness.engine.stop();
  await store.close();
});

test('[R2.3] the same key returns the same run, also after a restart; a different input is a conflict', async () => {
  let store = await file.open();
  let harness = await openEngineHarness({ store });
  const flow = workflow('a: { call: echo }');
  const request = { tenant, by: 'ann', workflow: flow, input: {} };
  const [first, second] = await Promise.all([
    harness.engine.start({ ...request, repeatable: repeatable('k1') }),
    harness.engine.start({ ...request, repeatable: repeatable('k1') }),
  ]);
  expect(first).toMatchObject({ kind: 'done', repeated: false });
  expect(second).toMatchObject({ kind: 'done', repeated: true, run: { id: done(first).id } });
  expect(await harness.engine.start({ ...request, repeatable: repeatable('k1', 'other') })).toEqual({
    kind: 'key-conflict',
  });
  expect(
    await harness.engine.start({ ...request, by: 'bob', repeatable: repeatable('k1', 'other') }),
  ).toMatchObject({
    repeated: false,
  });
  await harness.engine.stop();
  await store.close();
  store = await file.open();
  harness = await openEngineHarness({ store });
  expect(await harness.engine.start({ ...request, repeatable: repeatable('k1') })).toMatchObject({
    kind: 'done',
    repeated: true,
    run: { id: done(first).id },
  });
  expect(await store.runs.count(tenant, {})).toBe(2);
  await harness.engine.stop();
  await store.close();
});

test('[R2.3] a refusal has no receipt: the same key may be tried again', async () => {
  const harness = await openEngineHarness({ store: createMemoryStore() });
  const flow = workflow('ask: { type: yield, message: Well?, expects: { yes: bool } }');
  const run = await begin(harness.engine, flow);
  const [item] = await itemsOf(harness, run);
  const answer = (output: { yes?: boolean }) =>
    harness.engine.submitEvent({
      tenant,
      by: 'ann',
      run: run.id,
      eventInput: { kind: 'itemCompleted', instance: item?.instance ?? 0, output: { value: output } },
      repeatable: { operation: 'items.complete', key: 'k', input: 'x' },
    });
  expect(await answer({})).toMatchObject({ kind: 'rejected', rejection: { code: 'expression' } });
  expect(await answer({ yes: true })).toMatchObject({
    kind: 'done',
    repeated: false,
    run: { status: 'completed' },
  });
  expect(await answer({ yes: true })).toMatchObject({ kind: 'done', repeated: true });
});

test('[R2.4] large values are stored once, by hash, and are complete for calls and for readers', async () => {
  const store = await file.open();
  const large = 'x'.repeat(100_000);
  const harness = await openEngineHarness({ store, handlers: { fetch: () => succeeded({ text: large }) } });
  const flow = workflow(
    `
a: { call: fetch }
b: { call: echo, depends_on: [a], args: { copy: $a.text, again: $given } }
`,
    'given: str',
  );
  const run = await until(harness, await begin(harness.engine, flow, { given: large }), isOver);
  expect(run.status).toBe('completed');
  expect(harness.connector.calls[1]?.input).toEqual({ copy: large, again: large });
  const entries = await store.journals.read(tenant, run.id, 0, 10);
  expect(JSON.stringify(entries).length).toBeLessThan(5_000);
  const state = (await harness.engine.open(tenant, run.id))?.state;
  await harness.engine.stop();
  await store.close();
  const later = await file.open();
  const again = await openEngineHarness({ store: later });
  expect((await again.engine.open(tenant, run.id))?.state).toEqual(state);
  await again.engine.stop();
  await later.close();
});

/** A store whose disk is full for a while. */
function failingStore(store: Store) {
  const disk = { isFull: false };
  const commit: Store['commit'] = (units) =>
    disk.isFull
      ? Promise.reject(new StoreError('disk-full', 'The disk is full. Free some space.', true))
      : store.commit(units);
  return { disk, store: { ...store, commit } };
}

test('[R2.5] while the disk is full requests are refused, and answers of calls are kept until they can be written', async () => {
  const { disk, store } = failingStore(createMemoryStore());
  let answer = (): void => {};
  const clock = createFakeClock(start);
  const harness = await openEngineHarness({
    store,
    clock,
    handlers: { slow: () => new Promise((resolve) => (answer = () => resolve(succeeded(7)))) },
  });
  const flow = workflow('a: { call: slow }');
  const run = await begin(harness.engine, flow);
  await settle();
  disk.isFull = true;
  expect(await harness.engine.start({ tenant, by: 'ann', workflow: flow, input: {} })).toMatchObject({
    kind: 'store-unavailable',
    error: { code: 'disk-full', message: 'The disk is full. Free some space.', retryable: true },
  });
  answer();
  await settle();
  expect((await store.runs.find(tenant, run.id))?.seq).toBe(1);
  // The next attempt fails as well; the one after that finds space.
  clock.advance(100);
  await settle();
  disk.isFull = false;
  clock.advance(200);
  expect(await until(harness, run, isOver)).toMatchObject({ status: 'completed', seq: 2 });
  expect(harness.incidents.length).toBeGreaterThan(0);
  expect((await begin(harness.engine, flow)).seq).toBe(1);
});

test('[R2.2] a refused request leaves no trace', async () => {
  const harness = await openEngineHarness({ store: createMemoryStore() });
  const run = await begin(
    harness.engine,
    workflow('ask: { type: yield, message: Well?, expects: { yes: bool } }'),
  );
  const before = await harness.store.runs.find(tenant, run.id);
  const submitEvent = (
    eventInput: Parameters<typeof harness.engine.submitEvent>[0]['eventInput'],
    by = 'ann',
    of = tenant,
  ) => harness.engine.submitEvent({ tenant: of, by, run: run.id, eventInput });
  expect(await submitEvent({ kind: 'resumed' })).toMatchObject({
    kind: 'rejected',
    rejection: { code: 'not-suspended' },
  });
  expect(await submitEvent({ kind: 'itemHeld', instance: 99 })).toMatchObject({ kind: 'rejected' });
  expect(await submitEvent({ kind: 'suspended' }, 'ann', 'other')).toEqual({ kind: 'not-found' });
  expect(await harness.store.runs.find(tenant, run.id)).toEqual(before);
  expect(await harness.store.journals.read(tenant, run.id, 0, 10)).toHaveLength(1);
  expect(isWaiting(run)).toBe(true);
});

test('[R2.2] a refusal that depends on another request is reported when that one is in the journal', async () => {
  const harness = await openEngineHarness({ store: createMemoryStore() });
  const run = await begin(
    harness.engine,
    workflow('ask: { type: yield, message: Well?, expects: { yes: bool } }'),
  );
  const [item] = await itemsOf(harness, run);
  const eventInput = {
    kind: 'itemCompleted',
    instance: item?.instance ?? 0,
    output: { value: { yes: true } },
  } as const;
  const answer = async (by: string) => {
    const { kind } = await harness.engine.submitEvent({ tenant, by, run: run.id, eventInput });
    return { kind, status: (await harness.store.runs.find(tenant, run.id))?.status };
  };
  expect(await Promise.all([answer('ann'), answer('bob')])).toEqual([
    { kind: 'done', status: 'completed' },
    { kind: 'rejected', status: 'completed' },
  ]);
});

test('[S3.1][R2.1] known secrets are in no event, from any source', async () => {
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    hide: (value) => JSON.parse(JSON.stringify(value).replaceAll('hunter22', '[redacted]')),
    handlers: {
      login: () => succeeded({ token: 'hunter22' }),
      fail: () => failed('no', 'The password hunter22 is wrong.'),
    },
  });
  const flow = workflow(
    'a: { call: login }\nb: { call: fail, depends_on: [a], args: { c: $word } }',
    'word: str',
  );
  const run = await until(harness, await begin(harness.engine, flow, { word: 'it is hunter22' }), isOver);
  const entries = await harness.store.journals.read(tenant, run.id, 0, 10);
  expect(entries).toHaveLength(3);
  expect(JSON.stringify(entries)).not.toContain('hunter22');
  expect(JSON.stringify(entries).match(/\[redacted\]/g)).toHaveLength(4);
});
