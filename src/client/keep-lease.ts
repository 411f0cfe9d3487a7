/** Renews the lease of a checked-out item while it is worked on, and reports if the lease is lost. */
import { ClientError, isRetryable, ownFailure } from './client-error.ts';
import { pause } from './pause.ts';

export interface Lease {
  /** Aborted when the lease is lost: another worker may then hold the item. */
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * @param since time of the checkout request, by `performance.now()`: the lease may have begun then
 * @param renew throws client errors
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
    const message = 'The lease of the work item is lost. Another worker may hold it.';
    lost.abort(new ClientError('workitems_checkout', 1, ownFailure('lease_lost', message, false, cause)));
  };
  const setTimer = (from: number) => setTimeout(lose, from + leaseMs - performance.now());
  let timer = setTimer(since);

  const keep = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      // Early enough that two renewals may fail before it expires.
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
  // Errors after the end are caused by the end.
  keep().catch(() => undefined);
  return { signal: lost.signal, end };
}
