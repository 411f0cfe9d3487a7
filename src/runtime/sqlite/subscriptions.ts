/** Subscriptions to one case, or to every case of a workflow. */

import type { Receipt } from '../ports/receipt.ts';
import type { RunRecord } from '../ports/run-record.ts';
import {
  type CaseEvent,
  deliveryPlace,
  type ReceiptsAndAudit,
  type Subscription,
  type SubscriptionQuery,
} from '../ports/subscription.ts';
import type { ItemPage } from '../ports/work-item.ts';
import type { prepareAudit } from './audit.ts';
import type { Connection } from './connection.ts';
import { createPagedSearch, type Search } from './paged-search.ts';
import type { prepareReceipts } from './receipts.ts';

interface Row extends Omit<Subscription, 'events'> {
  readonly events: string;
}

/** The fields that a commit needs. */
export interface Listener extends Pick<Subscription, 'id' | 'events' | 'expiresAt'> {
  readonly place: string;
}

interface WrittenWith {
  readonly receipts: ReturnType<typeof prepareReceipts>;
  readonly audit: ReturnType<typeof prepareAudit>;
}

const columns = `tenant, id, subject, run, workflow, events, url, secret, created_at AS createdAt,
  expires_at AS expiresAt`;

export function prepareSubscriptions(connection: Connection, { receipts, audit }: WrittenWith) {
  const searched = createPagedSearch<Row>(connection, { name: 'subscriptions', columns, newestFirst: false });
  const insertSubscription = connection.prepare(
    `INSERT INTO subscriptions (id, tenant, subject, run, workflow, events, url, place, secret, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const selectSubscription = connection.prepare<[string, string], Row>(
    `SELECT ${columns} FROM subscriptions WHERE tenant = ? AND id = ?`,
  );
  const updateExpiry = connection.prepare<[number, string, string]>(
    'UPDATE subscriptions SET expires_at = ? WHERE tenant = ? AND id = ?',
  );
  const deleteSubscription = connection.prepare<[string, string]>(
    'DELETE FROM subscriptions WHERE tenant = ? AND id = ?',
  );
  const inForce = 'FROM subscriptions INDEXED BY subscriptions_in_force WHERE tenant = ?';
  const selectListeners = connection.prepare<
    [string, string, number, string, string, number],
    Omit<Listener, 'events'> & Pick<Row, 'events'>
  >(
    `SELECT id, events, place, expires_at AS expiresAt ${inForce} AND run = ? AND expires_at > ?
     UNION ALL
     SELECT id, events, place, expires_at ${inForce} AND run = '' AND workflow = ? AND expires_at > ?`,
  );
  const hasMessage =
    'SELECT 1 FROM outbox WHERE outbox.tenant = subscriptions.tenant AND target = subscriptions.id';
  const deleteExpired = connection.prepare<[number, number]>(
    `DELETE FROM subscriptions WHERE id IN
       (SELECT id FROM subscriptions INDEXED BY subscriptions_expiry WHERE expires_at <= ?
          AND NOT EXISTS (${hasMessage}) ORDER BY expires_at, id LIMIT ?)`,
  );
  const deleteOfRun = connection.prepare<[string, string]>(
    `DELETE FROM subscriptions WHERE tenant = ? AND run = ? AND run <> '' AND NOT EXISTS (${hasMessage})`,
  );

  const find = (tenant: string, id: string): Subscription | undefined => {
    const row = selectSubscription.get(tenant, id);
    return row === undefined ? undefined : decode(row);
  };
  const writeReceiptsAndAudit = ({ receipts: given, audit: entries }: ReceiptsAndAudit): void => {
    for (const receipt of given) receipts.write(receipt);
    for (const entry of entries) audit.write(entry);
  };

  return {
    find,
    add: connection.transaction((added: Subscription, written: ReceiptsAndAudit): Receipt | undefined => {
      const repeated = receipts.findRepeated(written.receipts);
      if (repeated !== undefined) return repeated;
      const { id, tenant, subject, run, workflow, events, url, secret, createdAt, expiresAt } = added;
      const [listed, place] = [JSON.stringify(events), deliveryPlace(added)];
      const about = [id, tenant, subject, run, workflow, listed, url, place, secret, createdAt, expiresAt];
      insertSubscription.run(...about);
      writeReceiptsAndAudit(written);
      return undefined;
    }).immediate,
    renew: connection.transaction(
      (
        tenant: string,
        id: string,
        expiresAt: number,
        written: ReceiptsAndAudit,
      ): Subscription | undefined => {
        if (updateExpiry.run(expiresAt, tenant, id).changes === 1) writeReceiptsAndAudit(written);
        return find(tenant, id);
      },
    ).immediate,
    remove: connection.transaction((tenant: string, id: string, written: ReceiptsAndAudit): boolean => {
      if (deleteSubscription.run(tenant, id).changes === 0) return false;
      writeReceiptsAndAudit(written);
      return true;
    }).immediate,
    search(tenant: string, query: SubscriptionQuery, page: ItemPage): readonly Subscription[] {
      const { after, limit } = page;
      if (after === undefined) return searched.page(plan(tenant, query), undefined, limit).map(decode);
      const createdAt = page.afterCreatedAt ?? find(tenant, after)?.createdAt;
      if (createdAt === undefined) return [];
      return searched.page(plan(tenant, query), { createdAt, id: after }, limit).map(decode);
    },
    count: (tenant: string, query: SubscriptionQuery): number => searched.count(plan(tenant, query)),
    /** The subscriptions to a run that are active at that time or later, with their places. */
    listenersOf({ tenant, id, workflow }: RunRecord, at: number): readonly Listener[] {
      const rows = selectListeners.all(tenant, id, at, tenant, workflow, at);
      return rows.map((row) => ({ ...row, events: decodeEvents(row.events) })).sort(byId);
    },
    removeOf(tenant: string, run: string): void {
      deleteOfRun.run(tenant, run);
    },
    forget: (now: number, limit: number): number => deleteExpired.run(now, limit).changes,
  };
}

const byId = (a: Listener, b: Listener): number => (a.id < b.id ? -1 : 1);

const decodeEvents = (text: string): readonly CaseEvent[] => JSON.parse(text) as readonly CaseEvent[];

const decode = (row: Row): Subscription => ({ ...row, events: decodeEvents(row.events) });

function plan(tenant: string, { subject, run, workflow, at }: SubscriptionQuery): Search {
  const conditions = [
    { sql: 'tenant = ?', values: [tenant] },
    ...(run === undefined ? [] : [{ sql: 'run = ?', values: [run] }]),
    ...(subject === undefined ? [] : [{ sql: 'subject = ?', values: [subject] }]),
    ...(workflow === undefined ? [] : [{ sql: 'workflow = ?', values: [workflow] }]),
    ...(at === undefined ? [] : [{ sql: 'expires_at > ?', values: [at] }]),
  ];
  const search = (index: string): Search => ({ index: `subscriptions_${index}`, conditions, across: null });
  // The condition of a partial index must be explicit: it does not follow from a bound value.
  if (run !== undefined && run !== '') {
    return { ...search('run'), conditions: [...conditions, { sql: "run <> ''", values: [] }] };
  }
  if (subject !== undefined) return search('subject');
  return search(workflow === undefined ? 'created' : 'workflow');
}
