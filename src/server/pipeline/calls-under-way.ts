/** Tracks active calls for a close: calls that only wait end at once, with what is available. */
import { setMaxListeners } from 'node:events';
import { linkSignals } from './link-signals.ts';
import { OpenCalls } from './open-calls.ts';

/** How long the others may take to end, in milliseconds. */
const endTimeout = 5_000;

export class CallsUnderWay {
  readonly #open = new OpenCalls();
  readonly #ending = new AbortController();

  constructor() {
    // Every call that waits listens.
    setMaxListeners(0, this.#ending.signal);
  }

  /**
   * @param work receives a signal that is aborted when waiting must end
   * @param given ends the waiting of this call
   * @param waits whether it may wait: linking signals would cost more than the rest of a short call
   */
  async run<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    given: AbortSignal | undefined,
    waits = true,
  ): Promise<Result> {
    const ending = this.#ending.signal;
    const linked = given === undefined || !waits ? undefined : linkSignals(given, ending);
    const leave = this.#open.enter();
    try {
      return await work(linked?.signal ?? given ?? ending);
    } finally {
      linked?.unlink();
      leave();
    }
  }

  /** Ends all waiting. Resolves when no call is active, or after the timeout of the others. */
  end(): Promise<void> {
    this.#ending.abort();
    return this.#open.whenIdle(endTimeout);
  }
}
