/** R1.1, R1.2, R1.3 and R1.10: what a commit does, what it refuses, and whether one is possible. */
import assert from 'node:assert/strict';
import type { Store } from '../../runtime/ports/index.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import {
  contentOf,
  noReceiptsOrAudit,
  sampleAnnouncement,
  sampleEntry,
  sampleItem,
  sampleReceipt,
  sampleRun,
  sampleSnapshot,
  sampleSubscription,
  sampleUnit,
} from './store-samples.ts';

const committed = { kind: 'committed' };
const conflict = { kind: 'conflict' };

const payload = contentOf('payload', '"large"');

/** A unit that writes to every table. */
const wholeUnit = (run: string, expected: number, seq: number) =>
  sampleUnit(
    { id: run, seq, items: 1 },
    {
      expected,
      snapshot: sampleSnapshot(seq),
      items: [sampleItem({ id: `${run}.3`, run })],
      contents: [payload],
      receipts: [sampleReceipt({ run, key: `k-${run}`, seq })],
      announcements: [sampleAnnouncement()],
    },
  );

const traces = async (store: Store, run: string) => ({
  row: await store.runs.find('acme', run),
  entries: (await store.journals.read('acme', run, 0, 100)).length,
  snapshot: (await store.journals.snapshot('acme', run))?.seq,
  item: (await store.items.find('acme', `${run}.3`))?.run,
  payload: await store.contents.find('acme', 'payload', payload.hash),
  receipt: (await store.receipts.find(sampleReceipt({ key: `k-${run}` }), 0))?.run,
  messages: (await store.outbox.search('acme', { run }, { limit: 100 })).length,
});

const subscribe = (store: Store) =>
  store.subscriptions.add(sampleSubscription({ run: '' }), noReceiptsOrAudit);

const nothing = {
  row: undefined,
  entries: 0,
  snapshot: undefined,
  item: undefined,
  payload: undefined,
  receipt: undefined,
  messages: 0,
};

export const commitCases: readonly StoreCase[] = [
  storeCase('all data of a commit is there after a reopen', async (store, reopen) => {
    await subscribe(store);
    assert.deepEqual(await store.commit([wholeUnit('a', 0, 2), sampleUnit({ id: 'b' })]), [
      committed,
      committed,
    ]);
    const again = await reopen();
    assert.deepEqual(await traces(again, 'a'), {
      row: sampleRun({ id: 'a', seq: 2, items: 1 }),
      entries: 2,
      snapshot: 2,
      item: 'a',
      payload: '"large"',
      receipt: 'a',
      messages: 1,
    });
    assert.deepEqual(await again.runs.find('acme', 'b'), sampleRun({ id: 'b' }));
  }),
  storeCase('a unit that conflicts leaves nothing, and the others are committed', async (store) => {
    await subscribe(store);
    const verdicts = await store.commit([
      sampleUnit({ id: 'before' }),
      wholeUnit('missing', 3, 4),
      sampleUnit({ id: 'after' }),
    ]);
    assert.deepEqual(verdicts, [committed, conflict, committed]);
    assert.deepEqual(await traces(store, 'missing'), nothing);
    assert.equal(await store.runs.count('acme', {}), 2);
  }),
  storeCase('units of the same run in one commit build on each other', async (store) => {
    const verdicts = await store.commit([
      sampleUnit({ id: 'a', seq: 1 }),
      sampleUnit({ id: 'a', seq: 3, calls: 1 }, { expected: 1 }),
      sampleUnit({ id: 'a', seq: 2 }, { expected: 1 }),
      sampleUnit({ id: 'a', seq: 4, calls: 2 }, { expected: 3 }),
    ]);
    assert.deepEqual(verdicts, [committed, committed, conflict, committed]);
    assert.deepEqual(await store.runs.find('acme', 'a'), sampleRun({ id: 'a', seq: 4, calls: 2 }));
    assert.deepEqual(
      await store.journals.read('acme', 'a', 0, 10),
      [1, 2, 3, 4].map((seq) => sampleEntry(seq)),
    );
  }),
  storeCase('when a commit throws, no unit was written', async (store) => {
    await subscribe(store);
    const broken = { ...sampleUnit({ id: 'b', seq: 2 }), entries: [sampleEntry(1), sampleEntry(3)] };
    await assert.rejects(store.commit([wholeUnit('a', 0, 1), broken]), RangeError);
    assert.deepEqual(await traces(store, 'a'), nothing);
    assert.deepEqual(await store.commit([wholeUnit('a', 0, 1)]), [committed]);
  }),
  storeCase('an empty commit does nothing', async (store) => {
    assert.deepEqual(await store.commit([]), []);
  }),
  storeCase('a closed store reports that it is closed', async (store) => {
    await store.close();
    const isClosed = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'closed';
    await assert.rejects(store.commit([sampleUnit()]), isClosed);
    await assert.rejects(store.runs.find('acme', 'a'), isClosed);
    await assert.rejects(store.agenda.next(), isClosed);
    await store.close();
  }),
];

