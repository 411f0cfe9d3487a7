/** Forks: copies of the beginning of a run that continue independently. */
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/runtime/index.ts';
import { failed, succeeded } from '../../src/testing/index.ts';
import {
  begin,
  done,
  fork,
  isOver,
  itemsOf,
  openEngineHarness,
  settle,
  tenant,
  until,
  workflow,
} from './engine-harness.ts';

test('[R7.1] a fork continues from its event independently, under its own keys', async () => {
  const harness = await openEngineHarness({ store: createMemoryStore() });
  const flow = workflow(
    'a: { call: echo, args: { n: 1 } }\nb: { call: echo, depends_on: [a], args: { n: 2 } }',
  );
  const run = await until(harness, await begin(harness.engine, flow), isOver);
  const copy = await fork(harness, flow, run, 2);
  expect(copy).toMatchObject({ origin: { kind: 'fork', run: run.id, at: 2 }, seq: 2 });
  expect(await until(harness, copy, isOver)).toMatchObject({ status: 'completed', seq: 3 });
  expect(await harness.store.runs.find(tenant, run.id)).toEqual(run);
  expect(harness.connector.calls.map(({ input }) => input)).toEqual([{ n: 1 }, { n: 2 }, { n: 2 }]);
  expect(new Set(harness.connector.calls.map(({ key }) => key)).size).toBe(3);
});

test('[R7.1] a fork does not proceed before every approval of its beginning is repeated', async () => {
  const harness = await openEngineHarness({ store: createMemoryStore() });
  const flow = workflow(`
one: { type: yield, message: One?, expects: { yes: bool } }
two: { type: yield, depends_on: [one], message: Two?, expects: { yes: bool } }
pay: { call: echo, depends_on: [two] }
`);
  const run = await begin(harness.engine, flow);
  const given: { instance: number; task: string }[] = [];
  for (let round = 0; round < 2; round++) {
    const [item] = await itemsOf(harness, run);
    const instance = item?.instance ?? 0;
    given.push({ instance, task: item?.task ?? '' });
    const eventInput = { kind: 'itemCompleted', instance, output: { value: { yes: true } } } as const;
    done(await harness.engine.submitEvent({ tenant, by: 'ann', run: run.id, eventInput }));
  }
  await until(harness, run, isOver);
  const copy = await fork(harness, flow, run, 3, { approvals: given });
  await settle();
  expect(copy).toMatchObject({ suspended: true, approvals: 2, items: 2 });
  expect(harness.connector.calls).toHaveLength(1);
  const [first, second] = await itemsOf(harness, copy);
  expect(done(await harness.engine.approve({ tenant, by: 'ann', item: first?.id ?? '' }))).toMatchObject({
    approvals: 1,
  });
  await settle();
  expect(harness.connector.calls).toHaveLength(1);
  // An approval cannot be given twice.
  expect(await harness.engine.approve({ tenant, by: 'ann', item: first?.id ?? '' })).toEqual({
    kind: 'not-found',
  });
  await harness.engine.stop();
  const later = await openEngineHarness({ store: harness.store });
  await settle();
  expect(later.connector.calls).toEqual([]);
  done(await later.engine.approve({ tenant, by: 'ann', item: second?.id ?? '' }));
  expect(await until(later, copy, isOver)).toMatchObject({ status: 'completed', approvals: 0 });
  expect(later.connector.calls).toHaveLength(1);
});

test('[R7.1] shared work is undone by one of them', async () => {
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    handlers: {
      book: () => succeeded({ id: 7 }),
      pay: () => failed('declined', 'No money'),
      cancel: () => succeeded(null),
    },
  });
  const flow = workflow(`
book: { call: book, undo: { call: cancel, args: { id: $book.id } } }
mine: { call: book, depends_on: [book], undo: { call: cancel, args: { id: $mine.id } } }
pay: { call: pay, depends_on: [mine] }
`);
  const run = await until(harness, await begin(harness.engine, flow), isOver);
  expect(run.status).toBe('failed');
  const cancels = () => harness.connector.calls.filter(({ operation }) => operation === 'cancel').length;
  expect(cancels()).toBe(2);
  // The fork has booked again on its own, and undoes that; the original has undone the first booking.
  const copy = await until(harness, await fork(harness, flow, run, 2), isOver);
  expect(copy.status).toBe('failed');
  expect(cancels()).toBe(3);
  const again = await until(harness, await fork(harness, flow, copy, 3), isOver);
  expect(again.status).toBe('failed');
  expect(cancels()).toBe(3);
});

test('[R7.1] a fork that is cancelled before it proceeds ends, undoes what it shares, and makes no call of its own', async () => {
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    handlers: { book: ({ input }) => succeeded(input), cancel: () => succeeded(null) },
  });
  const flow = workflow(`
one: { call: book, args: { n: 1 }, undo: { call: cancel, args: { n: 1 } } }
sure: { type: yield, depends_on: [one], message: Sure?, expects: { yes: bool } }
two: { call: book, depends_on: [sure], args: { n: 2 }, undo: { call: cancel, args: { n: 2 } } }
`);
  const run = await begin(harness.engine, flow);
  const waiting = await until(harness, run, ({ items }) => items > 0);
  const [item] = await itemsOf(harness, waiting);
  const { instance = 0, task = '' } = item ?? {};
  const eventInput = { kind: 'itemCompleted', instance, output: { value: { yes: true } } } as const;
  done(await harness.engine.submitEvent({ tenant, by: 'ann', run: run.id, eventInput }));
  await until(harness, run, isOver);
  const before = harness.connector.calls.length;
  const copy = await fork(harness, flow, run, 3, { approvals: [{ instance, task }] });
  const tell = (kind: 'resumed' | 'cancelRequested') =>
    harness.engine.submitEvent({
      tenant,
      by: 'ann',
      run: copy.id,
      eventInput: kind === 'resumed' ? { kind } : { kind, undo: true },
    });
  expect(await tell('resumed')).toEqual({ kind: 'approvals-missing', missing: 1 });
  done(await tell('cancelRequested'));
  expect(await until(harness, copy, isOver)).toMatchObject({
    status: 'cancelled',
    approvals: 0,
    items: 0,
    calls: 0,
  });
  expect(harness.connector.calls.slice(before).map(({ operation, input }) => [operation, input])).toEqual([
    ['cancel', { n: 1 }],
  ]);
});
