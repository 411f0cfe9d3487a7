/** Failures as variables hold them. */
import type { Failure } from '../model/failure.ts';
import type { Json } from '../model/json.ts';
import type { InstanceFailure } from '../model/state.ts';

export const failureValue = ({ code, message, data }: Failure): Json =>
  data === undefined ? { code, message } : { code, message, data };

/** What `$failures` shows. */
export const failureList = (failures: readonly InstanceFailure[]): Json =>
  failures.map(({ index, failure }) => ({ index, failure: failureValue(failure) }));
