/**
 * The other end of the door: one connection to the process that owns the data folder. A request is answered, or it is
 * lost with the connection, and then nobody knows what became of it.
 */
import { connect as connectSocket, type Socket } from 'node:net';
import type { Json } from '../../kernel/index.ts';
import { type ErrorDetails, OperationError, type Principal } from '../../operations/index.ts';
import { encodeFrame, FrameReader } from './frame.ts';
import {
  decodeServerMessage,
  encodeRequest,
  type Hello,
  protocol,
  type ServerMessage,
} from './local-message.ts';
import { mostAtOnce } from './open-door.ts';

export type Reply =
  | { readonly kind: 'result'; readonly result: Json }
  | { readonly kind: 'error'; readonly details: ErrorDetails }
  | { readonly kind: 'lost' };

export interface AttachOptions {
  readonly socket: string;
  readonly version: string;
}

/** Most requests that wait for those before them. */
const mostWaiting = 20_000;
/** How long an owner may take to say hello, in milliseconds. */
const helloPatience = 2_000;
/** While answers are due: how often the owner is asked for a sign of life, and how long it may be silent. */
const pause = 5_000;
const silence = 30_000;

/**
 * @returns undefined where nobody listens, or nobody who answers. Throws OperationError where the owner is of another
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
    category: 'conflict',
    message: `The data folder is in use by process ${hello.pid}, which is Signalbox ${hello.version}; this is ${options.version}.`,
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
  /** Resolves when the connection is gone, for whatever reason. */
  readonly lost: Promise<void>;
  readonly #socket: Socket;
  readonly #frames = new FrameReader();
  readonly #due = new Map<number, (reply: Reply) => void>();
  readonly #waiting: (() => void)[] = [];
  #onHello: ((hello: Hello | undefined) => void) | undefined;
  #hello: Hello | undefined;
  #lastId = 0;
  #lastHeard = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (piece) => this.#take(piece));
    // It is closed after that.
    socket.on('error', () => undefined);
    this.lost = new Promise((done) => {
      socket.once('close', () => {
        this.#lose();
        done();
      });
    });
  }

  get pid(): number {
    return this.#hello?.pid ?? 0;
  }

  /** @returns undefined where the other side says nothing that makes sense; then it is closed */
  greet(version: string): Promise<Hello | undefined> {
    const greeting = new Promise<Hello | undefined>((done) => {
      this.#onHello = done;
    });
    const timer = setTimeout(() => this.#socket.destroy(), helloPatience);
    this.#send({ kind: 'hello', protocol, version, pid: process.pid } satisfies Hello);
    return greeting.finally(() => clearTimeout(timer));
  }

  /** Throws OperationError where it cannot be sent at all. */
  async request(principal: Principal, operation: string, input: unknown): Promise<Reply> {
    if (this.#due.size >= mostAtOnce || this.#waiting.length > 0) await this.#turn();
    if (this.#socket.destroyed) return { kind: 'lost' };
    const id = ++this.#lastId;
    const frame = encodeFrame(encodeRequest({ kind: 'request', id, principal, operation, input }));
    if (frame === undefined) throw inputTooLong(operation);
    return new Promise((done) => {
      this.#due.set(id, done);
      this.#socket.write(frame);
      this.#keepWatch();
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= mostWaiting) throw overloaded();
    return new Promise((done) => this.#waiting.push(done));
  }

  #take(piece: Buffer): void {
    this.#lastHeard = performance.now();
    try {
      for (const value of this.#frames.push(piece)) this.#hear(decodeServerMessage(value));
    } catch {
      this.#socket.destroy();
    }
  }

  #hear(message: ServerMessage | undefined): void {
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
    const done = this.#due.get(message.id);
    this.#due.delete(message.id);
    done?.(message);
    if (this.#due.size === 0) this.#endWatch();
    this.#waiting.shift()?.();
  }

  #lose(): void {
    this.#endWatch();
    const due = [...this.#due.values()];
    this.#due.clear();
    for (const done of due) done({ kind: 'lost' });
    for (const go of this.#waiting.splice(0)) go();
    this.#onHello?.(undefined);
  }

  /** A process that was stopped keeps its connections open and says nothing. */
  #keepWatch(): void {
    if (this.#watch !== undefined) return;
    this.#lastHeard = performance.now();
    this.#watch = setInterval(() => {
      if (performance.now() - this.#lastHeard > silence) this.#socket.destroy();
      else this.#send({ kind: 'ping' });
    }, pause);
  }

  #endWatch(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #send(message: unknown): void {
    const frame = encodeFrame(message);
    if (frame !== undefined) this.#socket.write(frame);
  }
}

function inputTooLong(operation: string): OperationError {
  return new OperationError({
    code: 'input_too_large',
    category: 'validation',
    message: `The input of “${operation}” is larger than 16 MiB, which is the most that passes between two processes.`,
    suggestedAction: 'Send less at once.',
    context: { operation },
  });
}

function overloaded(): OperationError {
  return new OperationError({
    code: 'overloaded',
    category: 'unavailable',
    message: 'Too many requests wait for the process that owns the data folder. This one was not sent.',
    retryable: true,
    suggestedAction: 'Try again in a second.',
  });
}
