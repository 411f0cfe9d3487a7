/** A signal that is aborted with the caller's signal, or when the time is over. */
import { followSignal } from './follow-signal.ts';

export interface Deadline {
  readonly signal: AbortSignal;
  /** Releases it. */
  clear(): void;
}

export function openDeadline(ms: number, signal: AbortSignal | undefined): Deadline {
  const end = new AbortController();
  const stop = (): void => end.abort(signal?.reason);
  const timer = setTimeout(() => end.abort(), ms);
  // Not AbortSignal.any: a long-lived signal would hold a reference to every call.
  const unfollow = signal === undefined ? undefined : followSignal(signal, stop);
  if (signal?.aborted === true) stop();
  return {
    signal: end.signal,
    clear() {
      clearTimeout(timer);
      unfollow?.();
    },
  };
}
