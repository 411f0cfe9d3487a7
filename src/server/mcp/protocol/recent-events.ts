/** Keeps the last messages of a session, for a client whose stream broke: it goes on where it was. */
import { randomUUID } from 'node:crypto';
import type { EventId, EventStore, JSONRPCMessage, StreamId } from '@modelcontextprotocol/server';

/** Messages of one session, and their characters. */
const maxEvents = 50;
const maxCharacters = 250_000;

/** What all sessions together may keep, in characters. */
export class EventBudget {
  readonly limit: number;
  used = 0;

  constructor(limit = 8_000_000) {
    this.limit = limit;
  }
}

interface KeptEvent {
  readonly id: EventId;
  readonly stream: StreamId;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

export class RecentEvents implements EventStore {
  readonly #budget: EventBudget;
  readonly #events: KeptEvent[] = [];
  #characters = 0;
  #count = 0;
  /** Ids of a session that was made anew after a restart are none of those before. */
  readonly #instanceId = randomUUID();

  constructor(budget: EventBudget) {
    this.#budget = budget;
  }

  async storeEvent(stream: StreamId, message: JSONRPCMessage): Promise<EventId> {
    const id = `${stream}_${this.#instanceId}-${++this.#count}`;
    const size = sizeOf(message);
    this.#events.push({ id, stream, message, size });
    this.#charge(size);
    while (this.#events.length > 0 && this.#isTooMuch()) this.#charge(-(this.#events.shift()?.size ?? 0));
    return id;
  }

  /** What is no longer kept is not told again: the client sees from what follows how things stand. */
  async replayEventsAfter(
    last: EventId,
    { send }: { send: (id: EventId, message: JSONRPCMessage) => Promise<void> },
  ): Promise<StreamId> {
    const stream = last.slice(0, last.lastIndexOf('_'));
    const from = this.#events.findIndex(({ id }) => id === last);
    for (const event of this.#events.slice(from + 1)) {
      if (event.stream === stream) await send(event.id, event.message);
    }
    return stream;
  }

  /** Nobody will ask any longer. */
  clear(): void {
    this.#events.length = 0;
    this.#charge(-this.#characters);
  }

  #isTooMuch(): boolean {
    const { used, limit } = this.#budget;
    return this.#events.length > maxEvents || this.#characters > maxCharacters || used > limit;
  }

  #charge(characters: number): void {
    this.#characters += characters;
    this.#budget.used += characters;
  }
}

/** To write a result down once more would cost as much as the answer: its texts hold all of it, and it is there twice. */
function sizeOf(message: JSONRPCMessage): number {
  const content = 'result' in message ? message.result['content'] : undefined;
  if (!Array.isArray(content)) return JSON.stringify(message).length;
  return content.reduce(
    (sum: number, block) =>
      sum + (typeof block.text === 'string' ? 2 * block.text.length : JSON.stringify(block).length),
    0,
  );
}
