/**
 * Removes ended runs with all their data. Receipts stay until they expire: a repeated request must not start a run
 * again.
 */
import { givenUpRetention, type Message } from '../ports/outbox.ts';
import type { Retention } from '../ports/store.ts';
import type { Subscription } from '../ports/subscription.ts';
import { writeEntries } from './audit.ts';
import { compositeKey, type MemoryTables, type OpenTables, type StoredRun } from './memory-tables.ts';
import { byText } from './order.ts';

type EndedRun = StoredRun & { readonly record: { readonly endedAt: number } };

export const createRetention = (open: OpenTables): Retention => ({
  async purge(tenant, endedBefore, limit, audit = []) {
    const tables = open();
    const ended = [...tables.runs.values()]
      .filter((run): run is EndedRun => run.record.tenant === tenant && hasEndedBefore(run, endedBefore))
      .toSorted((a, b) => a.record.endedAt - b.record.endedAt || byText(a.record.id, b.record.id))
      .slice(0, limit);
    for (const run of ended) remove(tables, run);
    for (const run of ended) removeContents(tables, run);
    for (const { family } of ended) removeClaims(tables, tenant, family);
    if (ended.length > 0) writeEntries(tables, audit);
    return ended.length;
  },
  async forget(now, limit) {
    const tables = open();
    let gone = removeExpired(tables.receipts, now, limit);
    gone += removeExpired(tables.sessionNotes, now, limit - gone);
    gone += removeOld(tables.messages, now - givenUpRetention, limit - gone);
    return gone + removeExpired(tables.subscriptions, now, limit - gone, (each) => !hasMessage(tables, each));
  },
});

function removeExpired<Thing extends { readonly expiresAt: number }>(
  table: Map<string, Thing>,
  now: number,
  limit: number,
  isFree: (thing: Thing) => boolean = () => true,
): number {
  const expired = [...table]
    .filter(([, thing]) => thing.expiresAt <= now && isFree(thing))
    .toSorted(([one, a], [other, b]) => a.expiresAt - b.expiresAt || byText(one, other))
    .slice(0, limit);
  for (const [key] of expired) table.delete(key);
  return expired.length;
}

function removeOld(messages: Map<string, Message>, before: number, limit: number): number {
  const old = [...messages]
    .flatMap(([key, { givenUpAt }]) =>
      givenUpAt !== null && givenUpAt <= before ? [{ key, givenUpAt }] : [],
    )
    .toSorted((a, b) => a.givenUpAt - b.givenUpAt)
    .slice(0, limit);
  for (const { key } of old) messages.delete(key);
  return old.length;
}

const hasMessage = ({ messages }: MemoryTables, { tenant, id }: Subscription): boolean =>
  [...messages.values()].some((message) => message.tenant === tenant && message.target === id);

const hasEndedBefore = ({ record: { endedAt, status } }: StoredRun, time: number): boolean =>
  endedAt !== null && endedAt < time && status !== 'created' && status !== 'running';

function remove(tables: MemoryTables, { record: { tenant, id } }: StoredRun): void {
  const { runs, items, messages, subscriptions, rows } = tables;
  runs.delete(compositeKey(tenant, id));
  for (const [row, entry] of rows.entries) {
    if (entry.tenant !== tenant || entry.run !== id) continue;
    rows.entries.delete(row);
    rows.purged.set(tenant, Math.max(row, rows.purged.get(tenant) ?? 0));
  }
  const isIts = (thing: { readonly tenant: string; readonly run: string }): boolean =>
    thing.tenant === tenant && thing.run === id;
  for (const [key, item] of items) if (isIts(item)) items.delete(key);
  for (const [key, message] of messages) {
    if (isIts(message) && message.givenUpAt !== null) messages.delete(key);
  }
  for (const [key, each] of subscriptions) {
    if (isIts(each) && !hasMessage(tables, each)) subscriptions.delete(key);
  }
}

function removeContents({ runs, contents, revisions }: MemoryTables, { record, payloads }: StoredRun): void {
  const { tenant, program, revision } = record;
  const left = [...runs.values()].filter((run) => run.record.tenant === tenant);
  for (const hash of payloads) {
    if (!left.some((run) => run.payloads.has(hash))) contents.delete(compositeKey(tenant, 'payload', hash));
  }
  if (!left.some((run) => run.record.program === program))
    contents.delete(compositeKey(tenant, 'program', program));
  const isListed = [...revisions].some(([key, list]) =>
    list.some(({ hash, document }) => hash === revision && key === compositeKey(tenant, document)),
  );
  if (!isListed && !left.some((run) => run.record.revision === revision)) {
    contents.delete(compositeKey(tenant, 'definition', revision));
  }
}

function removeClaims({ runs, claims }: MemoryTables, tenant: string, family: string): void {
  const isAlive = [...runs.values()].some((run) => run.record.tenant === tenant && run.family === family);
  if (isAlive) return;
  for (const [key, claim] of claims) {
    if (claim.tenant === tenant && claim.family === family) claims.delete(key);
  }
}
