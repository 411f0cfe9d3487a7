/**
 * The clients of 2026 whose envelope the SDK has accepted: what they declared, by the text of the envelope. A client
 * repeats it with each request.
 */
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { fieldOf } from '../../message/field-of.ts';
import type { Client } from '../contract/client.ts';

const maxClients = 1_000;
/** In characters: longer envelopes are not kept. */
const maxLength = 2_000;

export class KnownClients {
  readonly #clients = new Map<string, Client>();

  find(envelope: unknown): Client | undefined {
    return this.#clients.get(textOf(envelope));
  }

  /** @param client without anything that belongs to one request */
  note(envelope: unknown, client: Client): void {
    const text = textOf(envelope);
    if (text.length > maxLength || client.progressToken !== undefined || this.#clients.has(text)) return;
    this.#clients.set(text, client);
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > maxClients && oldest !== undefined) this.#clients.delete(oldest);
  }
}

const textOf = (envelope: unknown): string =>
  JSON.stringify([fieldOf(envelope, CLIENT_INFO_META_KEY), fieldOf(envelope, CLIENT_CAPABILITIES_META_KEY)]);
