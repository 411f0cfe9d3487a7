/** F3.4 and F3.1: subscribers are notified once of later announcements, in the commit that caused them. */
import assert from 'node:assert/strict';
import {
  type Announcement,
  type CaseEvent,
  messageId,
  type Store,
  type Subscription,
} from '../../runtime/ports/index.ts';
import { readPages } from './read-pages.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import {
  noReceiptsOrAudit,
  notBusy,
  sampleAnnouncement,
  sampleAuditEntry,
  sampleMessage,
  sampleReceipt,
  sampleSubscription,
  sampleUnit,
} from './store-samples.ts';

const idsOf = (things: readonly { readonly id: string }[]): readonly string[] => things.map(({ id }) => id);

async function subscribe(store: Store, ...subscriptions: readonly Partial<Subscription>[]): Promise<void> {
  for (const some of subscriptions) {
    assert.equal(await store.subscriptions.add(sampleSubscription(some), noReceiptsOrAudit), undefined);
  }
}

/** The notified subscriptions, in order. */
const notifiedSubscriptions = async (store: Store): Promise<readonly string[]> =>
  (await store.outbox.search('acme', {}, { limit: 100 })).map(({ target }) => target).toSorted();

const audited = async (store: Store): Promise<number> =>
  (await store.audit.search('acme', {}, { limit: 10 })).entries.length;

const announcing = (...some: readonly Partial<Announcement>[]) => ({
  announcements: some.map((each) => sampleAnnouncement(each)),
});

