/**
 * Writes responses to the socket: a stream as fast as the client reads it, everything else in one piece. Disconnects
 * clients that do not read [P7.2].
 */
import type { ServerResponse } from 'node:http';
import { TextResponse } from '../mcp/contract/text-response.ts';
import { isStreamed } from './stream-text.ts';

/**
 * @param gone aborted when the client disconnects
 * @param timeoutMs how long a client may leave an answer unread, in milliseconds
 */
export async function writeResponse(
  found: Response,
  response: ServerResponse,
  gone: AbortSignal,
  timeoutMs: number,
): Promise<void> {
  if (gone.aborted) {
    await found.body?.cancel();
    return;
  }
  const headers = Object.fromEntries(found.headers);
  const { status, body } = found;
  if (body !== null && isStreamed(headers['content-type'])) {
    response.writeHead(status, headers).flushHeaders();
    await pipeBody(body.getReader(), response, gone, timeoutMs);
    return;
  }
  const written = found instanceof TextResponse ? found.written : await collect(body?.getReader());
  response.writeHead(
    status,
    hasLength(status) ? { ...headers, 'content-length': Buffer.byteLength(written) } : headers,
  );
  // A text is sent in one write with the headers, bytes in a second one: one write costs half as much.
  response.end(isText(headers['content-type']) ? textOf(written) : written);
  // Nearly always it is sent at once.
  if (response.writableNeedDrain || !response.writableFinished) destroyAfter(response, timeoutMs);
}

/** Disconnects a client that does not read for too long. */
function destroyAfter(response: ServerResponse, timeoutMs: number): void {
  const timer = setTimeout(() => response.destroy(), timeoutMs);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
}

const isText = (type: string | undefined): boolean =>
  type !== undefined && /^(?:text\/|application\/(?:[\w.+-]*\+)?json)/.test(type);

const textOf = (written: string | Uint8Array): string =>
  typeof written === 'string'
    ? written
    : Buffer.from(written.buffer, written.byteOffset, written.length).toString();

/** Other statuses have no body in HTTP. */
const hasLength = (status: number): boolean => status >= 200 && status !== 204 && status !== 304;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function collect(reader: Reader | undefined): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined)
      return chunks.length === 1 ? (chunks[0] ?? new Uint8Array()) : Buffer.concat(chunks);
    chunks.push(value);
  }
}

async function pipeBody(
  reader: Reader,
  response: ServerResponse,
  gone: AbortSignal,
  timeoutMs: number,
): Promise<void> {
  const leave = () => void reader.cancel().catch(() => undefined);
  gone.addEventListener('abort', leave);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!response.write(value)) await whenDrained(response, timeoutMs);
    }
    response.end();
  } finally {
    gone.removeEventListener('abort', leave);
  }
}

/** Waits until the data is read, or the client disconnects. Disconnects a client that does not read for too long. */
function whenDrained(response: ServerResponse, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    const timer = setTimeout(() => response.destroy(), timeoutMs);
    response.once('drain', settle).once('close', settle);
  });
}
