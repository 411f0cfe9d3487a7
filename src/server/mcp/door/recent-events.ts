/** Keeps the last messages of a session, for a client whose stream broke: it goes on where it was. */
import { randomUUID } from 'node:crypto';
import type { EventId, EventStore, JSONRPCMessage, StreamId } from '@modelcontextprotocol/server';

/** Messages of one session, and their characters. */
const mostEvents = 200;
const mostCharacters = 1_000_000;

interface KeptEvent {
  readonly id: EventId;
  readonly stream: StreamId;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

export class RecentEvents implements EventStore {
  #events: KeptEvent[] = [];
  #characters = 0;
  #count = 0;
  /** Ids of a session that was made anew after a restart are none of those before. */
  readonly #life = randomUUID();

  async storeEvent(stream: StreamId, message: JSONRPCMessage): Promise<EventId> {
    const id = `${stream}_${this.#life}-${++this.#count}`;
    const size = sizeOf(message);
    this.#events.push({ id, stream, message, size });
    this.#characters += size;
    while (this.#events.length > mostEvents || this.#characters > mostCharacters) {
      this.#characters -= this.#events.shift()?.size ?? 0;
    }
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
}

/** About so many characters: the texts of a result, which hold all of it. To write all of it down would cost as much as the answer. */
function sizeOf(message: JSONRPCMessage): number {
  const content = 'result' in message ? message.result['content'] : undefined;
  if (!Array.isArray(content)) return 1_000;
  return content.reduce(
    (sum: number, { text }) => sum + (typeof text === 'string' ? 2 * text.length : 1_000),
    0,
  );
}