export const subscriptionCases: readonly StoreCase[] = [
  storeCase('a subscription comes back unchanged, only to its tenant', async (store, reopen) => {
    const subscription = sampleSubscription({
      events: ['case_started', 'work_item_offered'],
      url: 'https://example.com:8443/hook?x=“ü”',
      secret: 'sealed \u0000 text',
    });
    await store.subscriptions.add(subscription, noReceiptsOrAudit);
    const again = await reopen();
    assert.deepEqual(await again.subscriptions.find('acme', 'sub-1'), subscription);
    assert.equal(await again.subscriptions.find('other', 'sub-1'), undefined);
    assert.equal(await again.subscriptions.find('acme', 'none'), undefined);
  }),
  storeCase('an id is unique across tenants', async (store) => {
    await subscribe(store, {});
    const taken = sampleSubscription({ tenant: 'other', subject: 'eve' });
    await assert.rejects(store.subscriptions.add(taken, noReceiptsOrAudit));
    assert.equal((await store.subscriptions.find('acme', 'sub-1'))?.subject, 'ada');
  }),
  storeCase(
    'the audit entry and the receipt are written with it; under a key with a receipt nothing is done',
    async (store, reopen) => {
      const receipt = sampleReceipt({ run: '', outcome: 'sub-1' });
      const along = (id: string) => ({ audit: [sampleAuditEntry({ id })], receipts: [receipt] });
      await store.subscriptions.add(sampleSubscription(), along('1'));
      const again = await reopen();
      assert.deepEqual(await again.receipts.find(receipt, 1_000), receipt);
      const repeated = await again.subscriptions.add(sampleSubscription({ id: 'sub-2' }), along('2'));
      assert.deepEqual(repeated, receipt);
      assert.equal(await again.subscriptions.find('acme', 'sub-2'), undefined);
      assert.equal(await audited(again), 1);
      const later = {
        ...receipt,
        at: receipt.expiresAt,
        expiresAt: receipt.expiresAt + 1_000,
        outcome: 'sub-2',
      };
      const added = await again.subscriptions.add(sampleSubscription({ id: 'sub-2' }), {
        audit: [],
        receipts: [later],
      });
      assert.equal(added, undefined);
      assert.deepEqual(await again.receipts.find(receipt, later.at), later);
    },
  ),
  storeCase(
    'they are found by subject, case, workflow and time, oldest first, page by page',
    async (store) => {
      await subscribe(
        store,
        { id: 'a', createdAt: 3_000, subject: 'bob' },
        { id: 'b', createdAt: 1_000, run: '', expiresAt: 2_000 },
        { id: 'c', createdAt: 2_000, workflow: 'pay', run: 'run-2' },
        { id: 'd', createdAt: 2_000 },
        { id: 'e', createdAt: 1_000, tenant: 'other' },
      );
      const found = async (query: Parameters<Store['subscriptions']['search']>[1]) => {
        const list = idsOf(await store.subscriptions.search('acme', query, { limit: 10 }));
        assert.equal(await store.subscriptions.count('acme', query), list.length);
        return list;
      };
      assert.deepEqual(await found({}), ['b', 'c', 'd', 'a']);
      assert.deepEqual(await found({ subject: 'ada' }), ['b', 'c', 'd']);
      assert.deepEqual(await found({ run: 'run-1' }), ['d', 'a']);
      assert.deepEqual(await found({ run: '' }), ['b']);
      assert.deepEqual(await found({ workflow: 'pay' }), ['c']);
      assert.deepEqual(await found({ at: 1_999 }), ['b', 'c', 'd', 'a']);
      assert.deepEqual(await found({ at: 2_000, subject: 'ada', workflow: 'book_trip' }), ['d']);
      const paged = await readPages<Subscription>((last) =>
        store.subscriptions.search(
          'acme',
          {},
          { limit: 1, ...(last === undefined ? {} : { after: last.id }) },
        ),
      );
      assert.deepEqual(idsOf(paged), ['b', 'c', 'd', 'a']);
      const late = { after: 'gone', afterCreatedAt: 2_000, limit: 10 };
      assert.deepEqual(idsOf(await store.subscriptions.search('acme', {}, late)), ['a']);
      assert.deepEqual(await store.subscriptions.search('acme', {}, { after: 'gone', limit: 10 }), []);
    },
  ),
  storeCase('renewal and removal report whether the subscription exists', async (store, reopen) => {
    await subscribe(store, {});
    const along = (id: string) => ({ audit: [sampleAuditEntry({ id })], receipts: [] });
    const renewed = sampleSubscription({ expiresAt: 20_000 });
    assert.deepEqual(await store.subscriptions.renew('acme', 'sub-1', 20_000, along('1')), renewed);
    assert.equal(await store.subscriptions.renew('other', 'sub-1', 30_000, along('2')), undefined);
    assert.equal(await store.subscriptions.remove('other', 'sub-1', along('3')), false);
    const again = await reopen();
    assert.deepEqual(await again.subscriptions.find('acme', 'sub-1'), renewed);
    assert.equal(await again.subscriptions.remove('acme', 'sub-1', along('4')), true);
    assert.equal(await again.subscriptions.remove('acme', 'sub-1', along('5')), false);
    assert.equal(await again.subscriptions.find('acme', 'sub-1'), undefined);
    assert.equal(await audited(again), 2);
  }),
  storeCase('pending messages are removed with it; those that were given up stay listed', async (store) => {
    await subscribe(store, {}, { id: 'sub-2' });
    await store.commit([sampleUnit({}, announcing({}, { mark: '2' }))]);
    const [first] = await store.outbox.search('acme', { target: 'sub-1' }, { limit: 1 });
    assert.ok(first !== undefined);
    await store.outbox.settle([{ kind: 'given-up', message: first, at: 2_000, failure: 'Refused.' }]);
    await store.subscriptions.remove('acme', 'sub-1', noReceiptsOrAudit);
    assert.deepEqual(await notifiedSubscriptions(store), ['sub-1', 'sub-2', 'sub-2']);
    const due = await store.outbox.due(9_000, 10, notBusy);
    assert.deepEqual(
      due.map(({ target }) => target),
      ['sub-2'],
    );
  }),
  storeCase('expired subscriptions are removed once they have no messages', async (store) => {
    await subscribe(store, {}, { id: 'sub-2', run: '', expiresAt: 8_000 }, { id: 'sub-3', expiresAt: 9_001 });
    await store.commit([sampleUnit({}, announcing({ event: 'case_completed' }))]);
    assert.equal(await store.retention.forget(9_000, 10), 0);
    const [first, second] = await store.outbox.due(9_000, 10, notBusy);
    assert.ok(first !== undefined && second !== undefined);
    await store.outbox.settle([
      { kind: 'delivered', message: first },
      { kind: 'delivered', message: second },
    ]);
    assert.equal(await store.retention.forget(7_999, 10), 0);
    assert.equal(await store.retention.forget(9_000, 1), 1);
    assert.equal(await store.subscriptions.find('acme', 'sub-2'), undefined);
    assert.equal(await store.retention.forget(9_000, 10), 1);
    assert.deepEqual(idsOf(await store.subscriptions.search('acme', {}, { limit: 10 })), ['sub-3']);
  }),
  storeCase(
    'those of a case are purged with it if nothing is pending; those of its workflow stay',
    async (store) => {
      const of = (id: string): Partial<Subscription> => ({
        id: `sub-${id}`,
        run: id,
        events: ['case_failed'],
      });
      await subscribe(store, of('a'), { ...of('b'), events: ['case_completed'] }, { id: 'all', run: '' });
      const end = (id: string) =>
        sampleUnit({ id, status: 'completed', endedAt: 1_000 }, announcing({ event: 'case_completed' }));
      await store.commit([end('a'), end('b')]);
      assert.equal(await store.retention.purge('acme', 2_000, 10), 2);
      const left = await store.subscriptions.search('acme', {}, { limit: 10 });
      assert.deepEqual(idsOf(left).toSorted(), ['all', 'sub-b']);
    },
  ),
];

