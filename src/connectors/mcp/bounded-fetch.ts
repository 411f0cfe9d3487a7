/**
 * A `fetch` that limits the size of each message: a JSON body is one message, an event of a stream is another. The caller
 * of a message that is too large receives an error instead.
 */
import { type RequestId, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { yieldToEventLoop } from '../../runtime/index.ts';
import { jsonOrText } from '../values/json-or-text.ts';
import { maxMessageBytes } from './server-limits.ts';
import { TooLargeError, tooLargeCode } from './too-large-error.ts';

type Fetch = typeof globalThis.fetch;
type ByteTransform = TransformStream<Uint8Array, Uint8Array>;

export interface BoundedFetch {
  readonly fetch: Fetch;
  /** Ends the stream that answered the request, even if the server does not. */
  endStream(id: RequestId): void;
}

export interface BoundedFetchOptions {
  readonly fetch: Fetch;
  /** Called for the bytes of a stream. Throws to end it. */
  readonly onBytes: (count: number) => void;
  /** Limit of a message. */
  readonly limit?: number;
}

export function boundedFetch({ fetch, onBytes, limit = maxMessageBytes }: BoundedFetchOptions): BoundedFetch {
  const endings = new Map<RequestId, () => void>();
  /** @param id of the request that the stream answers; other streams just end */
  const boundEvents = (id: RequestId | undefined): ByteTransform => {
    const events = new EventSize(limit);
    return new TransformStream({
      start(controller) {
        if (id !== undefined) endings.set(id, () => controller.terminate());
      },
      async transform(chunk, controller) {
        await yieldToEventLoop();
        const end = events.findExcess(chunk);
        if (end < 0) return controller.enqueue(chunk);
        controller.enqueue(chunk.subarray(0, end));
        if (id !== undefined) controller.enqueue(Buffer.from(`\n\nevent: message\ndata: ${refusal(id)}\n\n`));
        controller.terminate();
      },
      flush() {
        if (id !== undefined) endings.delete(id);
      },
    });
  };
  return {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const { body, status, statusText, headers } = response;
      // An opaque response, such as a redirect that was not followed, has no body to read.
      if (body === null || status < 200) return response;
      const id = idOf(init?.body);
      const isStream = headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') === true;
      const bounded = isStream
        ? body.pipeThrough(countedParts(onBytes)).pipeThrough(boundEvents(id))
        : body.pipeThrough(boundWhole(limit));
      const answer = new Response(bounded, { status, statusText, headers: [...headers] });
      return Object.defineProperty(answer, 'url', { value: response.url });
    },
    endStream(id) {
      endings.get(id)?.();
      endings.delete(id);
    },
  };
}

function boundWhole(limit: number): ByteTransform {
  let size = 0;
  let first: number | undefined;
  return new TransformStream({
    transform(chunk, controller) {
      first ??= chunk.find((byte) => byte > space);
      // Every element would be processed as a message, without a limit of their number.
      if (first === openingBracket) controller.error(batchError());
      size += chunk.length;
      if (size > limit) controller.error(new TooLargeError());
      else controller.enqueue(chunk);
    },
  });
}

const batchError = (): SdkError =>
  new SdkError(SdkErrorCode.InvalidResult, 'it is an array, and one message is expected');

/** Small parts: others have their turn between the messages of one part and those of the next. */
function countedParts(onBytes: (count: number) => void): ByteTransform {
  return new TransformStream({
    transform(chunk, controller) {
      onBytes(chunk.length);
      for (let at = 0; at < chunk.length; at += maxPartLength) {
        controller.enqueue(chunk.subarray(at, at + maxPartLength));
      }
    },
  });
}

const maxPartLength = 4_096;

/** Measures the events of a stream. */
class EventSize {
  readonly #limit: number;
  #size = 0;
  #isLineEmpty = true;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns where the chunk exceeds the limit of an event; -1 if it does not */
  findExcess(chunk: Uint8Array): number {
    return chunk.findIndex((byte) => {
      this.#size += 1;
      // An empty line ends an event.
      if (byte === lineFeed && this.#isLineEmpty) this.#size = 0;
      if (byte !== carriageReturn) this.#isLineEmpty = byte === lineFeed;
      return this.#size > this.#limit;
    });
  }
}

const openingBracket = 0x5b;
const space = 0x20;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const refusal = (id: RequestId): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: tooLargeCode, message: new TooLargeError().message } });

/** `undefined` if the request expects no response. */
function idOf(body: unknown): RequestId | undefined {
  const message = typeof body === 'string' ? jsonOrText(body) : null;
  if (typeof message !== 'object' || message === null || !('id' in message)) return undefined;
  return 'method' in message ? (message.id as RequestId) : undefined;
}
