/** R1.5: searches apply all filters, in a fixed order, page by page. */
import assert from 'node:assert/strict';
import type { ItemQuery, Page, RunQuery, RunRecord, Store, WorkItem } from '../../runtime/ports/index.ts';
import { readPages } from './read-pages.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import { sampleItem, sampleRun, sampleUnit } from './store-samples.ts';

/** Created in the order of the list; the ids do not reflect it. */
const runs: readonly RunRecord[] = [
  sampleRun({ id: 'm', createdAt: 1_000, workflow: 'pay', status: 'completed', endedAt: 1_500 }),
  sampleRun({ id: 'z', createdAt: 2_000, status: 'failed', failure: 'timeout', endedAt: 2_500 }),
  sampleRun({ id: 'a', createdAt: 3_000, startedBy: 'bob', items: 2 }),
  sampleRun({ id: 'ab', createdAt: 4_000, suspended: true, workflow: 'pay' }),
  sampleRun({ id: 'abc', createdAt: 4_000, origin: { kind: 'fork', run: 'z', at: 1 } }),
  sampleRun({ id: 'b', createdAt: 5_000, origin: { kind: 'import', run: 'z', at: 1 }, status: 'created' }),
  sampleRun({ id: 'c', createdAt: 6_000, status: 'failed', failure: 'deadlocked', endedAt: 6_500, items: 1 }),
  sampleRun({ id: 'd', createdAt: 7_000, status: 'cancelled', endedAt: 7_500, startedBy: 'bob' }),
];

const queries: readonly (readonly [query: RunQuery, ids: string])[] = [
  [{}, 'd c b abc ab a z m'],
  [{ workflow: 'pay' }, 'ab m'],
  [{ workflow: 'none' }, ''],
  [{ statuses: ['failed'] }, 'c z'],
  [{ statuses: ['cancelled', 'failed', 'failed'] }, 'd c z'],
  [{ statuses: [] }, ''],
  [{ suspended: true }, 'ab'],
  [{ suspended: false }, 'd c b abc a z m'],
  [{ waiting: true }, 'c a'],
  [{ waiting: false }, 'd b abc ab z m'],
  [{ startedBy: 'bob' }, 'd a'],
  [{ createdFrom: 4_000 }, 'd c b abc ab'],
  [{ createdBefore: 4_000 }, 'a z m'],
  [{ createdFrom: 2_000, createdBefore: 5_000 }, 'abc ab a z'],
  [{ endedBefore: 6_500 }, 'z m'],
  [{ failure: 'timeout' }, 'z'],
  [{ forkOf: 'z' }, 'abc'],
  [{ prefix: 'ab' }, 'abc ab'],
  [{ prefix: '' }, 'd c b abc ab a z m'],
  [{ prefix: '%' }, ''],
  [{ workflow: 'pay', statuses: ['completed', 'failed'] }, 'm'],
  [{ startedBy: 'bob', statuses: ['running'] }, 'a'],
  [{ startedBy: 'bob', workflow: 'pay' }, ''],
  [{ waiting: true, failure: 'deadlocked', statuses: ['failed'], createdFrom: 6_000 }, 'c'],
  [{ prefix: 'ab', suspended: false, statuses: ['running'] }, 'abc'],
  [{ forkOf: 'z', prefix: 'x' }, ''],
];

const items = [
  sampleItem({ id: 'z', createdAt: 1_000 }),
  sampleItem({ id: 'b', createdAt: 2_000, state: 'held', holder: 'bob', task: 'pay', ordinal: 5, group: 9 }),
  sampleItem({ id: 'a', createdAt: 2_000, state: 'completed', holder: 'bob', run: 'run-2' }),
  sampleItem({
    id: 'c',
    createdAt: 3_000,
    reason: 'doubt',
    workflow: 'pay',
    task: 'pay',
    lineage: [2, 1],
    ordinal: 6,
    group: 9,
  }),
  sampleItem({ id: 'd', createdAt: 4_000, reason: 'approval', run: 'run-2', state: 'held', holder: 'eve' }),
];

const itemQueries: readonly (readonly [query: ItemQuery, ids: string])[] = [
  [{}, 'z a b c d'],
  [{ run: 'run-2' }, 'a d'],
  [{ workflow: 'book_trip' }, 'z a b d'],
  [{ states: ['held', 'offered'] }, 'z b c d'],
  [{ states: [] }, ''],
  [{ holder: 'bob' }, 'a b'],
  [{ holder: '' }, 'z c'],
  [{ reason: 'work' }, 'z a b'],
  [{ reason: 'doubt' }, 'c'],
  [{ workflow: 'book_trip', states: ['held', 'completed'] }, 'a b d'],
  [{ run: 'run-2', states: ['held'] }, 'd'],
  [{ holder: 'bob', states: ['held'], reason: 'work', workflow: 'book_trip', run: 'run-1' }, 'b'],
  [{ reason: 'approval', states: ['offered'] }, ''],
  [{ run: 'run-1', task: 'pay' }, 'b c'],
  [{ run: 'run-1', task: 'pay', lineage: [] }, 'b'],
  [{ run: 'run-1', lineage: [2, 1] }, 'c'],
  [{ run: 'run-1', lineage: [21] }, ''],
  [{ run: 'run-1', ordinal: 5 }, 'b'],
  [{ run: 'run-1', group: 9 }, 'b c'],
  [{ run: 'run-1', group: 0 }, 'z'],
  [{ run: 'run-1', task: 'pay', group: 9, ordinal: 6, states: ['offered'] }, 'c'],
];

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');
const idsOf = (found: readonly { readonly id: string }[]): readonly string[] => found.map(({ id }) => id);
const fill = (store: Store) => store.commit(runs.map((run) => sampleUnit(run)));

