/**
 * Keeps one connection: opens it on first use, and again after it ended, with growing delays while it fails. Delays use
 * the injected clock, so that tests control them.
 */
import type { Clock } from '../../runtime/index.ts';

export interface Closable {
  close(): Promise<void>;
}

export interface ReconnectingOptions<Connection extends Closable> {
  readonly clock: Clock;
  /** Throws errors with readable messages. */
  readonly open: (signal: AbortSignal, onEnd: (reason: string) => void) => Promise<Connection>;
}

type State<Connection> =
  | { readonly kind: 'idle' | 'opening' | 'closed' }
  | { readonly kind: 'open'; readonly connection: Connection; readonly since: number }
  | { readonly kind: 'waiting'; readonly until: number; readonly forget: () => void };

export type ConnectionStatus =
  | { readonly kind: 'idle' | 'opening' | 'open' | 'closed' }
  | { readonly kind: 'waiting'; readonly until: number };

const firstDelay = 250;
const maxDelay = 30_000;

export class ReconnectingConnection<Connection extends Closable> {
  readonly #options: ReconnectingOptions<Connection>;
  readonly #stop = new AbortController();
  readonly #changed = new EventTarget();
  #state: State<Connection> = { kind: 'idle' };
  #opening: Promise<void> = Promise.resolve();
  /** Dropped connections that are being closed. */
  readonly #ending = new Set<Promise<void>>();
  /** Sequential. */
  #failures = 0;
  #reason = '';
  /** Since when it is missing although it is wanted. */
  #disconnectedSince: number | undefined;

  constructor(options: ReconnectingOptions<Connection>) {
    this.#options = options;
  }

  status(): ConnectionStatus {
    return this.#state.kind === 'waiting'
      ? { kind: 'waiting', until: this.#state.until }
      : { kind: this.#state.kind };
  }

  /** Why it is not open, as a readable message. */
  reason(): string {
    return this.#reason;
  }

  /** Milliseconds for which it has been missing although it was wanted. */
  disconnectedFor(): number {
    return this.#disconnectedSince === undefined ? 0 : this.#options.clock.now() - this.#disconnectedSince;
  }

  /**
   * Resolves with the connection; `undefined` if there is none within `timeoutMs`, or it has failed for
   * good.
   */
  get(timeoutMs: number, signal: AbortSignal): Promise<Connection | undefined> {
    return this.#until(this.#options.clock.now() + timeoutMs, signal);
  }

  /** Like `get`, but all callers share the deadline `timeoutMs`: later callers return at once. */
  peek(timeoutMs: number): Promise<Connection | undefined> {
    return this.#until(this.#options.clock.now() + timeoutMs - this.disconnectedFor(), this.#stop.signal);
  }

  async #until(deadline: number, signal: AbortSignal): Promise<Connection | undefined> {
    const { clock } = this.#options;
    if (this.#state.kind === 'idle') this.#begin();
    for (;;) {
      const state = this.#state;
      if (state.kind === 'open') return state.connection;
      const isHopeless = state.kind === 'closed' || (state.kind === 'waiting' && state.until > deadline);
      if (isHopeless || signal.aborted || clock.now() >= deadline) return undefined;
      await this.#change(deadline, signal);
    }
  }

  /** Resets the delay after a successful response. */
  resetBackoff(): void {
    this.#failures = 0;
  }

  /** Drops an unusable connection. */
  drop(connection: Connection, reason: string): void {
    if (this.#state.kind !== 'open' || this.#state.connection !== connection) return;
    this.#fail(reason);
    const ending = connection.close().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  /** Resolves when nothing is open any more, also if a connection was about to open. */
  async close(): Promise<void> {
    const state = this.#state;
    this.#set({ kind: 'closed' });
    this.#stop.abort();
    if (state.kind === 'waiting') state.forget();
    if (state.kind === 'open') await state.connection.close();
    await Promise.all(this.#ending);
    await this.#opening;
  }

  readonly #begin = (): void => {
    this.#opening = this.#open();
  };

  async #open(): Promise<void> {
    const { open, clock } = this.#options;
    this.#disconnectedSince ??= clock.now();
    this.#set({ kind: 'opening' });
    try {
      const connection: Connection = await open(this.#stop.signal, (reason) =>
        this.#ended(connection, reason),
      );
      if (this.#isClosed()) await connection.close();
      else {
        this.#disconnectedSince = undefined;
        this.#set({ kind: 'open', connection, since: clock.now() });
      }
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  #ended(connection: Connection, reason: string): void {
    if (this.#state.kind !== 'open' || this.#state.connection !== connection) return;
    if (this.#options.clock.now() - this.#state.since >= maxDelay) this.#failures = 0;
    this.#fail(reason);
  }

  #fail(reason: string): void {
    if (this.#isClosed()) return;
    const { clock } = this.#options;
    const until = clock.now() + Math.min(firstDelay * 2 ** this.#failures, maxDelay);
    this.#failures += 1;
    this.#reason = reason;
    this.#disconnectedSince ??= clock.now();
    this.#set({ kind: 'waiting', until, forget: clock.at(until, this.#begin) });
  }

  #isClosed(): boolean {
    return this.#state.kind === 'closed';
  }

  #set(state: State<Connection>): void {
    this.#state = state;
    this.#changed.dispatchEvent(new Event('change'));
  }

  /** Resolves when the state changes, the deadline passes, or the signal is aborted. */
  #change(deadline: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const settle = (): void => {
        forget();
        this.#changed.removeEventListener('change', settle);
        signal.removeEventListener('abort', settle);
        resolve();
      };
      const forget = this.#options.clock.at(deadline, settle);
      this.#changed.addEventListener('change', settle);
      signal.addEventListener('abort', settle);
    });
  }
}
