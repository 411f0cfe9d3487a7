/** The contract of shared receipts, by the ids of SPEC.md. An adapter passes if no case throws. */
import assert from 'node:assert/strict';
import { type SharedReceiptsCase, sharedReceiptsCase } from './shared-receipts-case.ts';

const claimed = { kind: 'claimed' };
const elsewhere = { kind: 'elsewhere' };

const claims: readonly SharedReceiptsCase[] = [
  sharedReceiptsCase(
    'a key is claimed once, by the first process that asks',
    async ({ process, receipt }) => {
      const [one, other] = [process('a'), process('b')];
      assert.deepEqual(await one.claim(receipt()), claimed);
      assert.deepEqual(await other.claim(receipt()), elsewhere);
      assert.deepEqual(await one.claim(receipt()), elsewhere);
    },
  ),
  sharedReceiptsCase('one of many concurrent claims succeeds', async ({ process, receipt }) => {
    const all = Array.from({ length: 20 }, (_, at) => process(`replica ${at}`));
    const answers = await Promise.all([...all, ...all].map((each) => each.claim(receipt())));
    assert.equal(answers.filter(({ kind }) => kind === 'claimed').length, 1);
    assert.equal(answers.filter(({ kind }) => kind === 'elsewhere').length, 39);
  }),
  sharedReceiptsCase('a released key may be claimed by any replica', async ({ process, receipt }) => {
    const [one, other] = [process('a'), process('b')];
    await one.claim(receipt());
    await one.release(receipt());
    assert.deepEqual(await other.claim(receipt()), claimed);
    assert.deepEqual(await one.claim(receipt()), elsewhere);
  }),
  sharedReceiptsCase('a replica cannot release the claim of another', async ({ process, receipt }) => {
    const [one, other, third] = [process('a'), process('b'), process('c')];
    await one.claim(receipt());
    await other.release(receipt());
    other.leave(receipt());
    assert.deepEqual(await third.claim(receipt()), elsewhere);
  }),
  sharedReceiptsCase(
    'a claim of a crashed process is taken over only by the next process of its replica',
    async ({ process, receipt }) => {
      await process('a').claim(receipt());
      assert.deepEqual(await process('b').claim(receipt()), elsewhere);
      const next = process('a');
      assert.deepEqual(await next.claim(receipt()), claimed);
      assert.deepEqual(await next.claim(receipt()), elsewhere);
      await next.keep(receipt());
      assert.deepEqual(await process('b').claim(receipt()), { kind: 'done', receipt: receipt() });
    },
  ),
  sharedReceiptsCase(
    'a claim that was left may be retried at once by its own replica',
    async ({ process, receipt }) => {
      const one = process('a');
      await one.claim(receipt());
      one.leave(receipt());
      assert.deepEqual(await one.claim(receipt()), claimed);
    },
  ),
  sharedReceiptsCase(
    'a claim is for one tenant, subject, operation and key, with any characters',
    async ({ process, receipt }) => {
      const one = process('a');
      const keys = [
        receipt(),
        receipt({ tenant: 'other' }),
        receipt({ subject: 'bob' }),
        receipt({ operation: 'runs.cancel' }),
        receipt({ key: 'k-2' }),
        receipt({ subject: 'ada","runs.start' }),
        receipt({ key: '' }),
        receipt({ key: 'x\u0000“\ud800”🚂\r\n$3' }),
        receipt({ key: 'x\u0000“\ud801”🚂\r\n$3' }),
        receipt({ key: 'k'.repeat(10_000) }),
      ];
      for (const key of keys) assert.deepEqual(await one.claim(key), claimed, key.key);
      for (const key of keys) await one.keep(key);
      for (const key of keys) assert.deepEqual(await process('b').claim(key), { kind: 'done', receipt: key });
    },
  ),
];

const knowledge: readonly SharedReceiptsCase[] = [
  sharedReceiptsCase('a kept receipt is known to all replicas, unchanged', async ({ process, receipt }) => {
    const [one, other] = [process('a'), process('b')];
    await one.claim(receipt());
    await one.keep(receipt({ outcome: 'completed', seq: 7 }));
    const done = { kind: 'done', receipt: receipt({ outcome: 'completed', seq: 7 }) };
    for (const each of [one, other, process('a')]) assert.deepEqual(await each.claim(receipt()), done);
  }),
  sharedReceiptsCase('the first kept receipt stays', async ({ process, receipt }) => {
    const [one, other] = [process('a'), process('b')];
    await one.keep(receipt({ run: 'first' }));
    await other.keep(receipt({ run: 'second' }));
    await other.release(receipt());
    assert.deepEqual(await other.claim(receipt()), { kind: 'done', receipt: receipt({ run: 'first' }) });
  }),
  sharedReceiptsCase('after its expiry a receipt has no effect', async ({ clock, process, receipt }) => {
    const [one, other] = [process('a'), process('b')];
    await one.claim(receipt());
    await one.keep(receipt());
    clock.advance(59_999);
    assert.equal((await other.claim(receipt())).kind, 'done');
    clock.advance(1);
    assert.deepEqual(await other.claim(receipt()), claimed);
  }),
  sharedReceiptsCase(
    'a receipt that has expired when it is kept is unknown',
    async ({ clock, process, receipt }) => {
      const one = process('a');
      const old = receipt();
      await one.claim(old);
      clock.advance(60_000);
      await one.keep(old);
      assert.deepEqual(await process('b').claim(old), claimed);
    },
  ),
  sharedReceiptsCase('it answers, and accepts nothing after it is closed', async ({ process }) => {
    const one = process('a');
    one.begin();
    await one.check();
    await one.close();
    await one.close();
  }),
];

export const sharedReceiptsCases: Readonly<Record<'F2.1' | 'F2.4', readonly SharedReceiptsCase[]>> = {
  'F2.1': knowledge,
  'F2.4': claims,
};