/** Reads all pages, with an action between two of them. */
async function pagesOf(
  store: Store,
  query: RunQuery,
  limit: number,
  after: (last: RunRecord) => Omit<Page, 'limit'>,
  between: (last: RunRecord) => Promise<unknown> = async () => undefined,
): Promise<readonly string[]> {
  const seen = await readPages<RunRecord>(async (last) => {
    if (last === undefined) return store.runs.search('acme', query, { limit });
    await between(last);
    return store.runs.search('acme', query, { limit, ...after(last) });
  });
  return idsOf(seen);
}

export const searchCases: readonly StoreCase[] = [
  storeCase('runs are found by each filter and by several, newest first; the count agrees', async (store) => {
    await fill(store);
    for (const [query, ids] of queries) {
      const found = await store.runs.search('acme', query, { limit: 100 });
      const told = JSON.stringify(query);
      assert.deepEqual(idsOf(found), words(ids), told);
      assert.deepEqual(
        found,
        idsOf(found).map((id) => runs.find((run) => run.id === id)),
        told,
      );
      assert.equal(await store.runs.count('acme', query), found.length, told);
      assert.deepEqual(await store.runs.search('other', query, { limit: 100 }), [], told);
    }
  }),
  storeCase('a run that changes is found by its current values', async (store) => {
    const start = sampleRun({ items: 1 });
    await store.commit([sampleUnit(start)]);
    const end = { ...start, status: 'failed', failure: 'timeout', items: 0, endedAt: 9, seq: 2 } as const;
    await store.commit([sampleUnit(end, { expected: 1 })]);
    const count = (query: RunQuery) => store.runs.count('acme', query);
    assert.deepEqual(
      [
        await count({ statuses: ['running'] }),
        await count({ waiting: true }),
        await count({ workflow: 'book_trip', statuses: ['running'] }),
        await count({ statuses: ['failed'] }),
        await count({ failure: 'timeout', workflow: 'book_trip', startedBy: 'ada' }),
      ],
      [0, 0, 0, 1, 1],
    );
  }),
  storeCase('pages list every run once, in order, for every filter and page size', async (store) => {
    await fill(store);
    for (const [query, ids] of queries) {
      for (const limit of [1, 2, 3]) {
        const pages = pagesOf(store, query, limit, ({ id }) => ({ before: id }));
        assert.deepEqual(await pages, words(ids), `${JSON.stringify(query)} by ${limit}`);
        const turned = await readPages<RunRecord>((last) =>
          store.runs.search('acme', query, {
            limit,
            oldestFirst: true,
            ...(last === undefined ? {} : { before: last.id, beforeCreatedAt: last.createdAt }),
          }),
        );
        assert.deepEqual(idsOf(turned), words(ids).toReversed(), `${JSON.stringify(query)}, oldest first`);
      }
    }
  }),
  storeCase('pages list every existing run once, also when runs are added', async (store) => {
    await fill(store);
    let added = 0;
    const add = () => {
      added += 1;
      return store.commit([sampleUnit({ id: `k${added}`, createdAt: 8_000 + added })]);
    };
    const seen = await pagesOf(store, {}, 2, ({ id }) => ({ before: id }), add);
    assert.deepEqual(seen, words('d c b abc ab a z m'));
    assert.equal(await store.runs.count('acme', {}), runs.length + added);
  }),
  storeCase('pages continue although the last listed run was purged', async (store) => {
    const ended = ['a', 'b', 'c', 'd'].map((id, at) =>
      sampleRun({ id, createdAt: 1_000 + at, status: 'completed', endedAt: 9_000 - at }),
    );
    await store.commit(ended.map((run) => sampleUnit(run)));
    const seen = await pagesOf(
      store,
      {},
      1,
      ({ id, createdAt }) => ({ before: id, beforeCreatedAt: createdAt }),
      (last) => store.retention.purge('acme', (last.endedAt ?? 0) + 1, 1),
    );
    assert.deepEqual(seen, ['d', 'c', 'b', 'a']);
    assert.deepEqual(await store.runs.search('acme', {}, { limit: 9 }), []);
  }),
  storeCase('items are found by each filter and by several, oldest first, page by page', async (store) => {
    await store.commit([sampleUnit({ id: 'run-1' }, { items }), sampleUnit({ id: 'run-2' })]);
    for (const [query, ids] of itemQueries) {
      const told = JSON.stringify(query);
      const found = await store.items.search('acme', query, { limit: 100 });
      assert.deepEqual(idsOf(found), words(ids), told);
      assert.deepEqual(await store.items.search('other', query, { limit: 100 }), [], told);
      assert.equal(await store.items.count('acme', query), found.length, told);
      assert.equal(await store.items.count('other', query), 0, told);
      for (const limit of [1, 2]) {
        const pages = readPages<WorkItem>((last) =>
          store.items.search('acme', query, { limit, ...(last === undefined ? {} : { after: last.id }) }),
        );
        assert.deepEqual(idsOf(await pages), words(ids), `${told} by ${limit}`);
      }
    }
    const [, , c] = await store.items.search('acme', {}, { limit: 3, after: 'gone', afterCreatedAt: 1_500 });
    assert.equal(c?.id, 'c');
  }),
];
