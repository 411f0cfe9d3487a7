/** Tracks active calls for a close: calls that only wait end at once, with what is available. */
import { OpenCalls } from './open-calls.ts';

/** How long the others may take to end, in milliseconds. */
const endTimeout = 5_000;

export class CallsUnderWay {
  readonly #open = new OpenCalls();
  readonly #waits = new Set<AbortController>();
  #isEnding = false;

  /**
   * @param work receives a signal that is aborted when waiting must end
   * @param given ends the waiting of this call
   */
  async run<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    given: AbortSignal | undefined,
  ): Promise<Result> {
    const wait = new AbortController();
    const giveUp = (): void => wait.abort();
    given?.addEventListener('abort', giveUp);
    if (this.#isEnding || given?.aborted === true) giveUp();
    this.#waits.add(wait);
    const leave = this.#open.enter();
    try {
      return await work(wait.signal);
    } finally {
      given?.removeEventListener('abort', giveUp);
      this.#waits.delete(wait);
      leave();
    }
  }

  /** Ends all waiting. Resolves when no call is active, or after the timeout of the others. */
  end(): Promise<void> {
    this.#isEnding = true;
    for (const wait of this.#waits) wait.abort();
    return this.#open.whenIdle(endTimeout);
  }
}
