/** Makes calls that belong to no run, in the same queues as those of runs. */
import { randomInt } from 'node:crypto';
import type { Failure, Json } from '../../kernel/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConnectorOutcome } from '../ports/connector.ts';
import type { CallDispatcher, CallRequest } from './call-dispatcher.ts';
import type { OutsideCall } from './run-requests.ts';

export type CallOutcome = Exclude<ConnectorOutcome, { readonly kind: 'unknown' }>;

export interface OutsideCallOptions {
  readonly callDispatcher: CallDispatcher;
  readonly clock: Clock;
  /** Hides known secrets. */
  readonly hide: (value: Json) => Json;
}

const usualTimeout = 10_000;

export function callOutside(
  { callDispatcher, clock, hide }: OutsideCallOptions,
  { input, timeout = usualTimeout, isRepeatable = true, ...call }: OutsideCall,
): Promise<CallOutcome> {
  return new Promise((resolve) => {
    const request: CallRequest = {
      ...call,
      input: { value: input },
      // Those of runs are positive. It is part of the key of the call, so another call has another one.
      instance: -randomInt(1, 2 ** 47),
      attempt: 1,
      begunAt: clock.now(),
      undoes: 0,
      answer(outcome) {
        stopTimer();
        callDispatcher.settle(request);
        resolve(outcomeOf(outcome, hide));
      },
    };
    const stopTimer = clock.at(clock.now() + timeout, () => {
      const isSafe = isRepeatable || callDispatcher.isUnstarted(request);
      resolve({ kind: 'failed', failure: isSafe ? tookTooLong(timeout) : leftOpen(timeout) });
      callDispatcher.abandon(request, false);
    });
    callDispatcher.add(request);
  });
}

function outcomeOf(outcome: ConnectorOutcome, hide: OutsideCallOptions['hide']): CallOutcome {
  if (outcome.kind === 'unknown') return { kind: 'failed', failure: unknownOutcome };
  return outcome.kind === 'failed' ? outcome : { kind: 'succeeded', output: hide(outcome.output) };
}

/** As long as too many calls wait. */
export const overloaded: CallOutcome = {
  kind: 'failed',
  failure: { code: 'overloaded', message: 'Too many calls wait. Try again later.', retryable: true },
};

const tookTooLong = (timeout: number): Failure => ({
  code: 'timeout',
  message: `The call did not end within ${timeout / 1_000} s.`,
  retryable: true,
});

const leftOpen = (timeout: number): Failure => ({
  code: 'unknown-outcome',
  message: `The call did not end within ${timeout / 1_000} s: whether it was performed is unknown.`,
  retryable: false,
});

const unknownOutcome: Failure = { code: 'unknown-outcome', message: 'The outcome of the call is unknown.' };
