/**
 * The socket of the owner: processes of the same user call operations here. An invalid message closes its connection
 * and no other. A connection that sends too many requests, or does not read its answers, is paused until it has
 * caught up.
 */
import { chmod, rename, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { Json } from '../../kernel/index.ts';
import { detailsOf, type ErrorDetails, OperationError } from '../../operations/index.ts';
import { CallsUnderWay } from '../pipeline/calls-under-way.ts';
import { encodeFrame, FrameReader } from './frame.ts';
import {
  decodeClientMessage,
  type Hello,
  type LocalRequest,
  protocol,
  type ServerMessage,
} from './local-message.ts';

export interface OwnerSocketOptions {
  /** No other process listens there: a socket of an earlier owner is removed. */
  readonly socket: string;
  readonly version: string;
  /** Rejects with OperationError only. The signal is aborted when the caller no longer waits. */
  readonly perform: (request: LocalRequest, signal: AbortSignal) => Promise<Json>;
}

export interface OwnerSocket {
  /** Stops answering: unanswered callers ask the next owner. Active work may end. */
  close(): Promise<void>;
}

/**
 * Concurrent requests of one connection. Waiting requests have their own limit: they are cheap and long, and must not
 * block the others.
 */
export const maxConcurrent = { work: 1_024, waits: 4_096 } as const;
const maxOpenConnections = 1_024;
/** How long a connection may exist without a hello, in milliseconds. */
const helloTimeout = 10_000;

const isWindows = process.platform === 'win32';

export async function openOwnerSocket(options: OwnerSocketOptions): Promise<OwnerSocket> {
  const { socket: path } = options;
  const sockets = new Set<Socket>();
  const calls = new CallsUnderWay();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, options, calls);
  });
  server.maxConnections = maxOpenConnections;
  await listen(server, path);
  return {
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      for (const socket of sockets) socket.destroy();
      await closed;
      await calls.end();
      // A socket that remains is replaced by the next owner.
      if (!isWindows) await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/** The socket appears at its path only when it is private and listening. */
async function listen(server: Server, path: string): Promise<void> {
  if (isWindows) return listenAt(server, path);
  const draft = `${path}~`;
  await rm(draft, { force: true });
  await listenAt(server, draft);
  await chmod(draft, 0o600);
  await rename(draft, path);
}

function listenAt(server: Server, path: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(path, () => {
      server.off('error', fail);
      done();
    });
  });
}

function serve(socket: Socket, { version, perform }: OwnerSocketOptions, calls: CallsUnderWay): void {
  const frames = new FrameReader();
  let isKnown = false;
  const inFlight = new Map<number, AbortController>();
  const pauseOrResume = (): void => {
    // A connection within its limits is always read, because it may send a cancellation.
    const isTooMuch = inFlight.size > maxConcurrent.work + maxConcurrent.waits;
    if (!isTooMuch && !socket.writableNeedDrain) socket.resume();
    else socket.pause();
  };
  const send = (message: ServerMessage): void => {
    const frame = encodeFrame(message) ?? ('id' in message ? tooLong(message.id) : undefined);
    if (frame !== undefined && !socket.destroyed) socket.write(frame);
  };
  const answer = async (request: LocalRequest): Promise<void> => {
    const { id } = request;
    const wait = new AbortController();
    inFlight.set(id, wait);
    try {
      send({
        kind: 'result',
        id,
        result: await calls.run((signal) => perform(request, signal), wait.signal),
      });
    } catch (error) {
      send({ kind: 'error', id, details: detailsOfThrown(error) });
    } finally {
      inFlight.delete(id);
      pauseOrResume();
    }
  };
  const onHello = (hello: Hello): void => {
    isKnown = true;
    socket.setTimeout(0);
    send({ kind: 'hello', protocol, version, pid: process.pid });
    // The other side detects the same and reports it; the rest cannot be parsed.
    if (hello.protocol !== protocol || hello.version !== version) socket.destroySoon();
  };
  const onValue = (value: Json): void => {
    const message = decodeClientMessage(value);
    if (message === undefined || isKnown === (message.kind === 'hello')) socket.destroy();
    else if (message.kind === 'hello') onHello(message);
    else if (message.kind === 'ping') send({ kind: 'pong' });
    // One that was already answered is gone.
    else if (message.kind === 'cancel') inFlight.get(message.id)?.abort();
    else if (inFlight.has(message.id)) socket.destroy();
    else void answer(message);
  };
  socket.setTimeout(helloTimeout, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('drain', pauseOrResume);
  socket.on('close', () => {
    for (const wait of inFlight.values()) wait.abort();
  });
  socket.on('data', (piece) => {
    try {
      for (const value of frames.push(piece)) if (!socket.destroyed && socket.writable) onValue(value);
    } catch {
      socket.destroy();
    }
    pauseOrResume();
  });
}

function detailsOfThrown(error: unknown): ErrorDetails {
  if (error instanceof OperationError) return error.details;
  return detailsOf({ code: 'internal_error', message: 'Internal error.' });
}

function tooLong(id: number): Buffer | undefined {
  return encodeFrame({
    kind: 'error',
    id,
    details: detailsOf({
      code: 'result_too_large',
      message: 'The result is larger than 16 MiB, the limit between two processes.',
      suggestedAction: 'Request less at once. Or end the process that owns the data folder, and try again.',
    }),
  });
}