export const appendCases: readonly StoreCase[] = [
  storeCase('a journal grows only from the expected length', async (store) => {
    await store.commit([sampleUnit({ seq: 2 })]);
    const verdicts = [];
    for (const expected of [1, 3]) {
      verdicts.push(...(await store.commit([sampleUnit({ seq: expected + 1 }, { expected })])));
    }
    assert.deepEqual(verdicts, [conflict, conflict]);
    assert.deepEqual(await store.commit([sampleUnit({ seq: 3 }, { expected: 2 })]), [committed]);
    assert.deepEqual(
      (await store.journals.read('acme', 'run-1', 0, 10)).map(({ seq }) => seq),
      [1, 2, 3],
    );
  }),
  storeCase('the id of a run is unique in a tenant', async (store) => {
    const first = sampleRun({ startedBy: 'ada' });
    await store.commit([sampleUnit(first)]);
    assert.deepEqual(await store.commit([sampleUnit({ startedBy: 'bob', seq: 3 })]), [conflict]);
    assert.deepEqual(await store.runs.find('acme', first.id), first);
    assert.deepEqual(await store.commit([sampleUnit({ tenant: 'other', seq: 2 })]), [committed]);
    assert.deepEqual(await store.runs.find('acme', first.id), first);
    assert.equal((await store.journals.read('acme', first.id, 0, 10)).length, 1);
    assert.equal((await store.journals.read('other', first.id, 0, 10)).length, 2);
  }),
  storeCase('a unit with a gap, or an end that differs from its row, is refused', async (store) => {
    await store.commit([sampleUnit()]);
    const units = [
      sampleUnit({ seq: 3 }, { expected: 1, entries: [sampleEntry(3), sampleEntry(4)] }),
      sampleUnit({ seq: 3 }, { expected: 1, entries: [sampleEntry(2)] }),
      sampleUnit({ seq: 2 }, { expected: 1, entries: [] }),
      sampleUnit({ seq: 0, id: 'new' }, { entries: [] }),
      sampleUnit({ seq: 2 }, { expected: 1, snapshot: sampleSnapshot(3) }),
    ];
    for (const unit of units) await assert.rejects(store.commit([unit]), RangeError);
    assert.equal((await store.journals.read('acme', 'run-1', 0, 10)).length, 1);
    assert.deepEqual(await store.runs.find('acme', 'run-1'), sampleRun());
  }),
  storeCase('a row can change without an event, only from the expected length', async (store) => {
    await store.commit([sampleUnit({ seq: 2, approvals: 2 })]);
    const change = (expected: number) => sampleUnit({ seq: expected, approvals: 1 }, { expected });
    assert.deepEqual(await store.commit([change(1), change(2)]), [conflict, committed]);
    assert.equal((await store.runs.find('acme', 'run-1'))?.approvals, 1);
    assert.equal((await store.journals.read('acme', 'run-1', 0, 10)).length, 2);
  }),
  storeCase('the fields of the creation of a run stay; all others are as in the last unit', async (store) => {
    const made = sampleRun();
    await store.commit([sampleUnit(made)]);
    const changed = {
      seq: 2,
      status: 'failed',
      suspended: true,
      updatedAt: 2_000,
      endedAt: 2_000,
      due: 5,
      calls: 1,
      items: 2,
      approvals: 3,
      failure: 'timeout',
    } as const;
    const other = { language: 'x', workflow: 'x', version: 'x', revision: 'x', program: 'x', startedBy: 'x' };
    const origin = { kind: 'import', run: 'x', at: 1 } as const;
    await store.commit([sampleUnit({ ...changed, ...other, createdAt: 9, origin }, { expected: 1 })]);
    assert.deepEqual(await store.runs.find('acme', 'run-1'), { ...made, ...changed });
    const back = { suspended: false, endedAt: null, due: null, failure: null } as const;
    await store.commit([sampleUnit({ ...changed, ...back, seq: 3 }, { expected: 2 })]);
    assert.deepEqual(await store.runs.find('acme', 'run-1'), { ...made, ...changed, ...back, seq: 3 });
  }),
];

