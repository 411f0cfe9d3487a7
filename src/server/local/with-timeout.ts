/** Limits the time of calls to the engine: a caller that waits forever cannot try again. */
import { idempotencyKeyIn, OperationError, waitMsIn } from '../../operations/index.ts';
import type { Signalbox } from './signalbox.ts';

/** In milliseconds, in addition to the wait that the call asks for. */
const baseTimeout = 10_000;
/** The maximum wait of a call; a longer one is refused soon anyway. */
const maxWait = 20_000;

/** @returns its `call`. A call that is not answered in time continues. */
export function withTimeout(signalbox: Pick<Signalbox, 'call' | 'registry'>): Signalbox['call'] {
  return (principal, operation, input, signal) => {
    const answer = signalbox.call(principal, operation, input, signal);
    if (signalbox.registry.find(operation)?.deadline === 'long') return answer;
    return new Promise((resolve, reject) => {
      // An answer that arrived while this process was busy still counts.
      const giveUp = (): void => void setImmediate(() => reject(engineTimeout(operation, input)));
      const timer = setTimeout(giveUp, baseTimeout + Math.min(waitMsIn(input), maxWait));
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  };
}

function engineTimeout(operation: string, input: unknown): OperationError {
  const idempotencyKey = idempotencyKeyIn(input);
  return new OperationError({
    code: 'engine_timeout',
    message: `The engine did not answer “${operation}” within ${baseTimeout / 1_000} s.`,
    context: { operation, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
  });
}
