/** Tasks in `subscriptions/listen` on a persistent connection: wraps its transport. */
import {
  type JSONRPCMessage,
  ProtocolError,
  type RequestId,
  SUBSCRIPTION_ID_META_KEY,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import { fieldOf } from '../../message/field-of.ts';
import {
  acknowledge,
  acknowledgement,
  readTaskSubscription,
  type TaskListener,
  type TaskSubscription,
} from './task-listener.ts';

export class ListeningTransport implements Transport {
  readonly #inner: Transport;
  readonly #listener: TaskListener;
  /** Open subscriptions with tasks, by the id of their request. */
  readonly #open = new Map<unknown, { readonly asked: TaskSubscription; end(): void }>();
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];

  constructor(inner: Transport, listener: TaskListener) {
    this.#inner = inner;
    this.#listener = listener;
    inner.onmessage = (message, extra) => {
      if (this.#accepts(message)) this.onmessage?.(message, extra);
    };
    inner.onclose = () => {
      for (const id of [...this.#open.keys()]) this.#end(id);
      this.onclose?.();
    };
    inner.onerror = (error) => this.onerror?.(error);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message && message.method === acknowledgement) return this.#acknowledge(message);
    // The answer to the request is the end of its subscription.
    if (!('method' in message)) this.#end(message.id);
    return this.#inner.send(message, options);
  }

  /** The SDK reads the next message only when this one is sent. */
  async #acknowledge(message: JSONRPCMessage): Promise<void> {
    const meta = fieldOf(fieldOf(message, 'params'), '_meta');
    const opened = this.#open.get(fieldOf(meta, SUBSCRIPTION_ID_META_KEY));
    if (opened === undefined) return this.#inner.send(message);
    const { asked } = opened;
    const honoured = await this.#listener.honour(asked).catch((error) => this.#refuse(asked.id, error));
    if (honoured === undefined) return;
    await this.#inner.send(acknowledge(asked, message, honoured));
    if (honoured.length === 0 || this.#open.get(asked.id) !== opened) return;
    opened.end = this.#listener.watch(asked, honoured, (task) => {
      // A disconnected client gets no notification; the transport detects the disconnect.
      this.#inner.send(task).catch(() => undefined);
    });
  }

  /** Notes what is asked for, and refuses what the SDK would not. */
  #accepts(message: JSONRPCMessage): boolean {
    if (fieldOf(message, 'method') === 'notifications/cancelled') {
      this.#end(fieldOf(fieldOf(message, 'params'), 'requestId'));
    }
    try {
      const asked = readTaskSubscription(message);
      if (asked === undefined) return true;
      this.#end(asked.id);
      this.#open.set(asked.id, { asked, end: () => {} });
      return true;
    } catch (error) {
      if (!('id' in message) || message.id === undefined) throw error;
      this.#refuse(message.id, error);
      return false;
    }
  }

  #refuse(id: RequestId, error: unknown): undefined {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message, data } = error;
    const refusal = { code, message, ...(data === undefined ? {} : { data }) };
    void this.send({ jsonrpc: '2.0', id, error: refusal }).catch(() => undefined);
  }

  #end(id: unknown): void {
    this.#open.get(id)?.end();
    this.#open.delete(id);
  }
}
