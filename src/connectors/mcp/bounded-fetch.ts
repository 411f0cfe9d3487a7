/**
 * `fetch` that reads no message of a server beyond a limit: a body of JSON is one message, an event of a stream is
 * another. Whoever waits for a message that is too long gets an error instead of it.
 */
import { jsonOrText } from '../json-or-text.ts';
import { maxMessageBytes, TooLargeError, tooLargeCode } from './too-large-error.ts';

type Fetch = typeof globalThis.fetch;

export function boundedFetch(fetch: Fetch, limit: number = maxMessageBytes): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, statusText, headers } = response;
    // What has no status of its own, such as a redirect that was not followed, has nothing to read either.
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

/** @param id of the request that the stream answers; a stream that answers none just ends */
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

/** As JSON; undefined where the request wants no answer. */
function idOf(body: unknown): string | undefined {
  const message = typeof body === 'string' ? jsonOrText(body) : null;
  if (typeof message !== 'object' || message === null || !('id' in message)) return undefined;
  return JSON.stringify(message.id);
}
