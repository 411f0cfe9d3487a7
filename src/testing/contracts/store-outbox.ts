/** R1.8, F3.1 and F3.3: messages wait in lanes until they are delivered or given up, and can be sent again. */
import assert from 'node:assert/strict';
import type { Message, MessageOutcome, Store } from '../../runtime/ports/index.ts';
import { readPages } from './read-pages.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import {
  noReceiptsOrAudit,
  notBusy,
  sampleMessage,
  sampleSubscription,
  sampleUnit,
} from './store-samples.ts';

const month = 30 * 86_400_000;

const idsOf = (messages: readonly Message[]): readonly string[] => messages.map(({ id }) => id);

const due = async (store: Store, until = 9_000): Promise<readonly string[]> =>
  idsOf(await store.outbox.due(until, 100, notBusy));

/** Each in its own lane by default. */
const message = (id: string, some: Partial<Message> = {}): Message =>
  sampleMessage({ id, run: `run-${id}`, place: '', ...some });

const lane = { run: 'run-1' } as const;

async function put<Messages extends readonly Message[]>(
  store: Store,
  ...messages: Messages
): Promise<Messages> {
  for (const each of messages) await store.outbox.put(each);
  return messages;
}

const delivered = (each: Message): MessageOutcome => ({ kind: 'delivered', message: each });
const postponed = (each: Message, dueAt: number, failure = 'No answer.'): MessageOutcome => ({
  kind: 'postponed',
  message: each,
  dueAt,
  failure,
});
const givenUp = (each: Message, at = 5_000, failure = 'Refused.'): MessageOutcome => ({
  kind: 'given-up',
  message: each,
  at,
  failure,
});

export const outboxCases: readonly StoreCase[] = [
  storeCase(
    'messages are due at their time, the longest overdue first, until they are delivered',
    async (store, reopen) => {
      assert.equal(await store.outbox.next(0), null);
      const [, b] = await put(
        store,
        message('a', { dueAt: 3_000 }),
        message('b', { dueAt: 1_000, tenant: 'other' }),
        message('c', { dueAt: 2_000 }),
      );
      assert.deepEqual([await store.outbox.next(0), await store.outbox.next(1_000)], [1_000, 2_000]);
      assert.deepEqual(await due(store, 999), []);
      assert.deepEqual(await due(store, 2_000), ['b', 'c']);
      assert.deepEqual(idsOf(await store.outbox.due(9_000, 2, notBusy)), ['b', 'c']);
      await store.outbox.settle([delivered(b)]);
      const again = await reopen();
      assert.equal(await again.outbox.next(0), 2_000);
      assert.equal(await again.outbox.next(3_000), null);
      assert.deepEqual(await due(again), ['c', 'a']);
    },
  ),
  storeCase('a postponed message is due later, with one more attempt', async (store, reopen) => {
    const [first] = await put(store, message('a'));
    await store.outbox.settle([postponed(first, 4_000, 'Answered 500.')]);
    const again = await reopen();
    assert.equal(await again.outbox.next(0), 4_000);
    assert.deepEqual(await due(again, 3_999), []);
    const expected = { ...first, dueAt: 4_000, attempts: 1, failure: 'Answered 500.' };
    assert.deepEqual(await again.outbox.due(4_000, 10, notBusy), [expected]);
  }),
  storeCase('a message that is written twice is stored once, also after it was given up', async (store) => {
    const [first] = await put(store, message('a'));
    await put(store, { ...first, dueAt: 5_000, body: 'other' });
    assert.deepEqual(await store.outbox.due(9_000, 10, notBusy), [first]);
    await store.outbox.settle([givenUp(first)]);
    await put(store, first);
    assert.deepEqual(await due(store), []);
  }),
  storeCase('a message that is no longer pending stays unchanged', async (store) => {
    const [gone, lost] = await put(store, message('gone'), message('lost'));
    await store.outbox.settle([delivered(gone), givenUp(lost)]);
    const before = await store.outbox.find('acme', 'lost');
    await store.outbox.settle([postponed(gone, 1), givenUp(gone), postponed(lost, 1), delivered(lost)]);
    assert.deepEqual(await store.outbox.search('acme', {}, { limit: 10 }), [before]);
  }),
];

