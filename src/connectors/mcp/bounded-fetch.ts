/**
 * A `fetch` that limits the size of each message: a JSON body is one message, an event of a stream is another. The caller
 * of a message that is too large receives an error instead.
 */
import { jsonOrText } from '../json-or-text.ts';
import { maxMessageBytes, TooLargeError, tooLargeCode } from './too-large-error.ts';

type Fetch = typeof globalThis.fetch;

export function boundedFetch(fetch: Fetch, limit: number = maxMessageBytes): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, statusText, headers } = response;
    // An opaque response, such as a redirect that was not followed, has no body to read.
    if (body === null || status < 200) return response;
    const isStream = headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') === true;
    const bounded = body.pipeThrough(isStream ? boundEvents(limit, idOf(init?.body)) : boundWhole(limit));
    const answer = new Response(bounded, { status, statusText, headers: [...headers] });
    return Object.defineProperty(answer, 'url', { value: response.url });
  };
}

function boundWhole(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > limit) controller.error(new TooLargeError());
      else controller.enqueue(chunk);
    },
  });
}

/** @param id of the request that the stream answers; other streams just end */
function boundEvents(limit: number, id: string | undefined): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  let isLineEmpty = true;
  return new TransformStream({
    transform(chunk, controller) {
      const end = chunk.findIndex((byte) => {
        size += 1;
        // An empty line ends an event.
        if (byte === lineFeed && isLineEmpty) size = 0;
        if (byte !== carriageReturn) isLineEmpty = byte === lineFeed;
        return size > limit;
      });
      if (end < 0) return controller.enqueue(chunk);
      controller.enqueue(chunk.subarray(0, end));
      if (id !== undefined) controller.enqueue(Buffer.from(`\n\nevent: message\ndata: ${refusal(id)}\n\n`));
      controller.terminate();
    },
  });
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const refusal = (id: string): string =>
  `{"jsonrpc":"2.0","id":${id},"error":{"code":${tooLargeCode},"message":${JSON.stringify(new TooLargeError().message)}}}`;

/** As JSON; `undefined` if the request expects no response. */
function idOf(body: unknown): string | undefined {
  const message = typeof body === 'string' ? jsonOrText(body) : null;
  if (typeof message !== 'object' || message === null || !('id' in message)) return undefined;
  return JSON.stringify(message.id);
}
