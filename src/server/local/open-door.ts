/**
 * The door of the owner: processes of the same user ask here for operations. A connection that says something that
 * makes no sense is closed, and no other is touched by that. One that asks for too much at once, or does not read its
 * answers, is not listened to until it has caught up.
 */
import { chmod, rename, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { Json } from '../../kernel/index.ts';
import { detailsOf, type ErrorDetails, OperationError } from '../../operations/index.ts';
import { CallsUnderWay } from './calls-under-way.ts';
import { encodeFrame, FrameReader } from './frame.ts';
import {
  decodeClientMessage,
  type Hello,
  type LocalRequest,
  protocol,
  type ServerMessage,
} from './local-message.ts';

export interface DoorOptions {
  /** Nobody else listens there: whatever is left of an earlier owner is removed. */
  readonly socket: string;
  readonly version: string;
  /** Rejects with OperationError only. The signal is aborted when nobody waits for the answer any longer. */
  readonly perform: (request: LocalRequest, signal: AbortSignal) => Promise<Json>;
}

export interface Door {
  /** Answers nobody any more: whoever was not answered asks the next owner. What is under way may end. */
  close(): Promise<void>;
}

/**
 * Requests of one connection at once. Those that wait have places of their own: they cost little, take long, and are not
 * to keep the others out.
 */
export const mostAtOnce = { work: 1_024, waits: 4_096 } as const;
const mostConnections = 1_024;
/** How long somebody may be connected without saying who they are, in milliseconds. */
const helloPatience = 10_000;

const isWindows = process.platform === 'win32';

export async function openDoor(options: DoorOptions): Promise<Door> {
  const { socket: path } = options;
  const sockets = new Set<Socket>();
  const calls = new CallsUnderWay();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, options, calls);
  });
  server.maxConnections = mostConnections;
  await listen(server, path);
  return {
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      for (const socket of sockets) socket.destroy();
      await closed;
      await calls.end();
      // One that stays is replaced by the next owner.
      if (!isWindows) await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/** The socket is there when it is for this user alone and somebody listens: nobody sees it half made. */
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

function serve(socket: Socket, { version, perform }: DoorOptions, calls: CallsUnderWay): void {
  const frames = new FrameReader();
  let isKnown = false;
  const underWay = new Map<number, AbortController>();
  const listenOrNot = (): void => {
    // One who keeps to the rules is always listened to, because it may take something back.
    const isTooMuch = underWay.size > mostAtOnce.work + mostAtOnce.waits;
    if (!isTooMuch && !socket.writableNeedDrain) socket.resume();
    else socket.pause();
  };
  const say = (message: ServerMessage): void => {
    const frame = encodeFrame(message) ?? ('id' in message ? tooLong(message.id) : undefined);
    if (frame !== undefined && !socket.destroyed) socket.write(frame);
  };
  const answer = async (request: LocalRequest): Promise<void> => {
    const { id } = request;
    const wait = new AbortController();
    underWay.set(id, wait);
    try {
      say({ kind: 'result', id, result: await calls.run((signal) => perform(request, signal), wait.signal) });
    } catch (error) {
      say({ kind: 'error', id, details: detailsOfThrown(error) });
    } finally {
      underWay.delete(id);
      listenOrNot();
    }
  };
  const meet = (hello: Hello): void => {
    isKnown = true;
    socket.setTimeout(0);
    say({ kind: 'hello', protocol, version, pid: process.pid });
    // The other side sees the same and tells its user; nothing else can be understood.
    if (hello.protocol !== protocol || hello.version !== version) socket.destroySoon();
  };
  const hear = (value: Json): void => {
    const message = decodeClientMessage(value);
    if (message === undefined || isKnown === (message.kind === 'hello')) socket.destroy();
    else if (message.kind === 'hello') meet(message);
    else if (message.kind === 'ping') say({ kind: 'pong' });
    // One that was answered meanwhile is gone.
    else if (message.kind === 'cancel') underWay.get(message.id)?.abort();
    else if (underWay.has(message.id)) socket.destroy();
    else void answer(message);
  };
  socket.setTimeout(helloPatience, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('drain', listenOrNot);
  socket.on('close', () => {
    for (const wait of underWay.values()) wait.abort();
  });
  socket.on('data', (piece) => {
    try {
      for (const value of frames.push(piece)) if (!socket.destroyed && socket.writable) hear(value);
    } catch {
      socket.destroy();
    }
    listenOrNot();
  });
}

function detailsOfThrown(error: unknown): ErrorDetails {
  if (error instanceof OperationError) return error.details;
  return detailsOf({ code: 'internal_error', message: 'Something went wrong inside Signalbox.' });
}

function tooLong(id: number): Buffer | undefined {
  return encodeFrame({
    kind: 'error',
    id,
    details: detailsOf({
      code: 'result_too_large',
      message: 'The result is larger than 16 MiB, which is the most that passes between two processes.',
      suggestedAction:
        'Ask for less at once. Or end the process that owns the data folder, and ask again: then nothing has to pass.',
    }),
  });
}
