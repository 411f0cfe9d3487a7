/** W5.1: all journals as one, in commit order: a reader that continues from a place misses nothing, or is notified. */
import assert from 'node:assert/strict';
import type { JournalPlace, PlacedEntry, Store } from '../../runtime/ports/index.ts';
import { startOfJournals } from '../../runtime/ports/index.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import { sampleEntry, sampleUnit } from './store-samples.ts';

const nameOf = ({ run, entry }: PlacedEntry): string => `${run}/${entry.seq}`;

/** All entries from a place on. */
async function follow(store: Store, from: JournalPlace, limit = 2, run?: string): Promise<readonly string[]> {
  const seen: string[] = [];
  let place = from;
  for (;;) {
    const page = await store.journals.follow('acme', place, limit, run);
    assert.equal(page.lost, false);
    assert.ok(page.entries.length <= limit);
    seen.push(...page.entries.map(nameOf));
    place = page.next;
    if (page.isEnd) return seen;
  }
}

const ended = (id: string, seq: number) => sampleUnit({ id, seq, status: 'completed', endedAt: 1_000 });

export const feedCases: readonly StoreCase[] = [
  storeCase('entries come in commit order, interleaved across runs', async (store, reopen) => {
    assert.deepEqual(await follow(store, startOfJournals), []);
    await store.commit([sampleUnit({ id: 'b', seq: 2 }), sampleUnit({ id: 'a' })]);
    await store.commit([sampleUnit({ id: 'x', tenant: 'other', seq: 5 })]);
    const middle = await store.journals.end();
    const identity = await store.journals.identity();
    await store.commit([sampleUnit({ id: 'b', seq: 3 }, { expected: 2 })]);
    const again = await reopen();
    assert.deepEqual(await follow(again, startOfJournals), ['b/1', 'b/2', 'a/1', 'b/3']);
    assert.deepEqual(await follow(again, middle), ['b/3']);
    assert.deepEqual(await follow(again, startOfJournals, 1, 'b'), ['b/1', 'b/2', 'b/3']);
    assert.deepEqual(await follow(again, middle, 9, 'b'), ['b/3']);
    assert.deepEqual(await follow(again, await again.journals.end()), []);
    assert.match(identity, /^[0-9a-f]{64}$/);
    assert.equal(await again.journals.identity(), identity);
  }),
  storeCase('a reader that continues after any entry gets all later ones', async (store) => {
    for (let seq = 1; seq <= 4; seq++) {
      const units = ['a', 'b'].map((id) => sampleUnit({ id, seq }, { expected: seq - 1 }));
      await store.commit([...units, sampleUnit({ id: 'x', tenant: 'other', seq }, { expected: seq - 1 })]);
    }
    const { entries } = await store.journals.follow('acme', startOfJournals, 100);
    assert.equal(entries.length, 8);
    for (const [at, { place }] of entries.entries()) {
      assert.deepEqual(await follow(store, place), entries.slice(at + 1).map(nameOf));
    }
  }),
  storeCase('writes of others do not delay a reader: a page may be empty and not the last', async (store) => {
    const others = Array.from({ length: 60 }, (_, at) =>
      sampleUnit({ id: `x${at}`, tenant: 'other', seq: 100 }),
    );
    await store.commit([...others, sampleUnit({ id: 'a' })]);
    const first = await store.journals.follow('acme', startOfJournals, 10);
    assert.deepEqual([first.entries, first.isEnd, first.lost], [[], false, false]);
    assert.deepEqual(await follow(store, first.next), ['a/1']);
  }),
  storeCase(
    'a place is never reused, and a reader that missed purged entries is notified',
    async (store, reopen) => {
      await store.commit([ended('a', 2), sampleUnit({ id: 'b' }), ended('c', 2)]);
      const { entries } = await store.journals.follow('acme', startOfJournals, 100);
      const [early, , , late] = entries.map(({ place }) => place);
      const last = await store.journals.end();
      assert.equal(await store.retention.purge('acme', 2_000, 10), 2);
      const again = await reopen();
      await again.commit([sampleUnit({ id: 'd' })]);
      for (const place of [early, late]) {
        const page = await again.journals.follow('acme', place ?? startOfJournals, 100);
        assert.equal(page.lost, true);
      }
      const behind = await again.journals.follow('acme', early ?? startOfJournals, 100);
      assert.deepEqual(behind.entries.map(nameOf), ['b/1', 'd/1']);
      assert.deepEqual(await follow(again, last), ['d/1']);
      assert.deepEqual(await follow(again, startOfJournals), ['b/1', 'd/1']);
      // A purge of one tenant does not affect another.
      const elsewhere = await again.journals.follow('other', early ?? startOfJournals, 100);
      assert.deepEqual([elsewhere.entries, elsewhere.lost], [[], false]);
    },
  ),
  storeCase('a place of another store is detected', async (store) => {
    await store.commit([sampleUnit({ id: 'a', seq: 2 })]);
    const [first] = (await store.journals.follow('acme', startOfJournals, 1)).entries;
    const end = await store.journals.end();
    for (const place of [
      { row: first?.place.row ?? 0, mark: 'deadbeef' },
      { row: end.row + 1, mark: end.mark },
    ]) {
      const page = await store.journals.follow('acme', place, 10);
      assert.deepEqual([page.lost, page.entries, page.next, page.isEnd], [true, [], end, true]);
    }
  }),
];

export const correlationCases: readonly StoreCase[] = [
  storeCase('an entry keeps the request that caused it, or none', async (store, reopen) => {
    const entries = [{ ...sampleEntry(1), correlationId: 'c-“1”' }, sampleEntry(2)];
    await store.commit([sampleUnit({ seq: 2 }, { entries })]);
    const again = await reopen();
    assert.deepEqual(await again.journals.read('acme', 'run-1', 0, 10), entries);
    const followed = await again.journals.follow('acme', startOfJournals, 10);
    assert.deepEqual(
      followed.entries.map(({ entry }) => entry),
      entries,
    );
  }),
];
