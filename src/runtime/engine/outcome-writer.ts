/**
 * Writes down what became of messages: what comes together in one transaction, and however often it takes, since nothing
 * shall be sent again because a disk was full.
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

  /** Resolves when it is written; or, once the book is closed, cannot be. */
  write(outcome: MessageOutcome): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ outcome, done });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** What cannot be written from now on is left: it is sent again by whoever comes next. */
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
          report('What became of messages could not be written.', error);
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
