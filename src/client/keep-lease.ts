/** Keeps what was checked out for as long as it is worked on, and says so when it could not be kept. */
import { ClientError, isRetryable, ownFailure } from './client-error.ts';
import { pause } from './pause.ts';

export interface Lease {
  /** Aborted when the lease is lost: somebody else may have the item then. */
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * @param since when it was asked for, by `performance.now()`: the lease may have begun then
 * @param renew throws what the client throws
 */
export function keepLease(
  leaseMs: number,
  since: number,
  renew: (signal: AbortSignal) => Promise<unknown>,
): Lease {
  const lost = new AbortController();
  const ended = new AbortController();
  const end = (): void => {
    clearTimeout(timer);
    ended.abort();
  };
  const lose = (cause?: unknown): void => {
    if (ended.signal.aborted) return;
    end();
    const message = 'The work item is not held any more: somebody else may work on it.';
    lost.abort(new ClientError('workitems_checkout', 1, ownFailure('lease_lost', message, false, cause)));
  };
  const setTimer = (from: number) => setTimeout(lose, from + leaseMs - performance.now());
  let timer = setTimer(since);

  const keep = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      // So early that two renewals may fail before it is over.
      await pause(leaseMs / 4, ended.signal);
      const began = performance.now();
      try {
        await renew(ended.signal);
        if (ended.signal.aborted) return;
        clearTimeout(timer);
        timer = setTimer(began);
      } catch (error) {
        if (!isRetryable(error)) lose(error);
      }
    }
  };
  // Whatever it throws after the end is the end itself.
  keep().catch(() => undefined);
  return { signal: lost.signal, end };
}
