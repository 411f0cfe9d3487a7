/** Messages until they are delivered; and those that were given up. */
import type { Message, Outbox } from '../ports/outbox.ts';
import { byTime } from './order.ts';
import { keyOf, type OpenShelves } from './shelves.ts';

export function createOutbox(open: OpenShelves): Outbox {
  const waiting = (): readonly Message[] =>
    [...open().messages.values()].toSorted(byTime(({ dueAt }) => dueAt));

  return {
    next: async () => waiting()[0]?.dueAt ?? null,
    due: async (until, limit) =>
      waiting()
        .filter(({ dueAt }) => dueAt <= until)
        .slice(0, limit),
    async delivered({ tenant, id }) {
      open().messages.delete(keyOf(tenant, id));
    },
    async postpone({ tenant, id }, dueAt) {
      const { messages } = open();
      const key = keyOf(tenant, id);
      const message = messages.get(key);
      if (message !== undefined) messages.set(key, { ...message, dueAt, attempts: message.attempts + 1 });
    },
    async giveUp({ tenant, id }, reason) {
      const { messages, givenUp } = open();
      const key = keyOf(tenant, id);
      const message = messages.get(key);
      if (message === undefined) return;
      messages.delete(key);
      givenUp.set(key, { ...message, reason });
    },
  };
}
