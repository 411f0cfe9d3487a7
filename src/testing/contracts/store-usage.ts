/** W7.2: the exact storage use of a tenant. */
import assert from 'node:assert/strict';
import { type StoreCase, storeCase } from './store-case.ts';
import { contentOf, sampleUnit } from './store-samples.ts';

export const usageCases: readonly StoreCase[] = [
  storeCase(
    'contents count once for each tenant, in bytes, until they are no longer referenced',
    async (store, reopen) => {
      assert.equal(await store.contents.bytes('acme'), 0);
      const payload = contentOf('payload', '"ü🚂"');
      const size = Buffer.byteLength(payload.text);
      const unit = (id: string) =>
        sampleUnit({ id, status: 'completed', endedAt: 1_000 }, { contents: [payload] });
      await store.commit([unit('a'), unit('b')]);
      assert.equal(await store.contents.bytes('acme'), size);
      assert.equal(await store.contents.bytes('other'), 0);
      const definition = contentOf('definition', 'x\u0000y');
      for (let time = 0; time < 2; time++) await store.contents.put('acme', definition, 1);
      await store.contents.put('other', definition, 1);
      const again = await reopen();
      assert.equal(await again.contents.bytes('acme'), size + 3);
      assert.equal(await again.contents.bytes('other'), 3);
      await again.retention.purge('acme', 2_000, 1);
      assert.equal(await again.contents.bytes('acme'), size + 3);
      await again.retention.purge('acme', 2_000, 1);
      assert.equal(await again.contents.bytes('acme'), 3);
    },
  ),
  storeCase('runs are counted up to the given limit', async (store) => {
    const statuses = ['created', 'running', 'running', 'completed'] as const;
    await store.commit(statuses.map((status, at) => sampleUnit({ id: `r${at}`, status })));
    const query = { statuses: ['created', 'running'] } as const;
    for (const [max, expected] of [
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
      [9, 3],
    ] as const) {
      assert.equal(await store.runs.count('acme', query, max), expected);
    }
    assert.equal(await store.runs.count('acme', query), 3);
    assert.equal(await store.runs.count('acme', {}, 2), 2);
  }),
];
