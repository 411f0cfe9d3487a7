/** The engine answers in time, or whoever asked is told that it did not: a caller that waits for ever cannot try again. */
import { OperationError } from '../../operations/index.ts';
import type { Signalbox } from './signalbox.ts';

/** In milliseconds, beside what a call asks to wait itself. */
const patience = 10_000;
/** The most that a call may ask to wait; whoever asks for more is refused soon enough. */
const longestWait = 20_000;

/** What these work through is as big as their callers like: it takes as long as it takes. */
export const unhurriedOperations: ReadonlySet<string> = new Set([
  'retention.purge',
  'runs.compare',
  'runs.export',
  'runs.fork',
  'runs.import',
  'runs.replay',
  'workflows.simulate',
]);

/** @returns its `call`. What is not answered in time goes on nevertheless. */
export function answerInTime(signalbox: Pick<Signalbox, 'call'>): Signalbox['call'] {
  return (principal, operation, input, signal) => {
    const answer = signalbox.call(principal, operation, input, signal);
    if (unhurriedOperations.has(operation)) return answer;
    return new Promise((resolve, reject) => {
      // An answer that came while this process was busy itself still counts.
      const giveUp = (): void => void setImmediate(() => reject(engineTimeout(operation, input)));
      const timer = setTimeout(giveUp, patience + waitOf(input));
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  };
}

function waitOf(input: unknown): number {
  const { waitMs }: { readonly waitMs?: unknown } = Object(input);
  return typeof waitMs === 'number' && waitMs > 0 ? Math.min(waitMs, longestWait) : 0;
}

function engineTimeout(operation: string, input: unknown): OperationError {
  const { idempotencyKey }: { readonly idempotencyKey?: unknown } = Object(input);
  return new OperationError({
    code: 'engine_timeout',
    message: `The engine did not answer “${operation}” within ${patience / 1_000} s.`,
    context: { operation, ...(typeof idempotencyKey === 'string' ? { idempotencyKey } : {}) },
  });
}
