/** R1.8: messages until they are delivered, and claims of the first that asked. */
import assert from 'node:assert/strict';
import type { Message, RunRecord, Store } from '../../runtime/index.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import { sampleMessage, sampleUnit } from './store-samples.ts';

const idsOf = (messages: readonly Message[]): readonly string[] => messages.map(({ id }) => id);

const ended = (id: string, endedAt: number, forkOf?: string): Partial<RunRecord> => ({
  id,
  status: 'completed',
  endedAt,
  origin: forkOf === undefined ? null : { kind: 'fork', run: forkOf, at: 1 },
});

export const outboxCases: readonly StoreCase[] = [
  storeCase(
    'messages are due at their time, the longest due first, until they are delivered',
    async (store, reopen) => {
      assert.equal(await store.outbox.next(), null);
      const messages = [
        sampleMessage({ id: 'a', dueAt: 3_000 }),
        sampleMessage({ id: 'b', dueAt: 1_000, tenant: 'other' }),
        sampleMessage({ id: 'c', dueAt: 2_000 }),
      ] as const;
      await store.commit([sampleUnit({}, { messages })]);
      assert.equal(await store.outbox.next(), 1_000);
      assert.deepEqual(await store.outbox.due(999, 10), []);
      assert.deepEqual(await store.outbox.due(2_000, 10), [messages[1], messages[2]]);
      assert.deepEqual(idsOf(await store.outbox.due(9_000, 2)), ['b', 'c']);
      await store.outbox.delivered(messages[1]);
      const again = await reopen();
      assert.equal(await again.outbox.next(), 2_000);
      assert.deepEqual(idsOf(await again.outbox.due(9_000, 10)), ['c', 'a']);
    },
  ),
  storeCase('a message that is postponed is due later, with one attempt more', async (store, reopen) => {
    const message = sampleMessage({ dueAt: 1_000 });
    await store.commit([sampleUnit({}, { messages: [message] })]);
    await store.outbox.postpone(message, 4_000);
    const again = await reopen();
    assert.equal(await again.outbox.next(), 4_000);
    assert.deepEqual(await again.outbox.due(3_999, 10), []);
    assert.deepEqual(await again.outbox.due(4_000, 10), [{ ...message, dueAt: 4_000, attempts: 1 }]);
  }),
  storeCase('a message that was given up is never due again', async (store, reopen) => {
    const message = sampleMessage();
    await store.commit([sampleUnit({}, { messages: [message, sampleMessage({ id: 'other' })] })]);
    await store.outbox.giveUp(message, 'The receiver is gone.');
    await store.outbox.postpone(message, 2_000);
    await store.commit([sampleUnit({ seq: 2 }, { expected: 1, messages: [message] })]);
    const again = await reopen();
    assert.deepEqual(idsOf(await again.outbox.due(9_000, 10)), ['other']);
  }),
  storeCase('a message that is written twice is one', async (store) => {
    const message = sampleMessage();
    await store.commit([sampleUnit({}, { messages: [message] })]);
    const again = sampleUnit({ seq: 2 }, { expected: 1, messages: [{ ...message, dueAt: 5_000 }] });
    await store.commit([again]);
    assert.deepEqual(await store.outbox.due(9_000, 10), [message]);
  }),
  storeCase('a claim belongs to the first that asked', async (store, reopen) => {
    const claim = (of: Store, tenant: string, instance: number, claimant: string) =>
      of.claims.claim(tenant, 'run-1', instance, claimant);
    assert.equal(await claim(store, 'acme', 4, 'fork-a'), 'fork-a');
    assert.equal(await claim(store, 'acme', 4, 'run-1'), 'fork-a');
    const again = await reopen();
    assert.equal(await claim(again, 'acme', 4, 'fork-b'), 'fork-a');
    assert.equal(await claim(again, 'acme', 5, 'run-1'), 'run-1');
    assert.equal(await claim(again, 'other', 4, 'run-1'), 'run-1');
  }),
  storeCase('claims stay while a fork, or a fork of a fork, is there', async (store) => {
    await store.commit([sampleUnit(ended('root', 1_000)), sampleUnit(ended('fork', 2_000, 'root'))]);
    await store.commit([sampleUnit(ended('grandchild', 3_000, 'fork'))]);
    const claim = (claimant: string) => store.claims.claim('acme', 'root', 4, claimant);
    assert.equal(await claim('root'), 'root');
    for (const time of [1_001, 2_001]) {
      assert.equal(await store.retention.purge('acme', time, 10), 1);
      assert.equal(await claim('grandchild'), 'root');
    }
    assert.equal(await store.retention.purge('acme', 3_001, 10), 1);
    assert.equal(await claim('somebody'), 'somebody');
  }),
  storeCase('a claim on what a purged run did goes with the last of its family', async (store) => {
    await store.commit([sampleUnit(ended('root', 1_000)), sampleUnit(ended('fork', 2_000, 'root'))]);
    await store.commit([sampleUnit(ended('grandchild', 3_000, 'fork'))]);
    assert.equal(await store.retention.purge('acme', 2_001, 10), 2);
    const claim = (run: string, claimant: string) => store.claims.claim('acme', run, 4, claimant);
    for (const run of ['root', 'fork']) assert.equal(await claim(run, 'grandchild'), 'grandchild');
    assert.equal(await store.retention.purge('acme', 3_001, 10), 1);
    for (const run of ['root', 'fork']) assert.equal(await claim(run, 'somebody'), 'somebody');
  }),
];
