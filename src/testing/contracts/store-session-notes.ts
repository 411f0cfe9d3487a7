/** P1.3: notes about the sessions of clients, by owner. */
import assert from 'node:assert/strict';
import type { SessionNote, Store } from '../../runtime/ports/index.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import { sampleReceipt, sampleSessionNote, sampleUnit } from './store-samples.ts';

/** Limit of notes per subject. */
const maxNotes = 1_000;

const find = (store: Store, { tenant, subject, id }: SessionNote) =>
  store.sessionNotes.find(tenant, subject, id);

const idsLeft = async (store: Store, notes: readonly SessionNote[]): Promise<readonly string[]> => {
  const found = await Promise.all(notes.map((note) => find(store, note)));
  return found.flatMap((note) => (note === undefined ? [] : [note.id])).toSorted();
};

const fill = async (store: Store, notes: readonly SessionNote[]): Promise<void> => {
  for (const note of notes) await store.sessionNotes.put(note);
};

export const sessionNoteCases: readonly StoreCase[] = [
  storeCase('a note is found unchanged, also later', async (store, reopen) => {
    const note = sampleSessionNote({ watched: ['run://a', 'x:“\u0000\ud800”', 'run://a'] });
    assert.equal(await find(store, note), undefined);
    assert.deepEqual(await store.sessionNotes.put(note), note);
    assert.deepEqual(await find(store, note), note);
    assert.deepEqual(await find(await reopen(), note), note);
  }),
  storeCase('a note replaces the previous one completely', async (store, reopen) => {
    await store.sessionNotes.put(sampleSessionNote({ watched: ['run://a', 'run://b'] }));
    const next = sampleSessionNote({ watched: ['run://c'], at: 2_000, expiresAt: 8_000 });
    assert.deepEqual(await store.sessionNotes.put(next), next);
    assert.deepEqual(await find(await reopen(), next), next);
  }),
  storeCase('an ended session stays ended after later notes', async (store, reopen) => {
    await store.sessionNotes.put(sampleSessionNote({ ended: true }));
    const late = sampleSessionNote({ watched: ['run://late'], at: 2_000 });
    assert.deepEqual(await store.sessionNotes.put(late), { ...late, ended: true });
    assert.deepEqual(await find(await reopen(), late), { ...late, ended: true });
  }),
  storeCase('the same session of another subject or tenant is a different one', async (store) => {
    const mine = sampleSessionNote({ watched: ['run://mine'] });
    const others = [sampleSessionNote({ subject: 'bob' }), sampleSessionNote({ tenant: 'other' })];
    await store.sessionNotes.put(mine);
    for (const other of others) {
      assert.equal(await find(store, other), undefined);
      await store.sessionNotes.put({ ...other, ended: true, watched: [] });
    }
    assert.deepEqual(await find(store, mine), mine);
  }),
  storeCase(
    'above the limit the least recently noted is removed, never the newest or one of another subject',
    async (store) => {
      const notes = Array.from({ length: maxNotes }, (_, at) =>
        sampleSessionNote({ id: `n${at}`, at: 1_000 + at }),
      );
      const others = [
        sampleSessionNote({ id: 'o1', subject: 'bob', at: 1 }),
        sampleSessionNote({ id: 'o2', tenant: 'other', at: 2 }),
      ];
      await fill(store, [...others, ...notes.toReversed()]);
      assert.equal((await idsLeft(store, notes)).length, maxNotes);
      // A second note makes the oldest recent; and a clock that goes back makes no new note old.
      await fill(store, [
        sampleSessionNote({ id: 'n0', at: 9_000 }),
        sampleSessionNote({ id: 'new', at: 5 }),
      ]);
      const left = await idsLeft(store, [...notes, ...others, sampleSessionNote({ id: 'new' })]);
      const kept = notes.map(({ id }) => id).filter((id) => id !== 'n1');
      assert.deepEqual(left, [...kept, 'o1', 'o2', 'new'].toSorted());
    },
  ),
  storeCase(
    'notes expire, the oldest first, receipts and notes up to a common limit',
    async (store, reopen) => {
      const notes = [5_000, 1_000, 3_000, 2_000].map((expiresAt) =>
        sampleSessionNote({ id: `n${expiresAt}`, subject: `s${expiresAt}`, expiresAt }),
      );
      const receipt = sampleReceipt({ expiresAt: 3_000 });
      await store.commit([sampleUnit({}, { receipts: [receipt] })]);
      await fill(store, notes);
      assert.equal(await store.retention.forget(999, 10), 0);
      assert.equal(await store.retention.forget(2_000, 1), 1);
      assert.deepEqual(await idsLeft(store, notes), ['n2000', 'n3000', 'n5000']);
      assert.equal(await store.retention.forget(3_000, 1), 1);
      assert.equal(await store.retention.forget(3_000, 2), 2);
      assert.equal(await store.retention.forget(3_000, 10), 0);
      const again = await reopen();
      assert.deepEqual(await idsLeft(again, notes), ['n5000']);
      assert.equal(await again.receipts.find(receipt, 0), undefined);
    },
  ),
  storeCase('a purge of runs keeps notes', async (store) => {
    const note = sampleSessionNote();
    await store.sessionNotes.put(note);
    await store.commit([sampleUnit({ status: 'completed', endedAt: 1_000 })]);
    assert.equal(await store.retention.purge('acme', 2_000, 10), 1);
    assert.deepEqual(await find(store, note), note);
  }),
];
