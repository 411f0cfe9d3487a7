/**
 * Writes responses to the socket: a stream as fast as the client reads it, everything else in one piece. Disconnects
 * clients that do not read [P7.2].
 */
import type { ServerResponse } from 'node:http';
import type { HttpResponse } from '../message/http-response.ts';
import { isStreamed } from '../message/stream-text.ts';

/** @param timeoutMs how long a client may leave an answer unread, in milliseconds */
export async function writeResponse(
  { status, headers, body }: HttpResponse,
  response: ServerResponse,
  timeoutMs: number,
): Promise<void> {
  if (response.closed) {
    if (body instanceof ReadableStream) await body.cancel();
    return;
  }
  if (body instanceof ReadableStream && isStreamed(headers.get('content-type'))) {
    response.writeHead(status, Object.fromEntries(headers)).flushHeaders();
    await pipeBody(body.getReader(), response, timeoutMs);
    return;
  }
  const written = body instanceof ReadableStream ? await collect(body.getReader()) : (body ?? '');
  if (hasLength(status)) headers.set('content-length', String(Buffer.byteLength(written)));
  response.writeHead(status, Object.fromEntries(headers));
  // A text is sent in one write with the headers, bytes in a second one: one write costs half as much.
  response.end(isText(headers.get('content-type')) ? textOf(written) : written);
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

async function collect(reader: Reader): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined)
      return chunks.length === 1 ? (chunks[0] ?? new Uint8Array()) : Buffer.concat(chunks);
    chunks.push(value);
  }
}

async function pipeBody(reader: Reader, response: ServerResponse, timeoutMs: number): Promise<void> {
  const leave = () => void reader.cancel().catch(() => undefined);
  response.once('close', leave);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!response.write(value)) await whenDrained(response, timeoutMs);
    }
    response.end();
  } finally {
    response.off('close', leave);
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
