/** R1.8: claims belong to the first that asks. */
import assert from 'node:assert/strict';
import type { RunRecord, Store } from '../../runtime/ports/index.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import { sampleUnit } from './store-samples.ts';

const ended = (id: string, endedAt: number, forkOf?: string): Partial<RunRecord> => ({
  id,
  status: 'completed',
  endedAt,
  origin: forkOf === undefined ? null : { kind: 'fork', run: forkOf, at: 1 },
});

export const claimCases: readonly StoreCase[] = [
  storeCase('a claim belongs to the first that asks', async (store, reopen) => {
    const claim = (of: Store, tenant: string, instance: number, claimant: string) =>
      of.claims.claim(tenant, 'run-1', instance, claimant);
    assert.equal(await store.claims.find('acme', 'run-1', 4), undefined);
    assert.equal(await claim(store, 'acme', 4, 'fork-a'), 'fork-a');
    assert.equal(await claim(store, 'acme', 4, 'run-1'), 'fork-a');
    const again = await reopen();
    assert.equal(await again.claims.find('acme', 'run-1', 4), 'fork-a');
    assert.equal(await again.claims.find('other', 'run-1', 4), undefined);
    assert.equal(await claim(again, 'acme', 4, 'fork-b'), 'fork-a');
    assert.equal(await claim(again, 'acme', 5, 'run-1'), 'run-1');
    assert.equal(await claim(again, 'other', 4, 'run-1'), 'run-1');
  }),
  storeCase('claims stay while a fork, or a fork of a fork, exists', async (store) => {
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
  storeCase('a claim on the work of a purged run is removed with the last of its family', async (store) => {
    await store.commit([sampleUnit(ended('root', 1_000)), sampleUnit(ended('fork', 2_000, 'root'))]);
    await store.commit([sampleUnit(ended('grandchild', 3_000, 'fork'))]);
    assert.equal(await store.retention.purge('acme', 2_001, 10), 2);
    const claim = (run: string, claimant: string) => store.claims.claim('acme', run, 4, claimant);
    for (const run of ['root', 'fork']) assert.equal(await claim(run, 'grandchild'), 'grandchild');
    assert.equal(await store.retention.purge('acme', 3_001, 10), 1);
    for (const run of ['root', 'fork']) assert.equal(await claim(run, 'somebody'), 'somebody');
  }),
];
