/** Messages until they are delivered, lane by lane; and those that were given up. In memory. */
import {
  isBusy,
  type Message,
  type MessageOutcome,
  type MessageQuery,
  maxPerPlace,
  type Outbox,
} from '../ports/outbox.ts';
import { deliveryPlace } from '../ports/subscription.ts';
import { compositeKey, jsonCopy, type OpenTables } from './memory-tables.ts';
import { byText, oldestFirst } from './order.ts';

export function createOutbox(open: OpenTables): Outbox {
  const waiting = (): readonly Message[] =>
    [...open().messages.values()].filter(({ givenUpAt }) => givenUpAt === null);

  const heads = (): readonly Message[] => {
    const lanes = new Set<string>();
    return waiting().filter(({ tenant, target, run }) => {
      const lane = compositeKey(tenant, target, run);
      const isFirst = !lanes.has(lane);
      lanes.add(lane);
      return isFirst;
    });
  };

  const settle = (outcome: MessageOutcome): void => {
    const { messages } = open();
    const { tenant, id } = outcome.message;
    const key = compositeKey(tenant, id);
    const message = messages.get(key);
    if (message === undefined || message.givenUpAt !== null) return;
    if (outcome.kind === 'delivered') {
      messages.delete(key);
      return;
    }
    const { failure } = outcome;
    const when = outcome.kind === 'postponed' ? { dueAt: outcome.dueAt } : { givenUpAt: outcome.at };
    messages.set(key, { ...message, ...when, failure, attempts: message.attempts + 1 });
  };

  return {
    async next(after) {
      const times = heads().flatMap(({ dueAt }) => (dueAt > after ? [dueAt] : []));
      return times.length === 0 ? null : Math.min(...times);
    },
    async due(until, limit, busy) {
      const seen = new Map<string, number>();
      return heads()
        .filter((message) => message.dueAt <= until && !isBusy(busy, message))
        .toSorted((a, b) => a.dueAt - b.dueAt || byText(a.tenant, b.tenant) || byText(a.place, b.place))
        .filter(({ tenant, place }) => {
          const key = compositeKey(tenant, place);
          const count = (seen.get(key) ?? 0) + 1;
          seen.set(key, count);
          return count <= maxPerPlace;
        })
        .filter(({ tenant, id }) => !busy.messages.some((each) => each.tenant === tenant && each.id === id))
        .slice(0, limit);
    },
    async settle(outcomes) {
      for (const outcome of outcomes) settle(outcome);
    },
    find: async (tenant, id) => open().messages.get(compositeKey(tenant, id)),
    async search(tenant, query, { after, afterCreatedAt, limit }) {
      const { messages } = open();
      const found = [...messages.values()]
        .filter((message) => message.tenant === tenant && matches(message, query))
        .toSorted(oldestFirst);
      if (after === undefined) return found.slice(0, limit);
      const createdAt = afterCreatedAt ?? messages.get(compositeKey(tenant, after))?.createdAt;
      if (createdAt === undefined) return [];
      return found.filter((message) => oldestFirst(message, { createdAt, id: after }) > 0).slice(0, limit);
    },
    async resend(tenant, id, dueAt) {
      const { messages } = open();
      const message = messages.get(compositeKey(tenant, id));
      if (message === undefined || message.givenUpAt === null) return false;
      messages.set(compositeKey(tenant, id), { ...message, givenUpAt: null, dueAt, attempts: 0 });
      return true;
    },
    async put(message) {
      const { messages, subscriptions } = open();
      const { tenant, id, target } = message;
      if (messages.has(compositeKey(tenant, id))) return;
      const subscription = subscriptions.get(target);
      const place = subscription?.tenant === tenant ? deliveryPlace(subscription) : '';
      messages.set(compositeKey(tenant, id), jsonCopy({ ...message, place }));
    },
    async count(tenant) {
      const counted = [...open().messages.values()].filter((each) => (tenant ?? each.tenant) === each.tenant);
      const givenUp = counted.filter(({ givenUpAt }) => givenUpAt !== null).length;
      return { waiting: counted.length - givenUp, givenUp };
    },
  };
}

const matches = (message: Message, { state, run, target }: MessageQuery): boolean =>
  (state === undefined || (state === 'waiting') === (message.givenUpAt === null)) &&
  (run === undefined || message.run === run) &&
  (target === undefined || message.target === target);
