/**
 * Keeps one connection: opens it on first need, and again when it ended, later each time that it fails. The time of
 * waiting is that of the clock, so that a test can be its master.
 */
import type { Clock } from '../../runtime/index.ts';

export interface Closable {
  close(): Promise<void>;
}

export interface ReconnectingOptions<Connection extends Closable> {
  readonly clock: Clock;
  /** Throws errors in words for people. */
  readonly open: (signal: AbortSignal, onEnd: () => void) => Promise<Connection>;
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
  /** One after the other. */
  #failures = 0;
  #reason = '';
  /** Since when there is none although somebody wants one. */
  #disconnectedSince: number | undefined;

  constructor(options: ReconnectingOptions<Connection>) {
    this.#options = options;
  }

  status(): ConnectionStatus {
    return this.#state.kind === 'waiting'
      ? { kind: 'waiting', until: this.#state.until }
      : { kind: this.#state.kind };
  }

  /** Why it is not open, in words for people. */
  reason(): string {
    return this.#reason;
  }

  /** For how many milliseconds there has been none although somebody wanted one. */
  disconnectedFor(): number {
    return this.#disconnectedSince === undefined ? 0 : this.#options.clock.now() - this.#disconnectedSince;
  }

  /**
   * The connection as soon as there is one; undefined where there is none within `patience` milliseconds, or there
   * surely will not be.
   */
  get(timeoutMs: number, signal: AbortSignal): Promise<Connection | undefined> {
    return this.#until(this.#options.clock.now() + timeoutMs, signal);
  }

  /** As `get`, but all who ask wait for the same `patience` milliseconds: those who come later are answered at once. */
  peek(timeoutMs: number): Promise<Connection | undefined> {
    return this.#until(this.#options.clock.now() + timeoutMs - this.disconnectedFor(), this.#stop.signal);
  }

  async #until(deadline: number, signal: AbortSignal): Promise<Connection | undefined> {
    const { clock } = this.#options;
    if (this.#state.kind === 'idle') void this.#open();
    for (;;) {
      const state = this.#state;
      if (state.kind === 'open') return state.connection;
      const isHopeless = state.kind === 'closed' || (state.kind === 'waiting' && state.until > deadline);
      if (isHopeless || signal.aborted || clock.now() >= deadline) return undefined;
      await this.#change(deadline, signal);
    }
  }

  /** Something was answered: the next failure is the first one again. */
  resetBackoff(): void {
    this.#failures = 0;
  }

  /** The connection is of no use any more. */
  drop(connection: Connection, reason: string): void {
    if (this.#state.kind !== 'open' || this.#state.connection !== connection) return;
    this.#fail(reason);
    void connection.close();
  }

  async close(): Promise<void> {
    const state = this.#state;
    this.#set({ kind: 'closed' });
    this.#stop.abort();
    if (state.kind === 'waiting') state.forget();
    if (state.kind === 'open') await state.connection.close();
  }

  async #open(): Promise<void> {
    const { open, clock } = this.#options;
    this.#disconnectedSince ??= clock.now();
    this.#set({ kind: 'opening' });
    try {
      const connection: Connection = await open(this.#stop.signal, () => this.#ended(connection));
      if (this.#isClosed()) await connection.close();
      else {
        this.#disconnectedSince = undefined;
        this.#set({ kind: 'open', connection, since: clock.now() });
      }
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  #ended(connection: Connection): void {
    if (this.#state.kind !== 'open' || this.#state.connection !== connection) return;
    if (this.#options.clock.now() - this.#state.since >= maxDelay) this.#failures = 0;
    this.#fail('the server ended.');
  }

  #fail(reason: string): void {
    if (this.#isClosed()) return;
    const { clock } = this.#options;
    const until = clock.now() + Math.min(firstDelay * 2 ** this.#failures, maxDelay);
    this.#failures += 1;
    this.#reason = reason;
    this.#disconnectedSince ??= clock.now();
    this.#set({ kind: 'waiting', until, forget: clock.at(until, () => void this.#open()) });
  }

  #isClosed(): boolean {
    return this.#state.kind === 'closed';
  }

  #set(state: State<Connection>): void {
    this.#state = state;
    this.#changed.dispatchEvent(new Event('change'));
  }

  /** Resolves when the state changes, the deadline comes, or the signal is aborted. */
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
