/** Subscriptions to one case, or to every case of a workflow, in memory. */
import type { Subscription, SubscriptionQuery, Subscriptions } from '../ports/subscription.ts';
import { jsonCopy, type OpenTables } from './memory-tables.ts';
import { oldestFirst } from './order.ts';
import { findRepeated, writeReceiptsAndAudit } from './receipts.ts';

export function createSubscriptions(open: OpenTables): Subscriptions {
  const find = (tenant: string, id: string): Subscription | undefined => {
    const subscription = open().subscriptions.get(id);
    return subscription?.tenant === tenant ? subscription : undefined;
  };
  const matching = (tenant: string, query: SubscriptionQuery): readonly Subscription[] =>
    [...open().subscriptions.values()]
      .filter((each) => each.tenant === tenant && matches(each, query))
      .toSorted(oldestFirst);

  return {
    async add(subscription, written) {
      const tables = open();
      const repeated = findRepeated(tables, written.receipts);
      if (repeated !== undefined) return repeated;
      if (tables.subscriptions.has(subscription.id))
        throw new Error('The id of the subscription is already in use.');
      tables.subscriptions.set(subscription.id, jsonCopy(subscription));
      writeReceiptsAndAudit(tables, written);
      return undefined;
    },
    find: async (tenant, id) => find(tenant, id),
    async search(tenant, query, { after, afterCreatedAt, limit }) {
      const found = matching(tenant, query);
      if (after === undefined) return found.slice(0, limit);
      const createdAt = afterCreatedAt ?? find(tenant, after)?.createdAt;
      if (createdAt === undefined) return [];
      return found.filter((each) => oldestFirst(each, { createdAt, id: after }) > 0).slice(0, limit);
    },
    count: async (tenant, query) => matching(tenant, query).length,
    async renew(tenant, id, expiresAt, written) {
      const before = find(tenant, id);
      if (before === undefined) return undefined;
      const renewed = { ...before, expiresAt };
      open().subscriptions.set(id, renewed);
      writeReceiptsAndAudit(open(), written);
      return renewed;
    },
    async remove(tenant, id, written) {
      if (find(tenant, id) === undefined) return false;
      const { subscriptions, messages } = open();
      subscriptions.delete(id);
      for (const [key, message] of messages) {
        const isIts = message.tenant === tenant && message.target === id;
        if (isIts && message.givenUpAt === null) messages.delete(key);
      }
      writeReceiptsAndAudit(open(), written);
      return true;
    },
  };
}

const matches = (each: Subscription, { subject, run, workflow, at }: SubscriptionQuery): boolean =>
  (subject === undefined || each.subject === subject) &&
  (run === undefined || each.run === run) &&
  (workflow === undefined || each.workflow === workflow) &&
  (at === undefined || each.expiresAt > at);
