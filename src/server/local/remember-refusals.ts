/** Remembers which errors an operation threw: those are already in the audit log [W2.4]. */
import { OperationError } from '../../operations/index.ts';
import type { Signalbox } from './signalbox.ts';

export interface RememberedRefusals {
  readonly call: Signalbox['call'];
  isOfOperation(error: OperationError): boolean;
}

export function rememberRefusals(call: Signalbox['call']): RememberedRefusals {
  const known = new WeakSet<OperationError>();
  return {
    call: (principal, operation, input, signal) =>
      call(principal, operation, input, signal).catch((error: unknown) => {
        if (error instanceof OperationError) known.add(error);
        throw error;
      }),
    isOfOperation: (error) => known.has(error),
  };
}
