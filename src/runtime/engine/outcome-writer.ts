/**
 * Stores the outcomes of deliveries: concurrent ones in one transaction, with retries until it succeeds, since a full
 * disk must not cause a message to be sent again.
 */
import type { Clock } from '../ports/clock.ts';
import type { MessageOutcome, Outbox } from '../ports/outbox.ts';

export interface OutcomeWriterOptions {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly report: (message: string, cause: unknown) => void;
}

interface Entry {
  readonly outcome: MessageOutcome;
  readonly done: () => void;
}

const pauseAfterFailure = 1_000;

export class OutcomeWriter {
  readonly #options: OutcomeWriterOptions;
  #waiting: Entry[] = [];
  #isWriting = false;
  #closed = false;
  #resume: (() => void) | undefined;

  constructor(options: OutcomeWriterOptions) {
    this.#options = options;
  }

  /** Resolves when it is stored; or, after `close`, when it cannot be. */
  write(outcome: MessageOutcome): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ outcome, done });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** Outcomes that cannot be stored from now on are dropped: the next process sends those messages again. */
  close(): void {
    this.#closed = true;
    this.#resume?.();
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    const { outbox, report } = this.#options;
    while (this.#waiting.length > 0) {
      const entries = this.#waiting;
      this.#waiting = [];
      try {
        await outbox.settle(entries.map(({ outcome }) => outcome));
      } catch (error) {
        if (!this.#closed) {
          report('Outcomes of deliveries could not be stored.', error);
          this.#waiting.unshift(...entries);
          await this.#pause();
          continue;
        }
      }
      for (const { done } of entries) done();
    }
    this.#isWriting = false;
  }

  #pause(): Promise<void> {
    const { clock } = this.#options;
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        this.#resume = undefined;
        resolve();
      };
      const cancel = clock.at(clock.now() + pauseAfterFailure, end);
      this.#resume = end;
    });
  }
}
