/** How long somebody waits: until the time is over, or until nobody wants to know any more. */
import type { Clock } from '../../runtime/index.ts';

interface OpenPatience {
  /** Aborted when it is over. */
  readonly signal: AbortSignal;
  /** Nothing is left of it then, neither an alarm nor a listener. */
  end(): void;
}

/** Made once: nearly every call has a patience that ends, and a new reason would cost more than all the rest of it. */
const isOver = new DOMException('It is over.', 'AbortError');

export function openPatience(clock: Clock, waitMs: number, given?: AbortSignal): OpenPatience {
  const over = new AbortController();
  const giveUp = (): void => over.abort(isOver);
  const stop = clock.at(clock.now() + waitMs, giveUp);
  given?.addEventListener('abort', giveUp);
  if (given?.aborted === true) giveUp();
  return {
    signal: over.signal,
    end() {
      stop();
      given?.removeEventListener('abort', giveUp);
      giveUp();
    },
  };
}