export const announcementCases: readonly StoreCase[] = [
  storeCase('an announcement becomes a message for each matching subscription', async (store, reopen) => {
    const started: readonly CaseEvent[] = ['case_started'];
    await subscribe(
      store,
      { id: 'case' },
      { id: 'workflow', run: '' },
      { id: 'other event', events: started },
      { id: 'other case', run: 'run-2' },
      { id: 'other workflow', run: '', workflow: 'pay' },
      { id: 'other tenant', tenant: 'other' },
      { id: 'expired', expiresAt: 1_500 },
      { id: 'in force', expiresAt: 1_501 },
    );
    await store.commit([sampleUnit({}, announcing({ at: 1_500 }))]);
    const again = await reopen();
    assert.deepEqual(await notifiedSubscriptions(again), ['case', 'in force', 'workflow']);
    assert.deepEqual(await again.outbox.search('other', {}, { limit: 10 }), []);
    const id = messageId('case', 'run-1', '1');
    const expected = sampleMessage({ id, target: 'case', createdAt: 1_500, dueAt: 1_500 });
    assert.deepEqual(await again.outbox.find('acme', id), expected);
  }),
  storeCase('each announcement has its own time and event; each run its own messages', async (store) => {
    await subscribe(store, { id: 'sub', run: '', events: ['case_started', 'case_failed'], expiresAt: 2_000 });
    const units = ['a', 'b'].map((id) =>
      sampleUnit(
        { id },
        announcing(
          { event: 'case_started', mark: '1', at: 1_000, body: () => `${id} started` },
          { event: 'case_completed', mark: '2', at: 1_000 },
          { event: 'case_failed', mark: '3', at: 2_000 },
        ),
      ),
    );
    await store.commit(units);
    const bodies = (await store.outbox.search('acme', {}, { limit: 10 })).map(({ body }) => body);
    assert.deepEqual(bodies.toSorted(), ['a started', 'b started']);
  }),
  storeCase('a repeated announcement is delivered once, also after it was given up', async (store) => {
    await subscribe(store, {});
    await store.commit([sampleUnit({}, announcing({}))]);
    const [message] = await store.outbox.search('acme', {}, { limit: 10 });
    assert.ok(message !== undefined);
    await store.outbox.settle([{ kind: 'given-up', message, at: 2_000, failure: 'Refused.' }]);
    const again = sampleUnit({ seq: 2 }, { expected: 1, ...announcing({ body: () => 'other' }) });
    await store.commit([again]);
    assert.deepEqual(await store.outbox.due(9_000, 10, notBusy), []);
    assert.deepEqual(await notifiedSubscriptions(store), ['sub-1']);
  }),
  storeCase('later and expired subscriptions are not notified', async (store) => {
    await subscribe(store, { id: 'early' });
    await store.subscriptions.remove('acme', 'early', noReceiptsOrAudit);
    await store.commit([sampleUnit({}, announcing({}))]);
    await subscribe(store, { id: 'late' });
    assert.deepEqual(await notifiedSubscriptions(store), []);
    await store.commit([sampleUnit({ seq: 2 }, { expected: 1, ...announcing({ mark: '2' }) })]);
    assert.deepEqual(await notifiedSubscriptions(store), ['late']);
  }),
  storeCase('without subscribers the body is not even created', async (store) => {
    await subscribe(store, { events: ['case_failed'] }, { id: 'sub-2', run: 'run-2' });
    let asked = 0;
    const body = (): string => {
      asked += 1;
      return '';
    };
    await store.commit([sampleUnit({}, announcing({ body }))]);
    assert.equal(asked, 0);
  }),
  storeCase('a refused unit notifies no subscriber', async (store) => {
    await subscribe(store, { run: '' });
    await store.commit([sampleUnit({}, { receipts: [sampleReceipt()] })]);
    const receipts = [sampleReceipt({ run: 'run-2' })];
    const verdicts = await store.commit([
      sampleUnit({ seq: 6 }, { expected: 5, ...announcing({ mark: 'conflict' }) }),
      sampleUnit({ id: 'run-2' }, { receipts, ...announcing({ mark: 'repeat' }) }),
    ]);
    assert.deepEqual(
      verdicts.map(({ kind }) => kind),
      ['conflict', 'repeated'],
    );
    assert.deepEqual(await notifiedSubscriptions(store), []);
  }),
];
