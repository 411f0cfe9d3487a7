/** W2.4: the audit log: written with the change, searched by its tenant, and kept longer than runs. */
import assert from 'node:assert/strict';
import type { AuditEntry, AuditQuery, Store } from '../../runtime/ports/index.ts';
import { type StoreCase, storeCase } from './store-case.ts';
import { sampleApiKey, sampleAuditEntry, sampleReceipt, sampleUnit } from './store-samples.ts';

const search = async (store: Store, query: AuditQuery = {}, tenant = 'acme') =>
  (await store.audit.search(tenant, query, { limit: 100 })).entries;

const idsOf = (entries: readonly AuditEntry[]): readonly string[] => entries.map(({ id }) => id);

/** Limit of entries that one search scans. */
const maxScanned = 5_000;

export const auditCases: readonly StoreCase[] = [
  storeCase('an entry comes back with every field, newest first', async (store, reopen) => {
    const old = sampleAuditEntry({ at: 1_000 });
    const odd = sampleAuditEntry({
      at: 1_790_000_000_123,
      subject: '',
      kind: 'unknown',
      operation: 'POST /v1/“\ud83d\ude82”',
      outcome: 'refused',
      code: 'missing_scope',
      target: "'; DROP TABLE audit; --",
      correlationId: '',
      times: 2 ** 40,
    });
    await store.audit.append([old, odd]);
    assert.deepEqual(await search(await reopen()), [odd, old]);
  }),
  storeCase('an existing entry only gets the new count', async (store) => {
    const entry = sampleAuditEntry({ outcome: 'refused', code: 'x' });
    await store.audit.append([entry]);
    await store.audit.append([{ ...entry, times: 7, code: 'y' }]);
    assert.deepEqual(await search(store), [{ ...entry, times: 7 }]);
  }),
  storeCase('an entry is written with its unit, and not if the unit is refused', async (store) => {
    const entry = (id: string) => sampleAuditEntry({ id, target: id });
    const receipts = [sampleReceipt()];
    const verdicts = await store.commit([
      sampleUnit({}, { receipts, audit: [entry('first')] }),
      sampleUnit({}, { audit: [entry('conflict')] }),
      sampleUnit({ id: 'run-2' }, { receipts, audit: [entry('repeated')] }),
      sampleUnit({ id: 'run-3' }, { audit: [entry('second'), entry('third')] }),
    ]);
    assert.deepEqual(
      verdicts.map(({ kind }) => kind),
      ['committed', 'conflict', 'repeated', 'committed'],
    );
    const targets = (await search(store)).map(({ target }) => target);
    assert.deepEqual(targets.toSorted(), ['first', 'second', 'third']);
  }),
  storeCase(
    'an entry is written with a key, its revocation and a purge, and not if nothing changes',
    async (store) => {
      const entry = (id: string) => [sampleAuditEntry({ id, target: id })];
      assert.equal(await store.apiKeys.add(sampleApiKey({ id: 'a' }), entry('key')), true);
      assert.equal(await store.apiKeys.add(sampleApiKey({ id: 'b' }), entry('name taken')), false);
      await store.apiKeys.revoke('other', 'a', 2_000, entry('another tenant'));
      await store.apiKeys.revoke('acme', 'a', 2_000, entry('revoked'));
      await store.apiKeys.revoke('acme', 'a', 3_000, entry('revoked before'));
      assert.equal(await store.retention.purge('acme', 9_000, 10, entry('nothing to purge')), 0);
      await store.commit([sampleUnit({ status: 'completed', endedAt: 1_000 })]);
      assert.equal(await store.retention.purge('acme', 9_000, 10, entry('purged')), 1);
      const targets = (await search(store)).map(({ target }) => target);
      assert.deepEqual(targets.toSorted(), ['key', 'purged', 'revoked']);
    },
  ),
  storeCase('each filter narrows, and a tenant sees only its own entries', async (store) => {
    const mine = [
      sampleAuditEntry({ id: 'a', at: 1_000, subject: 'bob' }),
      sampleAuditEntry({ id: 'b', at: 2_000, operation: 'runs.cancel' }),
      sampleAuditEntry({ id: 'c', at: 3_000, outcome: 'refused', code: 'x' }),
      sampleAuditEntry({ id: 'd', at: 4_000, target: 'run-2' }),
      sampleAuditEntry({ id: 'e', at: 5_000, correlationId: 'c-2' }),
    ];
    await store.audit.append([
      ...mine,
      sampleAuditEntry({ tenant: 'other' }),
      sampleAuditEntry({ tenant: '' }),
    ]);
    const queries: readonly (readonly [AuditQuery, string])[] = [
      [{}, 'edcba'],
      [{ subject: 'bob' }, 'a'],
      [{ operation: 'runs.cancel' }, 'b'],
      [{ outcome: 'refused' }, 'c'],
      [{ code: 'x' }, 'c'],
      [{ target: 'run-2' }, 'd'],
      [{ correlationId: 'c-2' }, 'e'],
      [{ from: 3_000 }, 'edc'],
      [{ before: 3_000 }, 'ba'],
      [{ from: 2_000, before: 4_000, outcome: 'done' }, 'b'],
      [{ subject: 'nobody' }, ''],
    ];
    for (const [query, expected] of queries) {
      const found = idsOf(await search(store, query)).map((id) => id.at(-1));
      assert.deepEqual([query, found.join('')], [query, expected]);
    }
    assert.equal((await search(store, {}, '')).length, 1);
    assert.equal((await search(store, {}, 'other')).length, 1);
    assert.equal((await search(store, {}, 'third')).length, 0);
  }),
  storeCase('pages continue from the previous one to the last', async (store) => {
    const entries = Array.from({ length: 7 }, (_, at) =>
      sampleAuditEntry({ at: 1_000 + at, subject: at % 2 === 0 ? 'ada' : 'bob' }),
    );
    await store.audit.append(entries);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = { limit: 2, ...(after === null ? {} : { after }) };
      const found = await store.audit.search('acme', { subject: 'ada' }, page);
      seen.push(...idsOf(found.entries));
      after = found.next;
    } while (after !== null);
    assert.deepEqual(seen, idsOf(entries.filter(({ subject }) => subject === 'ada').toReversed()));
  }),
  storeCase('a search scans a limited number of entries, and continues from there', async (store) => {
    const many = Array.from({ length: maxScanned + 10 }, (_, at) =>
      sampleAuditEntry({ at: 2_000 + at, subject: 'bob' }),
    );
    await store.audit.append([sampleAuditEntry({ at: 1_000 }), ...many]);
    const first = await store.audit.search('acme', { subject: 'ada' }, { limit: 5 });
    assert.deepEqual(first.entries, []);
    assert.notEqual(first.next, null);
    const second = await store.audit.search(
      'acme',
      { subject: 'ada' },
      { limit: 5, after: first.next ?? '' },
    );
    assert.equal(second.entries.length, 1);
    assert.equal(second.next, null);
  }),
  storeCase('old entries are removed up to a limit; a purge of runs keeps entries', async (store) => {
    const at = (time: number, tenant: string) => sampleAuditEntry({ at: time, tenant });
    await store.commit([sampleUnit({ status: 'completed', endedAt: 1 }, { audit: [at(9_000, 'acme')] })]);
    await store.audit.append(
      ['', 'acme', 'other'].flatMap((tenant) => [at(1_000, tenant), at(2_000, tenant)]),
    );
    assert.equal(await store.retention.purge('acme', 5_000, 10), 1);
    assert.equal(await store.audit.forget(1_000, 10), 0);
    assert.equal(await store.audit.forget(2_000, 2), 2);
    assert.equal(await store.audit.forget(2_000, 10), 1);
    for (const tenant of ['', 'other']) {
      assert.deepEqual(await search(store, {}, tenant), [at(2_000, tenant)]);
    }
    assert.equal((await search(store)).length, 2);
  }),
];
