/**
 * Delivers the messages of the outbox: at least once, in order per lane, with increasing delays between attempts, up
 * to a limit [R1.8].
 */
import type { Clock } from '../ports/clock.ts';
import { type Busy, isBusy, type Message, type MessageOutcome, type Outbox } from '../ports/outbox.ts';
import { DeliveryLimits } from './delivery-limits.ts';
import { OutcomeWriter } from './outcome-writer.ts';
import { retryDelay } from './retry-delay.ts';
import { WakeUpTimer } from './wake-up-timer.ts';

export type DeliveryResult =
  | { readonly kind: 'delivered' }
  /** A later attempt may succeed. `after`: delay that the receiver asks for, in milliseconds. */
  | { readonly kind: 'failed'; readonly reason: string; readonly after?: number }
  /** No attempt will succeed. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The receiver wants no more messages; the deliverer has ended the subscription. */
  | { readonly kind: 'gone'; readonly reason: string };

export interface OutboxSenderOptions {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly deliver: (message: Message, signal: AbortSignal) => Promise<DeliveryResult>;
  /** Attempts after the first one. */
  readonly retries?: number;
  readonly report: (message: string, cause: unknown) => void;
}

const defaultRetries = 11;
const pauseAfterFailure = 1_000;
const maxReasonLength = 500;
const idleTargetsAtOnce = 8;

interface UnderWay {
  readonly abort: AbortController;
  readonly end: Promise<void>;
}

export class OutboxSender {
  readonly #options: OutboxSenderOptions;
  readonly #timer: WakeUpTimer;
  readonly #outcomeWriter: OutcomeWriter;
  readonly #limits = new DeliveryLimits();
  readonly #underWay = new Set<UnderWay>();
  #isSending = false;
  #isWakePending = false;
  #closed = false;
  /** After a failure nothing wakes it before this time. */
  #pausedUntil = 0;

  constructor(options: OutboxSenderOptions) {
    this.#options = options;
    this.#timer = new WakeUpTimer(options.clock, () => void this.#sendDue());
    this.#outcomeWriter = new OutcomeWriter(options);
  }

  get delivering(): number {
    return this.#limits.size;
  }

  /** Call it when a message may be due. */
  wake(): void {
    if (this.#isSending) this.#isWakePending = true;
    else this.#timer.arm(Math.max(this.#options.clock.now(), this.#pausedUntil));
  }

  /** Aborts deliveries in progress: their messages stay due. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#timer.close();
    this.#outcomeWriter.close();
    for (const { abort } of this.#underWay) abort.abort();
    await Promise.all([...this.#underWay].map(({ end }) => end));
  }

  /** Sends the messages that are due and within the limits, then waits for the next. */
  async #sendDue(): Promise<void> {
    if (this.#isSending || this.#closed) return;
    this.#isSending = true;
    const { outbox, clock, report } = this.#options;
    let next: number | null = null;
    try {
      do {
        this.#isWakePending = false;
        // Messages that become due in the meantime are sent next.
        const now = clock.now();
        while (!this.#closed && (await this.#sendBatch(now)));
        next = this.#closed ? null : await outbox.next(now);
      } while (this.#isWakePending && !this.#closed);
    } catch (error) {
      if (!this.#closed) report('Due messages could not be read.', error);
      this.#pausedUntil = clock.now() + pauseAfterFailure;
      next = this.#pausedUntil;
    }
    this.#isSending = false;
    if (next !== null) this.#timer.arm(next);
  }

  /**
   * Sends first to targets without a delivery in progress, then to others.
   * @returns whether there may be more
   */
  async #sendBatch(now: number): Promise<boolean> {
    const sentToIdle = await this.#sendExcept(now, idleTargetsAtOnce, () =>
      this.#limits.busyForIdleTargets(),
    );
    return sentToIdle || this.#sendExcept(now, this.#limits.capacity, () => this.#limits.busy());
  }

  async #sendExcept(now: number, maxMessages: number, busy: () => Busy): Promise<boolean> {
    const limit = Math.min(maxMessages, this.#limits.capacity);
    if (limit <= 0) return false;
    const due = await this.#options.outbox.due(now, limit, busy());
    for (const message of due) if (!this.#closed && !isBusy(busy(), message)) this.#send(message);
    return due.length > 0;
  }

  #send(message: Message): void {
    const abort = new AbortController();
    const { signal } = abort;
    this.#limits.begin(message);
    const end = this.#deliver(message, signal)
      .then((result) => this.#settle(message, result))
      .finally(() => {
        this.#underWay.delete(underWay);
        this.#limits.end(message);
        this.wake();
      });
    const underWay: UnderWay = { abort, end };
    this.#underWay.add(underWay);
  }

  /** `undefined` if it was aborted. */
  #deliver(message: Message, signal: AbortSignal): Promise<DeliveryResult | undefined> {
    const { deliver, report } = this.#options;
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      const attempt = async (): Promise<DeliveryResult> => deliver(message, signal);
      attempt().then(resolve, (error: unknown) => {
        if (!signal.aborted) report(`The message ${message.id} could not be delivered.`, error);
        resolve({ kind: 'failed', reason: 'The deliverer failed unexpectedly.' });
      });
    });
  }

  async #settle(message: Message, result: DeliveryResult | undefined): Promise<void> {
    if (result === undefined) return;
    if (result.kind === 'delivered') this.#limits.delivered(message);
    if (result.kind === 'failed') this.#limits.failed(message);
    await this.#outcomeWriter.write(this.#outcomeOf(message, result));
  }

  #outcomeOf(message: Message, result: DeliveryResult): MessageOutcome {
    if (result.kind === 'delivered') return { kind: 'delivered', message };
    const { clock, retries = defaultRetries } = this.#options;
    const failure = result.reason.slice(0, maxReasonLength);
    const isOver = result.kind !== 'failed' || message.attempts >= retries;
    if (isOver) return { kind: 'given-up', message, at: clock.now(), failure };
    return { kind: 'postponed', message, dueAt: clock.now() + retryDelay(message, result.after), failure };
  }
}