export const receiptCases: readonly StoreCase[] = [
  storeCase('a receipt is found only under its whole key, also after a reopen', async (store, reopen) => {
    const receipt = sampleReceipt();
    await store.commit([sampleUnit({}, { receipts: [receipt] })]);
    const again = await reopen();
    assert.deepEqual(await again.receipts.find(receipt, 0), receipt);
    for (const other of [{ tenant: 'x' }, { subject: 'x' }, { operation: 'x' }, { key: 'x' }]) {
      assert.equal(await again.receipts.find({ ...receipt, ...other }, 0), undefined);
    }
  }),
  storeCase(
    'under a key with a receipt nothing is done, and the receipt is returned',
    async (store, reopen) => {
      const first = sampleReceipt();
      await subscribe(store);
      await store.commit([sampleUnit({ id: 'a' }, { receipts: [first] })]);
      const repeat = () => {
        const unit = wholeUnit('b', 0, 1);
        const other = sampleReceipt({ ...first, run: 'b', input: 'other', at: 2_000 });
        return { ...unit, receipts: [...unit.receipts, other] };
      };
      const repeated = { kind: 'repeated', receipt: first };
      assert.deepEqual(await store.commit([repeat(), sampleUnit({ id: 'c' })]), [repeated, committed]);
      assert.deepEqual(await traces(store, 'b'), nothing);
      const again = await reopen();
      assert.deepEqual(await again.commit([repeat()]), [repeated]);
      assert.deepEqual(await again.receipts.find(first, 0), first);
    },
  ),
  storeCase('a receipt of the same commit counts', async (store) => {
    const receipt = sampleReceipt();
    const verdicts = await store.commit([
      sampleUnit({ id: 'a' }, { receipts: [receipt] }),
      sampleUnit({ id: 'b' }, { receipts: [receipt] }),
    ]);
    assert.deepEqual(verdicts, [committed, { kind: 'repeated', receipt }]);
    assert.equal(await store.runs.find('acme', 'b'), undefined);
  }),
  storeCase('a repeat is reported as such, not as a conflict', async (store) => {
    const unit = sampleUnit({}, { receipts: [sampleReceipt()] });
    await store.commit([unit]);
    assert.deepEqual(await store.commit([unit]), [{ kind: 'repeated', receipt: sampleReceipt() }]);
  }),
  storeCase('unexpired receipts are listed, the latest expiry first, page by page', async (store, reopen) => {
    const receipts = [5_000, 1_000, 3_000, 3_000, 2_000].map((expiresAt, at) =>
      sampleReceipt({ key: `k-${at}`, expiresAt }),
    );
    await store.commit([sampleUnit({}, { receipts })]);
    const again = await reopen();
    const first = await again.receipts.newest(1_000, 2);
    const next = await again.receipts.newest(1_000, 2, first[1]);
    assert.deepEqual(
      [...first, ...next].map(({ key }) => key),
      ['k-0', 'k-3', 'k-2', 'k-4'],
    );
    assert.deepEqual(first[0], receipts[0]);
    assert.deepEqual(await again.receipts.newest(1_000, 2, next[1]), []);
  }),
  storeCase('expired receipts are removed, the oldest first, up to a limit', async (store) => {
    const receipts = [5_000, 1_000, 3_000, 2_000].map((expiresAt) =>
      sampleReceipt({ key: `k-${expiresAt}`, expiresAt }),
    );
    await store.commit([sampleUnit({}, { receipts })]);
    const left = async () => {
      const found = await Promise.all(receipts.map((receipt) => store.receipts.find(receipt, 0)));
      return found.flatMap((receipt) => (receipt === undefined ? [] : [receipt.expiresAt])).toSorted();
    };
    assert.equal(await store.retention.forget(999, 10), 0);
    assert.equal(await store.retention.forget(3_000, 2), 2);
    assert.deepEqual(await left(), [3_000, 5_000]);
    assert.equal(await store.retention.forget(3_000, 10), 1);
    assert.equal(await store.retention.forget(3_000, 10), 0);
    assert.deepEqual(await left(), [5_000]);
  }),
];

export const expiryCases: readonly StoreCase[] = [
  storeCase('a receipt exists until its expiry, and has no effect after it', async (store) => {
    const receipt = sampleReceipt({ expiresAt: 9_000 });
    await store.commit([sampleUnit({}, { receipts: [receipt] })]);
    assert.deepEqual(await store.receipts.find(receipt, 8_999), receipt);
    assert.equal(await store.receipts.find(receipt, 9_000), undefined);
  }),
  storeCase(
    'an expired key can be used for another request, which has its own receipt',
    async (store, reopen) => {
      const first = sampleReceipt({ expiresAt: 9_000 });
      await store.commit([sampleUnit({ id: 'a' }, { receipts: [first] })]);
      const late = (at: number) =>
        sampleReceipt({ run: 'b', input: 'other', outcome: 'completed', at, expiresAt: at + 1_000 });
      const unit = (at: number) => sampleUnit({ id: 'b' }, { receipts: [late(at)] });
      assert.deepEqual(await store.commit([unit(8_999)]), [{ kind: 'repeated', receipt: first }]);
      assert.deepEqual(await store.commit([unit(9_000)]), [committed]);
      const again = await reopen();
      assert.deepEqual(await again.receipts.find(first, 9_999), late(9_000));
      assert.equal(await again.retention.forget(9_999, 10), 0);
    },
  ),
];

export const probeCases: readonly StoreCase[] = [
  storeCase('work can be committed until the store is closed', async (store) => {
    await store.probe();
    await store.commit([sampleUnit()]);
    await store.probe();
    await store.close();
    await assert.rejects(store.probe(), { name: 'StoreError', code: 'closed' });
  }),
];
