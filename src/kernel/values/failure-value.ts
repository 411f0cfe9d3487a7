/** Failures as values of variables. */
import type { Failure } from '../model/failure.ts';
import type { Json } from '../model/json.ts';
import type { InstanceFailure } from '../model/state.ts';

export const failureValue = ({ code, message, data }: Failure): Json =>
  data === undefined ? { code, message } : { code, message, data };

/** The value of `$failures`. */
export const failureList = (failures: readonly InstanceFailure[]): Json =>
  failures.map(({ index, failure }) => ({ index, failure: failureValue(failure) }));
