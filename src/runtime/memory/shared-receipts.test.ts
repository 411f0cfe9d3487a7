import { expect, test } from 'vitest';
import { createFakeClock, type OpenReceipts, sharedReceiptsCases } from '../../testing/index.ts';
import type { Receipt } from '../ports/receipt.ts';
import { createMemorySharedReceipts, createSharedReceiptState } from './shared-receipts.ts';

const life = 3_600_000;

const open: OpenReceipts = async (clock) => {
  const state = createSharedReceiptState();
  return {
    process: (identity) => createMemorySharedReceipts({ clock, identity, life, state }),
    end: async () => undefined,
  };
};

test.each(sharedReceiptsCases['F2.1'])('[F2.1] memory: $fact', ({ run }) => run(open));
test.each(sharedReceiptsCases['F2.4'])('[F2.4] memory: $fact', ({ run }) => run(open));

const receipt = (key: string): Receipt => ({
  tenant: 'acme',
  subject: 'ann',
  operation: 'runs.start',
  key,
  input: 'hash',
  run: `run-${key}`,
  seq: 1,
  outcome: 'running',
  at: 0,
  expiresAt: life,
});

test('[F2.2] the number is limited: the least recently used receipt is dropped, a claim never is', async () => {
  const receipts = createMemorySharedReceipts({
    clock: createFakeClock(0),
    identity: 'a',
    life,
    maxReceipts: 3,
  });
  await receipts.claim(receipt('under way'));
  for (const key of ['1', '2', '3']) await receipts.keep(receipt(key));
  expect((await receipts.claim(receipt('1'))).kind).toBe('done');
  await receipts.keep(receipt('4'));
  const kinds = await Promise.all(
    ['1', '2', '3', '4', 'under way'].map(async (key) => (await receipts.claim(receipt(key))).kind),
  );
  expect(kinds).toEqual(['done', 'claimed', 'done', 'done', 'elsewhere']);
});

test('[F2.4] a claim of a replica that never comes back ends when its receipt would', async () => {
  const clock = createFakeClock(0);
  const state = createSharedReceiptState();
  const [one, other] = ['a', 'b'].map((identity) =>
    createMemorySharedReceipts({ clock, identity, life, state }),
  );
  await one?.claim(receipt('k'));
  clock.advance(life - 1);
  expect(await other?.claim(receipt('k'))).toEqual({ kind: 'elsewhere' });
  clock.advance(1);
  expect(await other?.claim(receipt('k'))).toEqual({ kind: 'claimed' });
});
