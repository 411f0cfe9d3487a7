/** Delivers what leaves the house: at least once, in the order of each lane, later each time, given up in the end [R1.8]. */
import type { Clock } from '../ports/clock.ts';
import { type Busy, isBusy, type Message, type MessageOutcome, type Outbox } from '../ports/outbox.ts';
import { Alarm } from './alarm.ts';
import { OutcomeBook } from './outcome-book.ts';
import { pauseBefore } from './pause-before.ts';
import { Traffic } from './traffic.ts';

export type Delivery =
  | { readonly kind: 'delivered' }
  /** It may work later. `after`: milliseconds that the other side asks for. */
  | { readonly kind: 'failed'; readonly reason: string; readonly after?: number }
  /** It will not work. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The other side wants nothing any more; whoever delivers has ended the subscription. */
  | { readonly kind: 'gone'; readonly reason: string };

export interface RelayOptions {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly deliver: (message: Message, signal: AbortSignal) => Promise<Delivery>;
  /** Attempts after the first one. */
  readonly retries?: number;
  readonly report: (message: string, cause: unknown) => void;
}

const defaultRetries = 11;
const pauseAfterTrouble = 1_000;
const longestReason = 500;
const newcomersAtOnce = 8;

interface UnderWay {
  readonly abort: AbortController;
  readonly end: Promise<void>;
}

export class Relay {
  readonly #options: RelayOptions;
  readonly #alarm: Alarm;
  readonly #book: OutcomeBook;
  readonly #traffic = new Traffic();
  readonly #underWay = new Set<UnderWay>();
  #isFilling = false;
  #isWanted = false;
  #closed = false;
  /** After trouble nobody wakes it sooner. */
  #restUntil = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#alarm = new Alarm(options.clock, () => void this.#fill());
    this.#book = new OutcomeBook(options);
  }

  get delivering(): number {
    return this.#traffic.size;
  }

  /** There may be something to deliver. */
  wake(): void {
    if (this.#isFilling) this.#isWanted = true;
    else this.#alarm.arm(Math.max(this.#options.clock.now(), this.#restUntil));
  }

  /** Breaks off what is under way: it stays due. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#alarm.close();
    this.#book.close();
    for (const { abort } of this.#underWay) abort.abort();
    await Promise.all([...this.#underWay].map(({ end }) => end));
  }

  /** Sends what is due and may be sent, and waits for the next. */
  async #fill(): Promise<void> {
    if (this.#isFilling || this.#closed) return;
    this.#isFilling = true;
    const { outbox, clock, report } = this.#options;
    let next: number | null = null;
    try {
      do {
        this.#isWanted = false;
        // What becomes due meanwhile is due next.
        const now = clock.now();
        while (!this.#closed && (await this.#take(now)));
        next = this.#closed ? null : await outbox.next(now);
      } while (this.#isWanted && !this.#closed);
    } catch (error) {
      if (!this.#closed) report('Messages that are due could not be read.', error);
      this.#restUntil = clock.now() + pauseAfterTrouble;
      next = this.#restUntil;
    }
    this.#isFilling = false;
    if (next !== null) this.#alarm.arm(next);
  }

  /** One to whoever has nothing under way; to others where there is nobody like that. @returns whether there may be more */
  async #take(now: number): Promise<boolean> {
    const toNewcomers = await this.#takeBeside(now, newcomersAtOnce, () => this.#traffic.busyForNewcomers());
    return toNewcomers || this.#takeBeside(now, this.#traffic.room, () => this.#traffic.busy());
  }

  async #takeBeside(now: number, most: number, busy: () => Busy): Promise<boolean> {
    const limit = Math.min(most, this.#traffic.room);
    if (limit <= 0) return false;
    const due = await this.#options.outbox.due(now, limit, busy());
    for (const message of due) if (!this.#closed && !isBusy(busy(), message)) this.#send(message);
    return due.length > 0;
  }

  #send(message: Message): void {
    const abort = new AbortController();
    const { signal } = abort;
    this.#traffic.begin(message);
    const end = this.#deliver(message, signal)
      .then((delivery) => this.#settle(message, delivery))
      .finally(() => {
        this.#underWay.delete(underWay);
        this.#traffic.end(message);
        this.wake();
      });
    const underWay: UnderWay = { abort, end };
    this.#underWay.add(underWay);
  }

  /** Undefined where it was broken off. */
  #deliver(message: Message, signal: AbortSignal): Promise<Delivery | undefined> {
    const { deliver, report } = this.#options;
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      const attempt = async (): Promise<Delivery> => deliver(message, signal);
      attempt().then(resolve, (error: unknown) => {
        if (!signal.aborted) report(`The message ${message.id} could not be delivered.`, error);
        resolve({ kind: 'failed', reason: 'The deliverer failed in an unexpected way.' });
      });
    });
  }

  async #settle(message: Message, delivery: Delivery | undefined): Promise<void> {
    if (delivery === undefined) return;
    if (delivery.kind === 'delivered') this.#traffic.arrived(message);
    if (delivery.kind === 'failed') this.#traffic.failed(message);
    await this.#book.write(this.#outcomeOf(message, delivery));
  }

  #outcomeOf(message: Message, delivery: Delivery): MessageOutcome {
    if (delivery.kind === 'delivered') return { kind: 'delivered', message };
    const { clock, retries = defaultRetries } = this.#options;
    const failure = delivery.reason.slice(0, longestReason);
    const isOver = delivery.kind !== 'failed' || message.attempts >= retries;
    if (isOver) return { kind: 'given-up', message, at: clock.now(), failure };
    return { kind: 'postponed', message, dueAt: clock.now() + pauseBefore(message, delivery.after), failure };
  }
}
