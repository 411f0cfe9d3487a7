/** Delivers what leaves the house: at least once, later each time, given up in the end [R1.8]. */
import type { Clock } from '../ports/clock.ts';
import type { Message, Outbox } from '../ports/outbox.ts';
import { Alarm } from './alarm.ts';

export type Delivery =
  | { readonly kind: 'delivered' }
  /** `after`: milliseconds that the other side asks for. */
  | { readonly kind: 'failed'; readonly reason: string; readonly after?: number }
  | { readonly kind: 'refused'; readonly reason: string };

export interface RelayOptions {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly deliver: (message: Message, signal: AbortSignal) => Promise<Delivery>;
  readonly report: (message: string, cause: unknown) => void;
}

const mostAtOnce = 16;
const mostAttempts = 12;
const firstPause = 1_000;
const longestPause = 3_600_000;

export class Relay {
  readonly #options: RelayOptions;
  readonly #alarm: Alarm;
  readonly #abort = new AbortController();
  #isBusy = false;
  #isWanted = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#alarm = new Alarm(options.clock, () => void this.#work());
  }

  /** There may be something to deliver. */
  wake(): void {
    this.#isWanted = this.#isBusy;
    if (!this.#isBusy) this.#alarm.arm(this.#options.clock.now());
  }

  close(): void {
    this.#abort.abort();
    this.#alarm.close();
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const { outbox, clock } = this.#options;
    let next: number | null = null;
    try {
      for (;;) {
        const due = await outbox.due(clock.now(), mostAtOnce);
        if (due.length === 0 || this.#abort.signal.aborted) break;
        await Promise.all(due.map((message) => this.#deliver(message)));
      }
      next = await outbox.next();
    } catch (error) {
      this.#options.report('Messages could not be delivered.', error);
      next = clock.now() + firstPause;
    }
    this.#isBusy = false;
    if (this.#isWanted) this.wake();
    else if (next !== null) this.#alarm.arm(next);
  }

  async #deliver(message: Message): Promise<void> {
    const { outbox, clock, deliver } = this.#options;
    const delivery = await deliver(message, this.#abort.signal).catch((error): Delivery => {
      this.#options.report(`The message ${message.id} could not be delivered.`, error);
      return { kind: 'failed', reason: 'The deliverer failed in an unexpected way.' };
    });
    if (this.#abort.signal.aborted && delivery.kind !== 'delivered') return;
    if (delivery.kind === 'delivered') await outbox.delivered(message);
    else if (delivery.kind === 'refused' || message.attempts + 1 >= mostAttempts) {
      await outbox.giveUp(message, delivery.reason);
    } else {
      const pause = Math.min(firstPause * 2 ** message.attempts, longestPause);
      await outbox.postpone(message, clock.now() + Math.max(pause, delivery.after ?? 0));
    }
  }
}
