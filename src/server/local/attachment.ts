/**
 * A connection to the process that owns the data folder. A request is answered, or lost with the connection; then its
 * outcome is unknown.
 */
import { connect as connectSocket, type Socket } from 'node:net';
import type { Json } from '../../kernel/index.ts';
import {
  type ErrorDetails,
  OperationError,
  type Principal,
  phrase,
  Semaphore,
  waitMsIn,
} from '../../operations/index.ts';
import { encodeFrame, FrameReader } from './frame.ts';
import {
  type Cancel,
  decodeServerMessage,
  encodeRequest,
  type Hello,
  type LocalRequest,
  protocol,
  type ServerMessage,
} from './local-message.ts';
import { maxConcurrent } from './open-owner-socket.ts';

export type Reply =
  | { readonly kind: 'result'; readonly result: Json }
  | { readonly kind: 'error'; readonly details: ErrorDetails }
  | { readonly kind: 'lost' };

export interface AttachOptions {
  readonly socket: string;
  readonly version: string;
}

/** Maximum number of queued requests, of either kind. */
const maxWaiting = 20_000;
/** How long an owner may take to send its hello, in milliseconds. */
const helloTimeout = 2_000;
/** While answers are pending: the ping interval, and how long the owner may be silent. */
const pingInterval = 5_000;
const silenceTimeout = 30_000;

/**
 * @returns `undefined` if no process listens, or it does not answer. Throws OperationError if the owner has another
 * version.
 */
export async function attach(options: AttachOptions): Promise<Attachment | undefined> {
  const socket = await connect(options.socket);
  if (socket === undefined) return undefined;
  const attachment = new Attachment(socket);
  const hello = await attachment.greet(options.version);
  if (hello === undefined) return undefined;
  if (hello.version === options.version && hello.protocol === protocol) return attachment;
  attachment.close();
  throw new OperationError({
    code: 'version_mismatch',
    message: `The data folder is in use by process ${hello.pid}, which runs Signalbox ${hello.version}; this is ${options.version}.`,
    suggestedAction: 'Use the same version, or end that process first.',
    context: { pid: hello.pid },
  });
}

function connect(path: string): Promise<Socket | undefined> {
  return new Promise((done) => {
    const socket = connectSocket(path);
    socket.once('connect', () => done(socket));
    socket.once('error', () => done(undefined));
  });
}

export class Attachment {
  /** Resolves when the connection has ended, for any reason. */
  readonly lost: Promise<void>;
  readonly #socket: Socket;
  readonly #frames = new FrameReader();
  readonly #pending = new Map<number, (reply: Reply) => void>();
  readonly #work = new Semaphore(maxConcurrent.work);
  readonly #waits = new Semaphore(maxConcurrent.waits);
  #onHello: ((hello: Hello | undefined) => void) | undefined;
  #hello: Hello | undefined;
  #lastId = 0;
  #lastReceivedAt = 0;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (piece) => this.#onData(piece));
    // Then it is closed.
    socket.on('error', () => undefined);
    this.lost = new Promise((done) => {
      socket.once('close', () => {
        this.#onClose();
        done();
      });
    });
  }

  get pid(): number {
    return this.#hello?.pid ?? 0;
  }

  /** @returns `undefined` if the message is invalid; then the connection is closed */
  greet(version: string): Promise<Hello | undefined> {
    const greeting = new Promise<Hello | undefined>((done) => {
      this.#onHello = done;
    });
    const timer = setTimeout(() => this.#socket.destroy(), helloTimeout);
    this.#send({ kind: 'hello', protocol, version, pid: process.pid } satisfies Hello);
    return greeting.finally(() => clearTimeout(timer));
  }

  /** Throws OperationError if it cannot be sent. @param signal ends only the waiting */
  async request(
    principal: Principal,
    operation: string,
    input: unknown,
    signal?: AbortSignal,
  ): Promise<Reply> {
    const semaphore = await this.#acquire(input, signal);
    try {
      return await this.#ask({ kind: 'request', id: ++this.#lastId, principal, operation, input }, signal);
    } finally {
      semaphore.release();
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  /** A request whose caller stopped waiting uses a work slot: it takes no longer than other work. */
  async #acquire(input: unknown, signal: AbortSignal | undefined): Promise<Semaphore> {
    // The answer may come long after the request was received.
    if (waitMsIn(input) > 0 && (await acquireSlot(this.#waits, signal))) return this.#waits;
    await acquireSlot(this.#work);
    return this.#work;
  }

  async #ask(request: LocalRequest, signal: AbortSignal | undefined): Promise<Reply> {
    if (this.#socket.destroyed) return { kind: 'lost' };
    const { id, operation } = request;
    const frame = encodeFrame(encodeRequest(request));
    if (frame === undefined) throw inputTooLong(operation);
    const cancel = (): void => this.#send({ kind: 'cancel', id } satisfies Cancel);
    const reply = new Promise<Reply>((done) => this.#pending.set(id, done));
    this.#socket.write(frame);
    this.#startHeartbeat();
    if (signal?.aborted === true) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    return reply.finally(() => signal?.removeEventListener('abort', cancel));
  }

  #onData(piece: Buffer): void {
    this.#lastReceivedAt = performance.now();
    try {
      for (const value of this.#frames.push(piece)) this.#onMessage(decodeServerMessage(value));
    } catch {
      this.#socket.destroy();
    }
  }

  #onMessage(message: ServerMessage | undefined): void {
    if (message === undefined || (this.#hello === undefined) !== (message.kind === 'hello')) {
      this.#socket.destroy();
    } else if (message.kind === 'hello') {
      this.#hello = message;
      this.#onHello?.(message);
    } else if (message.kind !== 'pong') {
      this.#settle(message);
    }
  }

  #settle(message: Extract<ServerMessage, { readonly id: number }>): void {
    const done = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    done?.(message);
    if (this.#pending.size === 0) this.#stopHeartbeat();
  }

  #onClose(): void {
    this.#stopHeartbeat();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const done of pending) done({ kind: 'lost' });
    this.#onHello?.(undefined);
  }

  /** A stopped process keeps its connections open and sends nothing. */
  #startHeartbeat(): void {
    if (this.#heartbeat !== undefined) return;
    this.#lastReceivedAt = performance.now();
    this.#heartbeat = setInterval(() => {
      if (performance.now() - this.#lastReceivedAt > silenceTimeout) this.#socket.destroy();
      else this.#send({ kind: 'ping' });
    }, pingInterval);
  }

  #stopHeartbeat(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }

  #send(message: unknown): void {
    const frame = encodeFrame(message);
    if (frame !== undefined) this.#socket.write(frame);
  }
}

async function acquireSlot(semaphore: Semaphore, signal?: AbortSignal): Promise<boolean> {
  if (semaphore.waiting >= maxWaiting) throw overloaded();
  return semaphore.acquire(signal);
}

function inputTooLong(operation: string): OperationError {
  return new OperationError({
    code: 'input_too_large',
    message: phrase`The input of ${{ operation }} is larger than 16 MiB, the limit between two processes.`,
    suggestedAction: 'Send less data at once.',
    context: { operation },
  });
}

function overloaded(): OperationError {
  return new OperationError({
    code: 'overloaded',
    message:
      'Too many requests are waiting for the process that owns the data folder. This one was not sent.',
    retryable: true,
    suggestedAction: 'Try again in a second.',
  });
}
