/** R1.4: reads return what was written, and only to its tenant. */
import assert from 'node:assert/strict';
import type { Revision, Store } from '../../runtime/ports/index.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import {
  contentOf,
  noReceiptsOrAudit,
  oddNotes,
  sampleEntry,
  sampleItem,
  sampleMessage,
  sampleReceipt,
  sampleRun,
  sampleSnapshot,
  sampleSubscription,
  sampleUnit,
} from './store-samples.ts';

const revision = (hash: string, some: Partial<Revision> = {}): Revision => ({
  document: 'trips/travel.yaml',
  hash,
  at: 1_000,
  by: 'ada',
  ...some,
});

/** All data that a tenant can see, as one value. */
const seenBy = async (store: Store, tenant: string) => ({
  run: await store.runs.find(tenant, 'run-1'),
  runs: await store.runs.search(tenant, {}, { limit: 10 }),
  count: await store.runs.count(tenant, {}),
  entries: await store.journals.read(tenant, 'run-1', 0, 10),
  snapshot: await store.journals.snapshot(tenant, 'run-1'),
  item: await store.items.find(tenant, 'run-1.3'),
  items: await store.items.search(tenant, {}, { limit: 10 }),
  text: await store.contents.find(tenant, 'payload', contentOf('payload', '1').hash),
  revisions: await store.revisions.list(tenant, 'trips/travel.yaml', 10),
  receipt: await store.receipts.find(sampleReceipt({ tenant }), 0),
  subscription: (await store.subscriptions.find(tenant, `sub-${tenant}`))?.id,
  subscriptions: await store.subscriptions.search(tenant, {}, { limit: 10 }),
  subscribed: await store.subscriptions.count(tenant, {}),
  message: await store.outbox.find(tenant, 'dlv_1'),
  messages: await store.outbox.search(tenant, {}, { limit: 10 }),
});

