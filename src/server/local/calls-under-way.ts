/** Calls that are under way, for whoever closes: those that only wait end at once, with what there is. */
import { OpenCalls } from '../open-calls.ts';

/** How long the others may take to end, in milliseconds. */
const endTimeout = 5_000;

export class CallsUnderWay {
  readonly #open = new OpenCalls();
  readonly #waits = new Set<AbortController>();
  #isEnding = false;

  /**
   * @param work gets a signal that is aborted when nobody is to wait any longer
   * @param given ends the waiting of this one
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

  /** Nobody waits from now on. Resolves when no call is under way, or when the others have had their time. */
  end(): Promise<void> {
    this.#isEnding = true;
    for (const wait of this.#waits) wait.abort();
    return this.#open.whenIdle(endTimeout);
  }
}
