/**
 * A stdio transport that tracks unanswered requests: a client that closes its output may still read its input. A line that
 * is too long is answered with an error, and the next one is read.
 */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { PassThrough } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { readLines } from '../../operations/index.ts';

/** Limit in bytes of a message of the client. */
const defaultMaxLineBytes = 10 * 1_048_576;

export class DrainableTransport implements Transport {
  readonly #input: Readable;
  readonly #maxLineBytes: number;
  /** The lines that are read. Does not end: messages that were read are answered before the end of the input takes effect. */
  readonly #lines = new PassThrough();
  readonly #inner: StdioServerTransport;
  readonly #waiting = new Set<RequestId>();
  /** Requests to the client, which can answer only while its output is open. */
  readonly #asked = new Set<RequestId>();
  #settled = (): void => {};
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(input: Readable, output: Writable, maxLineBytes = defaultMaxLineBytes) {
    this.#input = input;
    this.#maxLineBytes = maxLineBytes;
    this.#inner = new StdioServerTransport(this.#lines, output, { maxBufferSize: maxLineBytes + 1 });
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
    void this.#read();
  }

  async #read(): Promise<void> {
    for await (const line of readLines(this.#input, this.#maxLineBytes)) {
      if (line.kind === 'too-long') await this.#refuse();
      // One line at a time: the buffer behind it holds no more than one.
      else if (!this.#lines.write(Buffer.concat([line.bytes, newline]))) await once(this.#lines, 'drain');
    }
  }

  /** The id is in the part that is not read. */
  async #refuse(): Promise<void> {
    const message = `The line has more than ${this.#maxLineBytes} bytes, which is the limit. Send less at once.`;
    await this.#inner
      .send({ jsonrpc: '2.0', error: { code: invalidRequest, message } })
      .catch(() => undefined);
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

const newline = Buffer.from('\n');

/** JSON-RPC code. */
const invalidRequest = -32_600;

/** Answered when the connection ends. */
const openEndedMethods: ReadonlySet<string> = new Set(['subscriptions/listen']);
