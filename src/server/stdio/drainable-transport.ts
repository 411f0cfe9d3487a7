/** A stdio transport that tracks unanswered requests: a client that closes its output may still read its input. */
import type { Readable, Writable } from 'node:stream';
import { PassThrough } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

export class DrainableTransport implements Transport {
  readonly #inner: StdioServerTransport;
  readonly #waiting = new Set<RequestId>();
  /** Requests to the client, which can answer only while its output is open. */
  readonly #asked = new Set<RequestId>();
  #settled = (): void => {};
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(input: Readable, output: Writable) {
    // Messages that were read are answered before the end of the input takes effect.
    this.#inner = new StdioServerTransport(input.pipe(new PassThrough(), { end: false }), output);
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message) => {
      if ('method' in message && 'id' in message && !openEndedMethods.has(message.method))
        this.#waiting.add(message.id);
      else if ('id' in message && message.id !== undefined) this.#asked.delete(message.id);
      this.onmessage?.(message);
    };
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#inner.send(message);
    if ('method' in message && 'id' in message) this.#asked.add(message.id);
    if (!('method' in message) && message.id !== undefined) this.#waiting.delete(message.id);
    if (this.#isSettled) this.#settled();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Resolves when everything is answered that needs no more input of the client. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#settled = resolve;
      // The last message may still be in processing.
      setImmediate(() => setImmediate(() => this.#isSettled && resolve()));
    });
  }

  get #isSettled(): boolean {
    return this.#waiting.size <= this.#asked.size;
  }
}

/** Answered when the connection ends. */
const openEndedMethods: ReadonlySet<string> = new Set(['subscriptions/listen']);