export const laneCases: readonly StoreCase[] = [
  storeCase('a message waits until those before it in its lane are delivered', async (store, reopen) => {
    const [a, b] = await put(
      store,
      message('a', { ...lane, dueAt: 5_000 }),
      message('b', { ...lane, dueAt: 1_000 }),
      message('c', { ...lane, dueAt: 1_000 }),
    );
    assert.equal(await store.outbox.next(0), 5_000);
    assert.deepEqual(await due(store, 4_999), []);
    await store.outbox.settle([postponed(a, 7_000)]);
    assert.deepEqual(await due(store, 6_999), []);
    const again = await reopen();
    assert.deepEqual(await due(again, 7_000), ['a']);
    await again.outbox.settle([delivered(a)]);
    assert.equal(await again.outbox.next(0), 1_000);
    assert.deepEqual(await due(again), ['b']);
    await again.outbox.settle([delivered(b)]);
    assert.deepEqual(await due(again), ['c']);
  }),
  storeCase('a lane is one run to one target in one tenant: others continue', async (store) => {
    await put(
      store,
      message('a', lane),
      message('b', { ...lane, tenant: 'other' }),
      message('c', { ...lane, target: 'sub-2' }),
      message('d', { run: 'run-2' }),
      message('e', lane),
    );
    assert.deepEqual((await due(store)).toSorted(), ['a', 'b', 'c', 'd']);
  }),
  storeCase(
    'a message that is given up is listed, and the next of its lane follows',
    async (store, reopen) => {
      const [a] = await put(store, message('a', lane), message('b', lane));
      await store.outbox.settle([givenUp(a, 5_000, 'Answered 404.')]);
      const again = await reopen();
      assert.deepEqual(await due(again), ['b']);
      const listed = await again.outbox.search('acme', { state: 'given-up' }, { limit: 10 });
      assert.deepEqual(listed, [{ ...a, attempts: 1, givenUpAt: 5_000, failure: 'Answered 404.' }]);
      assert.deepEqual(await again.outbox.count(), { waiting: 1, givenUp: 1 });
    },
  ),
  storeCase(
    'a message that is sent again starts over, before those after it, also during deliveries',
    async (store, reopen) => {
      const [a, b] = await put(store, message('a', lane), message('b', lane));
      await store.outbox.settle([postponed(a, 2_000), givenUp(a)]);
      assert.equal(await store.outbox.resend('acme', 'b', 6_000), false);
      assert.equal(await store.outbox.resend('other', 'a', 6_000), false);
      assert.equal(await store.outbox.resend('acme', 'a', 6_000), true);
      assert.equal(await store.outbox.resend('acme', 'a', 7_000), false);
      const again = await reopen();
      const expected = { ...a, dueAt: 6_000, attempts: 0, failure: 'Refused.' };
      assert.deepEqual(await again.outbox.due(9_000, 10, notBusy), [expected]);
      await again.outbox.settle([delivered(b)]);
      assert.deepEqual(await due(again), ['a']);
      await again.outbox.settle([delivered(a)]);
      assert.deepEqual(await again.outbox.count(), { waiting: 0, givenUp: 0 });
    },
  ),
  storeCase('busy targets are skipped, and only a few messages of one place are listed', async (store) => {
    const urls = ['https://hangs', 'https://works/', 'https://hangs?x', 'https://hangs/but/not/here'];
    for (const [at, url] of urls.entries()) {
      const tenant = at === 2 ? 'other' : 'acme';
      await store.subscriptions.add(sampleSubscription({ id: `s${at}`, tenant, url }), noReceiptsOrAudit);
    }
    for (let at = 0; at < 20; at++) await put(store, message(`h${at}`, { target: 's0' }));
    const [works] = await put(store, message('works', { target: 's1', dueAt: 2_000 }));
    await put(store, message('other', { target: 's2', tenant: 'other', dueAt: 3_000 }));
    await put(store, message('beside', { target: 's3', dueAt: 4_000 }));
    const ask = async (busy: Partial<typeof notBusy>, limit = 100) =>
      idsOf(await store.outbox.due(9_000, limit, { ...notBusy, ...busy }));
    const first = ['h0', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'h7'];
    assert.deepEqual(await ask({}), [...first, 'works', 'other', 'beside']);
    assert.equal((await store.outbox.find('acme', 'works'))?.place, 'works');
    const hangs = { tenant: 'acme', place: 'hangs', host: 'hangs' };
    const underWay = [message('h0', { place: 'hangs' }), { ...works, place: 'works' }];
    assert.deepEqual(await ask({ messages: underWay }), [...first.slice(1), 'other', 'beside']);
    assert.deepEqual(await ask({ places: [hangs] }), ['works', 'other', 'beside']);
    assert.deepEqual(await ask({ hosts: [hangs] }), ['works', 'other']);
    assert.deepEqual(await ask({ tenants: ['acme'] }), ['other']);
    assert.deepEqual(await ask({ places: [hangs] }, 1), ['works']);
  }),
];

