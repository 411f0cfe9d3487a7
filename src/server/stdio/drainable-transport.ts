/**
 * A stdio transport that tracks unanswered requests: a client that closes its output may still read its input. A line that
 * is too long, or a request that is no message of the protocol, is answered with an error, and the next line is read.
 */
import type { Readable, Writable } from 'node:stream';
import { PassThrough } from 'node:stream';
import {
  deserializeMessage,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { readLines } from '../../operations/index.ts';

/** Limit in bytes of a message of the client. */
const defaultMaxLineBytes = 10 * 1_048_576;

export class DrainableTransport implements Transport {
  readonly #input: Readable;
  readonly #maxLineBytes: number;
  /** Writes. Its own input is empty and does not end: what was read is answered before the end of the input takes effect. */
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
    this.#inner = new StdioServerTransport(new PassThrough(), output);
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    await this.#inner.start();
    void this.#read();
  }

  async #read(): Promise<void> {
    for await (const line of readLines(this.#input, this.#maxLineBytes)) {
      if (line.kind === 'line') await this.#take(Buffer.from(line.bytes).toString('utf8'));
      // The id is in the part that is not read.
      else
        await this.#refuse(
          `The line has more than ${this.#maxLineBytes} bytes, which is the limit. Send less at once.`,
        );
    }
  }

  async #take(text: string): Promise<void> {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(text);
    } catch (error) {
      // Programs that print something else are common: only who waits for an answer gets one.
      const id = idIn(text);
      if (id !== undefined) await this.#refuse(notAMessage, id);
      else if (!(error instanceof SyntaxError))
        this.onerror?.(error instanceof Error ? error : new Error(notAMessage));
      return;
    }
    if ('method' in message && 'id' in message && !openEndedMethods.has(message.method))
      this.#waiting.add(message.id);
    else if ('id' in message && message.id !== undefined) this.#asked.delete(message.id);
    this.onmessage?.(message);
  }

  async #refuse(message: string, id?: RequestId): Promise<void> {
    const error = { code: invalidRequest, message };
    await this.#inner
      .send({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error })
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

const notAMessage =
  'This is no message of JSON-RPC 2.0: “method” must be a text, and “params”, if present, an object.';

/** Of a request that cannot be read otherwise. */
function idIn(text: string): RequestId | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (parsed === null || typeof parsed !== 'object' || !('id' in parsed) || !('method' in parsed))
    return undefined;
  return typeof parsed.id === 'string' || typeof parsed.id === 'number' ? parsed.id : undefined;
}

/** JSON-RPC code. */
const invalidRequest = -32_600;

/** Answered when the connection ends. */
const openEndedMethods: ReadonlySet<string> = new Set(['subscriptions/listen']);
