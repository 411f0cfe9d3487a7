/** The outbox sender when it is stopped, and when its store or its deliverer fails. */
import { expect, test } from 'vitest';
import { createMemoryStore, type MessageOutcome, type Store } from '../../src/runtime/index.ts';
import { delivered, never, openSenderFixture, start } from './outbox-sender-fixture.ts';

test('[F3.1] deliveries in progress at shutdown are aborted, and repeated by the next process as if they had not been tried', async () => {
  const fixture = await openSenderFixture(() => never);
  await fixture.put('m');
  const first = fixture.open();
  first.wake();
  await fixture.settle();
  await first.close();
  expect(fixture.signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(fixture.clock.pending()).toBe(0);
  expect(await fixture.store.outbox.find('acme', 'm')).toMatchObject({ attempts: 0, dueAt: start });
  fixture.script.respond = () => delivered;
  const second = fixture.open();
  second.wake();
  await fixture.settle();
  expect(fixture.ids()).toEqual(['m', 'm']);
  expect(await fixture.store.outbox.count()).toEqual({ waiting: 0, givenUp: 0 });
  await second.close();
});

test('[F3.1] a full disk does not cause a delivered message to be sent again, nor another of its lane in the meantime', async () => {
  const kept = createMemoryStore();
  const disk = { isFull: true };
  const settle = async (outcomes: readonly MessageOutcome[]): Promise<void> => {
    if (disk.isFull) throw new Error('The disk is full.');
    await kept.outbox.settle(outcomes);
  };
  const fixture = await openSenderFixture(() => delivered, {
    store: { ...kept, outbox: { ...kept.outbox, settle } },
  });
  for (const id of ['m1', 'm2']) await fixture.put(id, { target: 't' });
  const sender = fixture.open();
  sender.wake();
  await fixture.settle();
  for (let round = 0; round < 5; round++) await fixture.advance(1_000);
  expect(fixture.ids()).toEqual(['m1']);
  expect(new Set(fixture.reports)).toEqual(new Set(['Outcomes of deliveries could not be stored.']));
  disk.isFull = false;
  await fixture.advance(1_000);
  expect(fixture.ids()).toEqual(['m1', 'm2']);
  expect(await kept.outbox.count()).toEqual({ waiting: 0, givenUp: 0 });
  disk.isFull = true;
  await fixture.put('m3');
  sender.wake();
  await fixture.settle();
  await sender.close();
  expect(fixture.clock.pending()).toBe(0);
  expect(await kept.outbox.find('acme', 'm3')).toMatchObject({ attempts: 0, dueAt: start });
});

test('[F3.1] an outbox that cannot be read is read again a second later', async () => {
  const kept = createMemoryStore();
  const trouble = { left: 3 };
  const due: Store['outbox']['due'] = async (...asked) => {
    trouble.left -= 1;
    if (trouble.left >= 0) throw new Error('The disk is gone.');
    return kept.outbox.due(...asked);
  };
  const fixture = await openSenderFixture(() => delivered, {
    store: { ...kept, outbox: { ...kept.outbox, due } },
  });
  await fixture.put('m');
  const sender = fixture.open();
  sender.wake();
  await fixture.settle();
  // However often it is woken.
  sender.wake();
  await fixture.settle();
  for (let round = 0; round < 2; round++) await fixture.advance(1_000);
  expect(fixture.ids()).toEqual([]);
  expect(fixture.reports).toEqual(Array.from({ length: 3 }, () => 'Due messages could not be read.'));
  await fixture.advance(1_000);
  expect(fixture.sent).toEqual([{ id: 'm', at: 3_000 }]);
  await sender.close();
});

test('[F3.3] a message that is due while another hangs is sent on time, and a failed one is retried', async () => {
  const fixture = await openSenderFixture(({ id }) => {
    if (id === 'hangs') return never;
    throw new Error('secret of the deliverer');
  });
  await fixture.put('hangs', { place: 'elsewhere' });
  await fixture.put('breaks', { dueAt: start + 5_000 });
  const sender = fixture.open();
  sender.wake();
  await fixture.settle();
  await fixture.advance(4_999);
  expect(fixture.ids()).toEqual(['hangs']);
  await fixture.advance(1);
  await fixture.advance(1_100);
  expect(fixture.ids()).toEqual(['hangs', 'breaks', 'breaks']);
  expect(fixture.reports).toEqual(
    Array.from({ length: 2 }, () => 'The message breaks could not be delivered.'),
  );
  const { failure = '' } = (await fixture.store.outbox.find('acme', 'breaks')) ?? {};
  expect(failure).toBe('The deliverer failed unexpectedly.');
  await sender.close();
});
