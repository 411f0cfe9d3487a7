/** How long somebody waits: until the time is over, or until nobody wants to know any more. */
import type { Clock } from '../../runtime/index.ts';

interface Deadline {
  /** Aborted when it is over. */
  readonly signal: AbortSignal;
  /** Nothing is left of it then, neither an alarm nor a listener. */
  end(): void;
}

/** Made once: nearly every call has a patience that ends, and a new reason would cost more than all the rest of it. */
const abortReason = new DOMException('It is over.', 'AbortError');

export function openDeadline(clock: Clock, waitMs: number, given?: AbortSignal): Deadline {
  const controller = new AbortController();
  const abort = (): void => controller.abort(abortReason);
  const stop = clock.at(clock.now() + waitMs, abort);
  given?.addEventListener('abort', abort);
  if (given?.aborted === true) abort();
  return {
    signal: controller.signal,
    end() {
      stop();
      given?.removeEventListener('abort', abort);
      abort();
    },
  };
}
