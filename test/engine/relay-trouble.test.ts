/** What the relay does when it is stopped, and when its store or its deliverer breaks. */
import { expect, test } from 'vitest';
import { createMemoryStore, type MessageOutcome, type Store } from '../../src/runtime/index.ts';
import { delivered, never, openLab, start } from './relay-lab.ts';

test('[F3.1] what is under way at the end is broken off, and delivered by the next, as if it had not been tried', async () => {
  const lab = await openLab(() => never);
  await lab.put('m');
  const first = lab.open();
  first.wake();
  await lab.settle();
  await first.close();
  expect(lab.signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(lab.clock.pending()).toBe(0);
  expect(await lab.store.outbox.find('acme', 'm')).toMatchObject({ attempts: 0, dueAt: start });
  lab.script.respond = () => delivered;
  const second = lab.open();
  second.wake();
  await lab.settle();
  expect(lab.ids()).toEqual(['m', 'm']);
  expect(await lab.store.outbox.count()).toEqual({ waiting: 0, givenUp: 0 });
  await second.close();
});

test('[F3.1] what arrived is not sent again because a disk is full; nor is anything of its lane meanwhile', async () => {
  const kept = createMemoryStore();
  const disk = { isFull: true };
  const settle = async (outcomes: readonly MessageOutcome[]): Promise<void> => {
    if (disk.isFull) throw new Error('The disk is full.');
    await kept.outbox.settle(outcomes);
  };
  const lab = await openLab(() => delivered, { store: { ...kept, outbox: { ...kept.outbox, settle } } });
  for (const id of ['m1', 'm2']) await lab.put(id, { target: 't' });
  const relay = lab.open();
  relay.wake();
  await lab.settle();
  for (let round = 0; round < 5; round++) await lab.pass(1_000);
  expect(lab.ids()).toEqual(['m1']);
  expect(new Set(lab.reports)).toEqual(new Set(['What became of messages could not be written.']));
  disk.isFull = false;
  await lab.pass(1_000);
  expect(lab.ids()).toEqual(['m1', 'm2']);
  expect(await kept.outbox.count()).toEqual({ waiting: 0, givenUp: 0 });
  disk.isFull = true;
  await lab.put('m3');
  relay.wake();
  await lab.settle();
  await relay.close();
  expect(lab.clock.pending()).toBe(0);
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
  const lab = await openLab(() => delivered, { store: { ...kept, outbox: { ...kept.outbox, due } } });
  await lab.put('m');
  const relay = lab.open();
  relay.wake();
  await lab.settle();
  // However often it is woken meanwhile.
  relay.wake();
  await lab.settle();
  for (let round = 0; round < 2; round++) await lab.pass(1_000);
  expect(lab.ids()).toEqual([]);
  expect(lab.reports).toEqual(Array.from({ length: 3 }, () => 'Messages that are due could not be read.'));
  await lab.pass(1_000);
  expect(lab.sent).toEqual([{ id: 'm', at: 3_000 }]);
  await relay.close();
});

test('[F3.3] one that is due while another hangs is sent at its time, and what breaks is tried again', async () => {
  const lab = await openLab(({ id }) => {
    if (id === 'hangs') return never;
    throw new Error('secret of the deliverer');
  });
  await lab.put('hangs', { place: 'elsewhere' });
  await lab.put('breaks', { dueAt: start + 5_000 });
  const relay = lab.open();
  relay.wake();
  await lab.settle();
  await lab.pass(4_999);
  expect(lab.ids()).toEqual(['hangs']);
  await lab.pass(1);
  await lab.pass(1_100);
  expect(lab.ids()).toEqual(['hangs', 'breaks', 'breaks']);
  expect(lab.reports).toEqual(Array.from({ length: 2 }, () => 'The message breaks could not be delivered.'));
  const { failure = '' } = (await lab.store.outbox.find('acme', 'breaks')) ?? {};
  expect(failure).toBe('The deliverer failed in an unexpected way.');
  await relay.close();
});
