/**
 * Notifies a new subscription of a run that has already ended. The message has the id that the engine would use: if
 * both send it because the run ends at that time, it is one message.
 */
import { LruCache, messageId, type Store, type Subscription } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { announceEnd } from '../webhooks/announce-run.ts';

const maxRemembered = 10_000;

/** Subscriptions handled since the process started. */
const notified = new WeakMap<Store, LruCache<true>>();

/** Repeating it does nothing, except after a restart: the last process may have stopped before this. */
export async function notifyOfEnd(services: Services, subscription: Subscription): Promise<void> {
  const { store } = services;
  const known = notified.get(store) ?? new LruCache<true>(maxRemembered);
  notified.set(store, known);
  if (known.get(subscription.id) !== undefined) return;
  await notify(services, subscription);
  known.set(subscription.id, true);
}

async function notify(services: Services, subscription: Subscription): Promise<void> {
  const { store, engine, clock } = services;
  const { tenant, id, run, events, expiresAt } = subscription;
  if (run === '' || clock.now() >= expiresAt) return;
  const record = await store.runs.find(tenant, run);
  if (record === undefined || record.endedAt === null) return;
  const opened = await engine.open(tenant, run);
  // A run that has ended accepts no event but a reopening: its last event is its end.
  const end = opened === undefined ? undefined : announceEnd(opened.record, opened.state, opened.record.seq);
  if (end === undefined || !events.includes(end.event)) return;
  const { event, mark, at } = end;
  const now = clock.now();
  await store.outbox.put({
    tenant,
    id: messageId(id, run, mark),
    run,
    event,
    target: id,
    body: end.body(),
    createdAt: at,
    dueAt: now,
    attempts: 0,
    failure: '',
    givenUpAt: null,
  });
  engine.checkOutbox();
}
