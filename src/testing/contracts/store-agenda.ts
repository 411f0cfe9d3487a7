/** R1.6: due and unfinished runs. */
import assert from 'node:assert/strict';
import type { RunRecord } from '../../runtime/ports/index.ts';
import { readPages } from './read-pages.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import { sampleItem, sampleUnit } from './store-samples.ts';

const idsOf = (found: readonly { readonly id: string }[]): readonly string[] => found.map(({ id }) => id);

export const agendaCases: readonly StoreCase[] = [
  storeCase('an empty store has nothing due', async (store) => {
    assert.equal(await store.agenda.next(), null);
    assert.deepEqual(await store.agenda.dueRuns(Number.MAX_SAFE_INTEGER, 10), []);
    assert.deepEqual(await store.agenda.endedLeases(Number.MAX_SAFE_INTEGER, 10), []);
    assert.deepEqual(await store.agenda.underWay('', 10), []);
  }),
  storeCase(
    'runs are due at their time and after, the longest overdue first, across tenants',
    async (store, reopen) => {
      await store.commit([
        sampleUnit({ id: 'a', due: 3_000 }),
        sampleUnit({ id: 'b', due: 1_000, tenant: 'other' }),
        sampleUnit({ id: 'c', due: 2_000 }),
        sampleUnit({ id: 'd', due: null }),
        sampleUnit({ id: 'e', due: 500, approvals: 1 }),
      ]);
      const { agenda } = await reopen();
      assert.equal(await agenda.next(), 1_000);
      assert.deepEqual(idsOf(await agenda.dueRuns(999, 10)), []);
      assert.deepEqual(idsOf(await agenda.dueRuns(2_000, 10)), ['b', 'c']);
      assert.deepEqual(idsOf(await agenda.dueRuns(9_000, 10)), ['b', 'c', 'a']);
      assert.deepEqual(idsOf(await agenda.dueRuns(9_000, 2)), ['b', 'c']);
    },
  ),
  storeCase('a moved timer and a given approval take effect on the agenda', async (store) => {
    await store.commit([
      sampleUnit({ id: 'a', due: 1_000 }),
      sampleUnit({ id: 'b', due: 2_000, approvals: 1 }),
    ]);
    await store.commit([
      sampleUnit({ id: 'a', due: 5_000, seq: 2 }, { expected: 1 }),
      sampleUnit({ id: 'b', due: 2_000 }, { expected: 1 }),
    ]);
    assert.equal(await store.agenda.next(), 2_000);
    await store.commit([sampleUnit({ id: 'b', due: null, seq: 2 }, { expected: 1 })]);
    assert.equal(await store.agenda.next(), 5_000);
    assert.deepEqual(idsOf(await store.agenda.dueRuns(9_000, 10)), ['a']);
  }),
  storeCase('leases of held items end at their time, the longest ended first', async (store, reopen) => {
    const held = { state: 'held', holder: 'bob' } as const;
    const items = [
      sampleItem({ ...held, id: 'a', lease: 3_000 }),
      sampleItem({ ...held, id: 'b', lease: 1_000 }),
      sampleItem({ ...held, id: 'c', lease: null }),
      sampleItem({ id: 'd', state: 'completed', lease: 500 }),
      sampleItem({ id: 'e' }),
    ];
    await store.commit([sampleUnit({ due: 2_000 }, { items })]);
    const { agenda, commit } = await reopen();
    assert.equal(await agenda.next(), 1_000);
    assert.deepEqual(await agenda.endedLeases(999, 10), []);
    assert.deepEqual(await agenda.endedLeases(1_000, 10), [items[1]]);
    assert.deepEqual(idsOf(await agenda.endedLeases(9_000, 10)), ['b', 'a']);
    assert.deepEqual(idsOf(await agenda.endedLeases(9_000, 1)), ['b']);
    const renewed = sampleItem({ ...held, id: 'b', lease: 8_000 });
    await commit([sampleUnit({ due: 2_000 }, { expected: 1, items: [renewed] })]);
    assert.equal(await agenda.next(), 2_000);
    assert.deepEqual(idsOf(await agenda.endedLeases(9_000, 10)), ['a', 'b']);
  }),
  storeCase('runs with unanswered calls are listed, by id, page by page', async (store, reopen) => {
    await store.commit([
      sampleUnit({ id: 'c', calls: 1 }),
      sampleUnit({ id: 'a', calls: 2, tenant: 'other' }),
      sampleUnit({ id: 'b', calls: 0 }),
      sampleUnit({ id: 'd', calls: 1, approvals: 1 }),
      sampleUnit({ id: 'e', calls: 1 }),
    ]);
    const { agenda, commit } = await reopen();
    assert.deepEqual(idsOf(await agenda.underWay('', 2)), ['a', 'c']);
    assert.deepEqual(idsOf(await agenda.underWay('c', 2)), ['e']);
    assert.deepEqual(idsOf(await agenda.underWay('e', 2)), []);
    await commit([sampleUnit({ id: 'c', calls: 0, seq: 2 }, { expected: 1 })]);
    assert.deepEqual(idsOf(await agenda.underWay('', 10)), ['a', 'e']);
  }),
  storeCase('no page of unfinished runs ends between two tenants that share an id', async (store) => {
    const tenants = ['a', 'b', 'c'];
    await store.commit(
      tenants.flatMap((tenant) => ['x', 'y'].map((id) => sampleUnit({ tenant, id, calls: 1 }))),
    );
    const seen = await readPages<RunRecord>((last) => store.agenda.underWay(last?.id ?? '', 2));
    assert.deepEqual(
      seen.map(({ tenant, id }) => tenant + id),
      ['ax', 'bx', 'cx', 'ay', 'by', 'cy'],
    );
  }),
];
