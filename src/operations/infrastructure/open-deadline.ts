/** A deadline that ends after a time, or when the caller aborts. */
import type { Clock } from '../../runtime/index.ts';

interface Deadline {
  /** Aborted when the deadline ends. */
  readonly signal: AbortSignal;
  /** Removes its timer and its listener. */
  end(): void;
}

/** Created once: nearly every call has a deadline, and a new reason would cost more than the rest of it. */
const abortReason = new DOMException('The deadline has ended.', 'AbortError');

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
