/** An end that comes with the caller's own, or when the time is over. */
import { followSignal } from './follow-signal.ts';

export interface Deadline {
  readonly signal: AbortSignal;
  /** Nobody waits for it any more. */
  clear(): void;
}

export function openDeadline(ms: number, signal: AbortSignal | undefined): Deadline {
  const end = new AbortController();
  const stop = (): void => end.abort(signal?.reason);
  const timer = setTimeout(() => end.abort(), ms);
  // Not by AbortSignal.any: a signal that lives long would keep a note of every call.
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
