/** R1.7: a purge removes old data, and nothing that is needed. */
import assert from 'node:assert/strict';
import type { RunRecord, Store } from '../../runtime/ports/index.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import {
  contentOf,
  noReceiptsOrAudit,
  sampleAnnouncement,
  sampleItem,
  sampleReceipt,
  sampleSnapshot,
  sampleSubscription,
  sampleUnit,
} from './store-samples.ts';

const ended = (id: string, endedAt: number, some: Partial<RunRecord> = {}): Partial<RunRecord> => ({
  id,
  status: 'completed',
  endedAt,
  ...some,
});

const ids = async (store: Store, tenant = 'acme'): Promise<readonly string[]> =>
  (await store.runs.search(tenant, {}, { limit: 100 })).map(({ id }) => id).toSorted();

export const retentionCases: readonly StoreCase[] = [
  storeCase(
    'only runs of the tenant that ended before are removed, the oldest first, up to a limit',
    async (store) => {
      await store.commit([
        sampleUnit(ended('a', 3_000)),
        sampleUnit(ended('b', 1_000, { status: 'failed' })),
        sampleUnit(ended('c', 2_000, { status: 'cancelled' })),
        sampleUnit(ended('d', 5_000)),
        sampleUnit({ id: 'e' }),
        sampleUnit(ended('f', 1_000, { tenant: 'other' })),
      ]);
      assert.equal(await store.retention.purge('acme', 1_000, 10), 0);
      assert.equal(await store.retention.purge('acme', 5_000, 2), 2);
      assert.deepEqual(await ids(store), ['a', 'd', 'e']);
      assert.equal(await store.retention.purge('acme', 5_000, 2), 1);
      assert.equal(await store.retention.purge('acme', 5_000, 2), 0);
      assert.deepEqual(await ids(store), ['d', 'e']);
      assert.deepEqual(await ids(store, 'other'), ['f']);
    },
  ),
  storeCase('a reopened run is not removed', async (store) => {
    await store.commit([sampleUnit(ended('a', 1_000, { status: 'failed' }))]);
    await store.commit([sampleUnit({ id: 'a', seq: 2, endedAt: 1_000 }, { expected: 1 })]);
    assert.equal(await store.retention.purge('acme', 9_000, 10), 0);
  }),
  storeCase(
    'journal, snapshot and items are removed with the run; other runs keep theirs',
    async (store, reopen) => {
      const unit = (id: string, endedAt: number) =>
        sampleUnit(ended(id, endedAt, { seq: 3 }), {
          snapshot: sampleSnapshot(3),
          items: [sampleItem({ id: `${id}.1`, run: id, state: 'completed' })],
        });
      await store.commit([unit('a', 1_000), unit('ab', 3_000)]);
      assert.equal(await store.retention.purge('acme', 2_000, 10), 1);
      const again = await reopen();
      const left = async (id: string) => [
        (await again.journals.read('acme', id, 0, 10)).length,
        (await again.journals.snapshot('acme', id))?.seq,
        (await again.items.find('acme', `${id}.1`))?.run,
        (await again.items.search('acme', { run: id }, { limit: 10 })).length,
      ];
      assert.deepEqual(await left('a'), [0, undefined, undefined, 0]);
      assert.deepEqual(await left('ab'), [3, 3, 'ab', 1]);
    },
  ),
  storeCase('a payload stays while a run references it', async (store) => {
    const [shared, own] = [contentOf('payload', '"shared"'), contentOf('payload', '"own"')];
    await store.commit([
      sampleUnit(ended('a', 1_000), { contents: [shared, own] }),
      sampleUnit(ended('b', 3_000)),
      sampleUnit({ id: 'c', tenant: 'other' }, { contents: [own] }),
    ]);
    await store.commit([
      sampleUnit(ended('b', 3_000, { seq: 2 }), { expected: 1, contents: [shared, shared] }),
    ]);
    const has = async (tenant: string, { hash }: { readonly hash: string }) =>
      (await store.contents.find(tenant, 'payload', hash)) !== undefined;
    await store.retention.purge('acme', 2_000, 10);
    assert.deepEqual([await has('acme', shared), await has('acme', own)], [true, false]);
    await store.retention.purge('acme', 4_000, 10);
    assert.equal(await has('acme', shared), false);
    assert.equal(await has('other', own), true);
  }),
  storeCase(
    'programs and definitions stay while a run is pinned to them, or a revision references them',
    async (store) => {
      const program = contentOf('program', '{"p":1}');
      const [listed, unlisted] = [contentOf('definition', 'listed'), contentOf('definition', 'unlisted')];
      const pinned = (id: string, endedAt: number, revision: string) =>
        ended(id, endedAt, { program: program.hash, revision });
      const { hash, text } = listed;
      await store.revisions.add([{ tenant: 'acme', document: 'd.yaml', hash, text, at: 1_000, by: '' }]);
      await store.commit([
        sampleUnit(pinned('a', 1_000, listed.hash), { contents: [program, listed] }),
        sampleUnit(pinned('b', 3_000, unlisted.hash), { contents: [program, unlisted] }),
        sampleUnit(pinned('c', 5_000, unlisted.hash)),
      ]);
      const left = async () => [
        await store.contents.find('acme', 'program', program.hash),
        await store.contents.find('acme', 'definition', listed.hash),
        await store.contents.find('acme', 'definition', unlisted.hash),
      ];
      await store.retention.purge('acme', 4_000, 10);
      assert.deepEqual(await left(), [program.text, 'listed', 'unlisted']);
      await store.retention.purge('acme', 6_000, 10);
      assert.deepEqual(await left(), [undefined, 'listed', undefined]);
    },
  ),
  storeCase('pending messages and receipts outlive the run', async (store) => {
    const announcements = [sampleAnnouncement(), sampleAnnouncement({ mark: '2' })];
    await store.subscriptions.add(sampleSubscription(), noReceiptsOrAudit);
    await store.commit([sampleUnit(ended('run-1', 1_000), { announcements, receipts: [sampleReceipt()] })]);
    const messages = await store.outbox.search('acme', {}, { limit: 10 });
    assert.equal(messages.length, 2);
    assert.equal(await store.retention.purge('acme', 2_000, 10), 1);
    assert.deepEqual(await store.outbox.search('acme', {}, { limit: 10 }), messages);
    assert.deepEqual(await store.receipts.find(sampleReceipt(), 0), sampleReceipt());
    assert.deepEqual(await store.subscriptions.find('acme', 'sub-1'), sampleSubscription());
  }),
];
