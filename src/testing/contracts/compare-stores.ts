/**
 * Applies the same random steps to two stores and compares their answers: an independent check of the store contract.
 */
import assert from 'node:assert/strict';
import { type Store, startOfJournals } from '../../runtime/ports/index.ts';
import type { Random } from '../stand-ins/seeded-random.ts';
import { randomStoreStep } from './random-store-step.ts';
import { hashes, people, receiptKeys, sessionIds, tenants, times } from './random-unit.ts';
import { contentOf, notBusy, sampleReceipt } from './store-samples.ts';

export interface Comparison {
  /** How often each step was done: a comparison without purges proves nothing about purges. */
  readonly done: ReadonlyMap<string, number>;
}

/** @returns what was done; throws if the stores differ */
export async function compareStores(
  random: Random,
  stores: readonly [Store, Store],
  steps: number,
): Promise<Comparison> {
  const done = new Map<string, number>();
  const note = (what: string) => done.set(what, (done.get(what) ?? 0) + 1);
  for (let step = 1; step <= steps; step++) {
    const { what, act } = randomStoreStep(random);
    const [one, other] = [await act(stores[0]), await act(stores[1])];
    assert.deepEqual(other, one, `step ${step}, ${what}`);
    note(what);
    for (const verdict of what === 'commit' && Array.isArray(one) ? one : []) note(String(verdict.kind));
    if (what === 'purge' && Number(one) > 0) note('purged');
    if (what === 'delivered' && Array.isArray(one) && one.length > 0) note('told');
  }
  for (const tenant of tenants) {
    const [one, other] = [await everything(stores[0], tenant), await everything(stores[1], tenant)];
    assert.deepEqual(other, one, `final content of ${tenant}`);
  }
  return { done };
}

/** All data of a tenant. */
async function everything(store: Store, tenant: string): Promise<unknown> {
  const runs = await store.runs.search(tenant, {}, { limit: 1_000 });
  const journals = await Promise.all(
    runs.map(async ({ id }) => [
      await store.journals.read(tenant, id, 0, 1_000),
      await store.journals.snapshot(tenant, id),
    ]),
  );
  const contents = await Promise.all(
    (['definition', 'program', 'payload'] as const).flatMap((kind) =>
      hashes.map((text) => store.contents.find(tenant, kind, contentOf(kind, text).hash)),
    ),
  );
  const receipts = await Promise.all(
    receiptKeys.map((key) => store.receipts.find(sampleReceipt({ tenant, key }), 0)),
  );
  const sessionNotes = await Promise.all(
    people.flatMap((subject) => sessionIds.map((id) => store.sessionNotes.find(tenant, subject, id))),
  );
  const items = await store.items.search(tenant, {}, { limit: 1_000 });
  const revisions = await Promise.all(
    ['a', 'b'].map((document) => store.revisions.list(tenant, document, 1_000)),
  );
  return {
    audit: await store.audit.search(tenant, {}, { limit: 1_000 }),
    keys: await store.apiKeys.list(tenant, { limit: 1_000 }),
    feed: await store.journals.follow(tenant, startOfJournals, 10_000),
    bytes: await store.contents.bytes(tenant),
    runs,
    journals,
    contents,
    receipts,
    sessionNotes,
    items,
    revisions,
    subscriptions: await store.subscriptions.search(tenant, {}, { limit: 1_000 }),
    messages: await store.outbox.search(tenant, {}, { limit: 1_000 }),
    due: await store.outbox.due(times, 99, notBusy),
    outbox: await store.outbox.count(),
  };
}
