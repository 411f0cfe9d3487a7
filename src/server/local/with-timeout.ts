/** The engine answers in time, or whoever asked is told that it did not: a caller that waits for ever cannot try again. */
import { idempotencyKeyIn, OperationError, waitMsIn } from '../../operations/index.ts';
import type { Signalbox } from './signalbox.ts';

/** In milliseconds, beside what a call asks to wait itself. */
const baseTimeout = 10_000;
/** The most that a call may ask to wait; whoever asks for more is refused soon enough. */
const maxWait = 20_000;

/** What these work through is as big as their callers like: it takes as long as it takes. */
export const operationsWithoutTimeout: ReadonlySet<string> = new Set([
  'retention.purge',
  'runs.compare',
  'runs.export',
  'runs.fork',
  'runs.import',
  'runs.replay',
  'service.backup',
  'workflows.simulate',
]);

/** @returns its `call`. What is not answered in time goes on nevertheless. */
export function withTimeout(signalbox: Pick<Signalbox, 'call'>): Signalbox['call'] {
  return (principal, operation, input, signal) => {
    const answer = signalbox.call(principal, operation, input, signal);
    if (operationsWithoutTimeout.has(operation)) return answer;
    return new Promise((resolve, reject) => {
      // An answer that came while this process was busy itself still counts.
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
