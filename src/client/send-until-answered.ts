/**
 * A call that is sent under one key until it is answered, however long the server is away. It may have been carried out
 * though no answer came, so nothing but its own answer tells what became of it.
 */
import { ClientError, isRetryable, ownFailure } from './client-error.ts';
import { followSignal } from './follow-signal.ts';
import { pause } from './pause.ts';

type Answered =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Nobody could wait any longer. */
  | { readonly kind: 'unknown'; readonly error: unknown };

/** Before it is sent again that could not be sent, however often the client tried. */
const outagePause = 1_000;
/** For how long an answer is waited for by whoever is to stop: a call has all its tries in this time, as they are usually set. */
const stopTimeout = 30_000;

/** @param send throws what the client throws */
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
  const message = `“${tool}” was sent, and no answer came before the worker had to stop: nobody knows what became of it.`;
  return new ClientError(tool, 1, ownFailure('outcome_unknown', message, true, cause));
}