export const deadLetterCases: readonly StoreCase[] = [
  storeCase('messages are found by state, run and target, oldest first, page by page', async (store) => {
    const all = await put(
      store,
      message('a', { createdAt: 3_000, target: 't1' }),
      message('b', { createdAt: 1_000, run: 'run-a' }),
      message('c', { createdAt: 2_000, target: 't1' }),
      message('d', { createdAt: 2_000 }),
      message('e', { createdAt: 1_000, tenant: 'other', target: 't1' }),
    );
    await store.outbox.settle([givenUp(all[0]), givenUp(all[1])]);
    const found = async (query: Parameters<Store['outbox']['search']>[1]) =>
      idsOf(await store.outbox.search('acme', query, { limit: 10 }));
    assert.deepEqual(await found({}), ['b', 'c', 'd', 'a']);
    assert.deepEqual(await found({ state: 'waiting' }), ['c', 'd']);
    assert.deepEqual(await found({ state: 'given-up' }), ['b', 'a']);
    assert.deepEqual(await found({ run: 'run-a' }), ['b', 'a']);
    assert.deepEqual(await found({ target: 't1' }), ['c', 'a']);
    assert.deepEqual(await found({ target: 't1', state: 'given-up', run: 'run-a' }), ['a']);
    const paged = await readPages<Message>((last) =>
      store.outbox.search('acme', {}, { limit: 1, ...(last === undefined ? {} : { after: last.id }) }),
    );
    assert.deepEqual(idsOf(paged), ['b', 'c', 'd', 'a']);
    const late = { after: 'gone', afterCreatedAt: 2_000, limit: 10 };
    assert.deepEqual(idsOf(await store.outbox.search('acme', {}, late)), ['a']);
    assert.deepEqual(await store.outbox.search('acme', {}, { after: 'gone', limit: 10 }), []);
    assert.deepEqual(await store.outbox.count('acme'), { waiting: 2, givenUp: 2 });
    assert.deepEqual(await store.outbox.count(), { waiting: 3, givenUp: 2 });
  }),
  storeCase('messages that were given up are removed after a month, the oldest first', async (store) => {
    const all = await put(store, message('a'), message('b'), message('c'), message('d'));
    const [a, b, c] = all;
    await store.outbox.settle([givenUp(a, 3_000), givenUp(b, 1_000), givenUp(c, 2_000)]);
    assert.equal(await store.retention.forget(month + 999, 10), 0);
    assert.equal(await store.retention.forget(month + 2_999, 1), 1);
    const left = async () => idsOf(await store.outbox.search('acme', {}, { limit: 10 }));
    assert.deepEqual(await left(), ['a', 'c', 'd']);
    assert.equal(await store.retention.forget(month + 2_999, 10), 1);
    assert.deepEqual(await left(), ['a', 'd']);
  }),
  storeCase(
    'messages that were given up are purged with their run; pending ones are delivered after it',
    async (store) => {
      const [a] = await put(
        store,
        message('a', lane),
        message('b', lane),
        message('c', { givenUpAt: 1_000 }),
      );
      await store.outbox.settle([givenUp(a)]);
      await store.commit([sampleUnit({ id: 'run-1', status: 'completed', endedAt: 1_000 })]);
      assert.equal(await store.retention.purge('acme', 2_000, 10), 1);
      assert.deepEqual(idsOf(await store.outbox.search('acme', {}, { limit: 10 })), ['b', 'c']);
    },
  ),
];