export const readingCases: readonly StoreCase[] = [
  storeCase('runs come back with every field, present or absent', async (store, reopen) => {
    const runs = [
      sampleRun({ id: 'plain' }),
      sampleRun({
        id: 'full',
        status: 'failed',
        suspended: true,
        seq: 3,
        updatedAt: 1_790_000_000_123,
        endedAt: 1_790_000_000_456,
        origin: { kind: 'fork', run: 'plain', at: 2 },
        due: 8_640_000_000_000_000,
        calls: 1,
        items: 2,
        approvals: 3,
        failure: 'http-500',
      }),
      sampleRun({ id: 'imported', origin: { kind: 'import', run: 'plain', at: 0 }, failure: '', due: 0 }),
    ];
    await store.commit(runs.map((run) => sampleUnit(run)));
    const again = await reopen();
    for (const run of runs) assert.deepEqual(await again.runs.find('acme', run.id), run);
    assert.equal(await again.runs.find('acme', 'none'), undefined);
  }),
  storeCase('entries come back in order, after a number, up to a limit', async (store) => {
    const numbers = Array.from({ length: 25 }, (_, at) => at + 1);
    await store.commit([sampleUnit({ seq: 12 }), sampleUnit({ id: 'run-10' })]);
    await store.commit([sampleUnit({ seq: 25 }, { expected: 12 })]);
    const read = (after: number, limit: number) => store.journals.read('acme', 'run-1', after, limit);
    assert.deepEqual(await read(0, 100), numbers.map(sampleEntry));
    assert.deepEqual(await read(9, 4), [10, 11, 12, 13].map(sampleEntry));
    assert.deepEqual(await read(25, 4), []);
    assert.deepEqual(await store.journals.read('acme', 'none', 0, 4), []);
  }),
  storeCase('unusual characters and numbers survive', async (store, reopen) => {
    const id = 'ü “run” 🚂';
    const entry = { ...sampleEntry(1), notes: oddNotes };
    const content = contentOf('definition', 'a: 1\r\n# \u0000 🚂\n');
    await store.commit([sampleUnit({ id }, { entries: [entry], contents: [content] })]);
    const again = await reopen();
    assert.deepEqual(await again.journals.read('acme', id, 0, 1), [entry]);
    assert.equal(await again.contents.find('acme', 'definition', content.hash), content.text);
  }),
  storeCase('there is one snapshot, the latest', async (store, reopen) => {
    await store.commit([sampleUnit()]);
    assert.equal(await store.journals.snapshot('acme', 'run-1'), undefined);
    await store.commit([sampleUnit({ seq: 2 }, { expected: 1, snapshot: sampleSnapshot(2) })]);
    await store.commit([sampleUnit({ seq: 3 }, { expected: 2 })]);
    assert.deepEqual(await store.journals.snapshot('acme', 'run-1'), sampleSnapshot(2));
    await store.commit([sampleUnit({ seq: 4 }, { expected: 3, snapshot: sampleSnapshot(4) })]);
    assert.deepEqual(await (await reopen()).journals.snapshot('acme', 'run-1'), sampleSnapshot(4));
  }),
  storeCase('items come back as they were last written', async (store, reopen) => {
    const offered = sampleItem();
    await store.commit([sampleUnit({}, { items: [offered] })]);
    assert.deepEqual(await store.items.find('acme', offered.id), offered);
    const held = sampleItem({
      state: 'held',
      holder: 'bob',
      lease: 5_000,
      paused: true,
      ordinal: 9,
      lineage: [2, 11],
      group: 7,
      whom: { value: { roles: ['clerk'], subjects: [] } },
      ending: 'forced',
      index: 4,
      item: null,
      input: { list: [{ value: 'ü' }] },
      reason: 'doubt',
      updatedAt: 2_000,
    });
    await store.commit([sampleUnit({ seq: 2 }, { expected: 1, items: [held] })]);
    const again = await reopen();
    assert.deepEqual(await again.items.find('acme', offered.id), held);
    assert.equal(await again.items.find('acme', 'none'), undefined);
  }),
  storeCase('content is stored once, by kind and hash', async (store, reopen) => {
    const program = contentOf('program', '{"nets":[]}');
    await store.contents.put('acme', program, 1_000);
    await store.contents.put('acme', { ...program, text: 'not this' }, 2_000);
    await store.commit([sampleUnit({}, { contents: [{ ...program, text: 'nor this' }] })]);
    const again = await reopen();
    assert.equal(await again.contents.find('acme', 'program', program.hash), program.text);
    assert.equal(await again.contents.find('acme', 'payload', program.hash), undefined);
    assert.equal(await again.contents.find('acme', 'program', 'none'), undefined);
  }),
  storeCase('revisions come newest first; repeating the newest has no effect', async (store, reopen) => {
    const added = [
      revision('a'),
      revision('a', { at: 2_000 }),
      revision('b', { at: 3_000, by: '' }),
      revision('a', { at: 4_000 }),
      revision('z', { document: 'other.yaml' }),
    ];
    await store.revisions.add(added.map((each) => ({ tenant: 'acme', text: each.hash, ...each })));
    const again = await reopen();
    const list = (limit: number) => again.revisions.list('acme', 'trips/travel.yaml', limit);
    assert.deepEqual(await list(10), [added[3], added[2], added[0]]);
    assert.deepEqual(await list(2), [added[3], added[2]]);
    assert.deepEqual(await again.revisions.list('acme', 'none.yaml', 2), []);
    assert.equal(await again.contents.find('acme', 'definition', 'b'), 'b');
  }),
  storeCase('messages come back with every field', async (store, reopen) => {
    const some = { body: 'ü\n🚂', attempts: 3, dueAt: 4_000, failure: 'No answer.', givenUpAt: 3_000 };
    const messages = [
      sampleMessage(some),
      sampleMessage({ id: 'dlv_2', event: 'work_item_offered', run: 'r' }),
    ];
    await store.subscriptions.add(sampleSubscription(), noReceiptsOrAudit);
    for (const message of messages) await store.outbox.put(message);
    const again = await reopen();
    for (const message of messages) assert.deepEqual(await again.outbox.find('acme', message.id), message);
    assert.equal(await again.outbox.find('acme', 'none'), undefined);
  }),
  storeCase('a tenant sees nothing of another, even with the same ids', async (store) => {
    const write = async (tenant: string, seq: number) => {
      await store.commit([
        sampleUnit(
          { tenant, seq, items: 1 },
          {
            snapshot: sampleSnapshot(seq),
            items: [sampleItem({ tenant, holder: tenant })],
            contents: [contentOf('payload', '1')],
            receipts: [sampleReceipt({ tenant, seq })],
          },
        ),
      ]);
      await store.revisions.add([{ tenant, ...revision(tenant) }]);
      const subscription = sampleSubscription({ tenant, id: `sub-${tenant}` });
      await store.subscriptions.add(subscription, noReceiptsOrAudit);
      await store.outbox.put(sampleMessage({ tenant, id: 'dlv_1', target: `sub-${tenant}` }));
    };
    const none = {
      run: undefined,
      runs: [],
      count: 0,
      entries: [],
      snapshot: undefined,
      item: undefined,
      items: [],
      text: undefined,
      revisions: [],
      receipt: undefined,
      subscription: undefined,
      subscriptions: [],
      subscribed: 0,
      message: undefined,
      messages: [],
    };
    await write('acme', 1);
    assert.deepEqual(await seenBy(store, 'other'), none);
    assert.equal(await store.subscriptions.find('other', 'sub-acme'), undefined);
    const seen = await seenBy(store, 'acme');
    await write('other', 2);
    assert.deepEqual(await seenBy(store, 'acme'), seen);
    assert.equal((await seenBy(store, 'other')).run?.seq, 2);
  }),
];
