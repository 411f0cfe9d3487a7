/** The steps of a call in the process that was called. Each is one rule; `pipeline.ts` has their order. */
import type { Json } from '../../kernel/index.ts';
import {
  type AnyOperation,
  idempotencyKeyIn,
  OperationError,
  type Principal,
  phrase,
  presentedBy,
  waitMsIn,
} from '../../operations/index.ts';
import type { CallsUnderWay } from './calls-under-way.ts';
import type { Step } from './step.ts';

export interface FrontCall {
  readonly operation: AnyOperation;
  readonly principal: Principal;
  readonly input: unknown;
  /** Ends only the waiting. */
  readonly signal: AbortSignal | undefined;
  readonly underWay: CallsUnderWay;
  /** Sends it to the process that owns the data. Rejects with OperationError. */
  readonly dispatch: (call: FrontCall) => Promise<Json>;
}

export type FrontStep = Step<FrontCall, Json>;

/** Errors in the words of the operation's design: they were sent between processes as data. */
export const presentErrors: FrontStep = async (call, next) => {
  const { presentError } = call.operation;
  if (presentError === undefined) return next(call);
  try {
    return await next(call);
  } catch (error) {
    throw presentedBy(presentError, error);
  }
};

/** A closing process waits for the calls under way, and ends those that only wait. */
export const countCall: FrontStep = (call, next) =>
  call.underWay.run((signal) => next({ ...call, signal }), call.signal, waitMsIn(call.input) > 0);

/** In milliseconds, in addition to the wait that the call asks for. */
const baseTimeout = 10_000;
/** The maximum wait of a call; a longer one is refused soon anyway. */
const maxWait = 20_000;

/** A caller that waits forever cannot try again. A call that is not answered in time continues. */
export const withDeadline: FrontStep = (call, next) => {
  const { operation, input } = call;
  const answer = next(call);
  if (operation.deadline === 'long') return answer;
  return new Promise((resolve, reject) => {
    // An answer that arrived while this process was busy still counts.
    const giveUp = (): void => void setImmediate(() => reject(engineTimeout(operation.name, input)));
    const timer = setTimeout(giveUp, baseTimeout + Math.min(waitMsIn(input), maxWait));
    const settle =
      <Value>(end: (value: Value) => void) =>
      (value: Value): void => {
        clearTimeout(timer);
        end(value);
      };
    answer.then(settle(resolve), settle(reject));
  });
};

function engineTimeout(operation: string, input: unknown): OperationError {
  const idempotencyKey = idempotencyKeyIn(input);
  return new OperationError({
    code: 'engine_timeout',
    message: phrase`The engine did not answer ${{ operation }} within ${baseTimeout / 1_000} s.`,
    context: { operation, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
  });
}
