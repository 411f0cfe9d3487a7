/** Stores the last messages of a session, so that a client whose stream broke can continue. */
import { randomUUID } from 'node:crypto';
import type { EventId, EventStore, JSONRPCMessage, StreamId } from '@modelcontextprotocol/server';

/** Limits of one session: messages and their characters. */
const maxEvents = 50;
const maxCharacters = 250_000;

/** Limit of all sessions together, in characters. */
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
  /** Ids differ between a session and its restored successor. */
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

  /** Dropped messages are not repeated: the client sees the state from later ones. */
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

  /** The session has ended. */
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

/** Serializing a result again would cost as much as the answer. Its texts contain all of it, and it is there twice. */
function sizeOf(message: JSONRPCMessage): number {
  const content = 'result' in message ? message.result['content'] : undefined;
  if (!Array.isArray(content)) return JSON.stringify(message).length;
  return content.reduce(
    (sum: number, block) =>
      sum + (typeof block.text === 'string' ? 2 * block.text.length : JSON.stringify(block).length),
    0,
  );
}
