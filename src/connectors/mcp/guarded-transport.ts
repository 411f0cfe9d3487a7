/**
 * A transport that limits what the server sends before the protocol library processes it. A response that is too large is
 * replaced by an error; a server that sends too much is disconnected.
 */
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import {
  type Intake,
  LimitError,
  maxContentBlocks,
  maxTools,
  maxWaitingAnswers,
  tooManyBlocks,
  tooManyTools,
  unreadAnswers,
} from './server-limits.ts';
import { tooLargeCode } from './too-large-error.ts';

/** The transport inside. */
export interface ServerTransport extends Transport {
  /** Ends the connection at once; default: `close`. */
  terminate?(): void;
}

export interface GuardOptions {
  readonly intake: Intake;
  /** A request to the server has its response, or does not need it any more. */
  readonly onSettled?: (id: RequestId) => void;
}

export class GuardedTransport implements Transport {
  readonly #inner: ServerTransport;
  readonly #options: GuardOptions;
  /** Requests to the server without a response. */
  readonly #pending = new Set<RequestId>();
  #waitingAnswers = 0;
  #violation: LimitError | undefined;
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];

  constructor(inner: ServerTransport, options: GuardOptions) {
    this.#inner = inner;
    this.#options = options;
    inner.onclose = () => this.onclose?.();
    inner.onerror = (error) => {
      if (this.#violation !== undefined) return;
      // Mostly a message that cannot be read: it costs as much as another.
      this.#count();
      this.onerror?.(error);
    };
    inner.onmessage = (message) => this.#receive(message);
  }

  /** Why the server was disconnected; `undefined` if it was not. */
  get violation(): LimitError | undefined {
    return this.#violation;
  }

  get pending(): number {
    return this.#pending.size;
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream ?? false;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message) {
      this.#note(message, options);
      return this.#inner.send(message, options);
    }
    if (this.#waitingAnswers >= maxWaitingAnswers) return this.disconnect(unreadAnswers());
    this.#waitingAnswers += 1;
    try {
      await this.#inner.send(message, options);
    } finally {
      this.#waitingAnswers -= 1;
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Ends the connection because the server violates a limit. */
  disconnect(violation: LimitError): void {
    if (this.#violation !== undefined) return;
    this.#violation = violation;
    if (this.#inner.terminate === undefined) void this.#inner.close();
    else this.#inner.terminate();
  }

  #note(message: JSONRPCRequest | JSONRPCNotification, options?: TransportSendOptions): void {
    if (message.method === 'notifications/cancelled') this.#settle(message.params?.['requestId']);
    if (!('id' in message)) return;
    const { id } = message;
    this.#pending.add(id);
    options?.requestSignal?.addEventListener('abort', () => this.#settle(id), { once: true });
  }

  #settle(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#pending.delete(id);
    this.#options.onSettled?.(id);
  }

  #receive(message: JSONRPCMessage): void {
    if (this.#violation !== undefined) return;
    if ('method' in message || message.id === undefined || !this.#pending.has(message.id)) {
      if (this.#count()) this.onmessage?.(message);
      return;
    }
    const { id } = message;
    this.#options.intake.response();
    const excess = 'result' in message ? excessIn(message.result) : undefined;
    const error = { code: tooLargeCode, message: excess?.message ?? '' };
    this.onmessage?.(excess === undefined ? message : { jsonrpc: '2.0', id, error });
    this.#settle(id);
  }

  /** @returns whether the server may send one more */
  #count(): boolean {
    try {
      this.#options.intake.message();
      return true;
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      this.disconnect(error);
      return false;
    }
  }
}

/** The library recognizes a transport of a program by these members. */
export class GuardedProgramTransport extends GuardedTransport {
  readonly stderr = null;
  readonly pid = null;
}

/** Validating a list takes time for each of its entries. */
function excessIn({ content, tools }: Record<string, unknown>): LimitError | undefined {
  if (Array.isArray(content) && content.length > maxContentBlocks) return tooManyBlocks(content.length);
  if (Array.isArray(tools) && tools.length > maxTools) return tooManyTools(tools.length);
  return undefined;
}
