/**
 * Sends a call under one key until it is answered, however long the server is unavailable. The call may have been
 * carried out although no response arrived, so only its own response tells the outcome.
 */
import { ClientError, isRetryable, ownFailure } from './client-error.ts';
import { followSignal } from './follow-signal.ts';
import { pause } from './pause.ts';

type Answered =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly error: unknown }
  /** The time to wait is over. */
  | { readonly kind: 'unknown'; readonly error: unknown };

/** Delay before a call is sent again after the client has used up its retries. */
const outagePause = 1_000;
/** How long a stopping worker waits for a response: enough for all attempts of a call with default settings. */
const stopTimeout = 30_000;

/** @param send throws client errors */
export async function sendUntilAnswered(
  tool: string,
  send: (signal: AbortSignal) => Promise<unknown>,
  stop: AbortSignal,
): Promise<Answered> {
  const enough = new AbortController();
  const { signal } = enough;
  const unfollow = afterStop(stop, () => enough.abort());
  try {
    for (;;) {
      try {
        await send(signal);
        return { kind: 'taken' };
      } catch (error) {
        if (signal.aborted) return { kind: 'unknown', error: unknownOutcome(tool, error) };
        if (!isRetryable(error)) return { kind: 'refused', error };
      }
      await pause(outagePause, signal).catch(() => undefined);
    }
  } finally {
    unfollow();
  }
}

/** @returns ends it */
function afterStop(stop: AbortSignal, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (): void => {
    timer = setTimeout(act, stopTimeout);
  };
  const unfollow = followSignal(stop, begin);
  if (stop.aborted) begin();
  return () => {
    unfollow();
    clearTimeout(timer);
  };
}

function unknownOutcome(tool: string, cause: unknown): ClientError {
  const message = `“${tool}” was sent, but no response arrived before the worker stopped. Its outcome is unknown.`;
  return new ClientError(tool, 1, ownFailure('outcome_unknown', message, true, cause));
}
