/** Decides when a failed instance is retried [K7.1]. */
import type { Failure } from '../model/failure.ts';
import type { Retry } from '../model/program.ts';
import type { Instance } from '../model/state.ts';
import type { Draft } from './draft.ts';
import { draw } from './random.ts';

/** The last time that a date can represent: nothing is due there or later. */
export const endOfTime = 8.64e15;

export const mayRetry = (retry: Retry | null, instance: Instance, failure: Failure): retry is Retry =>
  retry !== null && !instance.expired && instance.attempt <= retry.limit && failure.retryable !== false;

/** A frame's failure as seen by its instance, which decides whether to retry the whole net. */
export const outward = ({ retryable: _, ...failure }: Failure): Failure => failure;

export const retryDelay = (draft: Draft, retry: Retry, attempt: number, failure: Failure): number => {
  if (failure.retryAfter !== undefined)
    return Math.min(endOfTime, Math.max(0, Math.round(failure.retryAfter)));
  const delay = Math.min(backoff(retry, attempt), retry.cap ?? endOfTime);
  const jitter = retry.jitter ?? 0;
  return Math.round(jitter > 0 ? delay * (1 - jitter * draw(draft)) : delay);
};

const backoff = (retry: Retry, attempt: number): number => {
  switch (retry.backoff) {
    case 'fixed':
      return retry.delay;
    case 'linear':
      return retry.delay * attempt;
    case 'exponential': {
      // Multiplied rather than raised: the last bit of powers differs between platforms.
      let delay = retry.delay;
      for (let i = 1; i < attempt && delay < endOfTime; i++) delay *= retry.factor ?? 2;
      return delay;
    }
  }
};
