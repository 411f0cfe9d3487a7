import { HaltedError, UnresolvedError } from '../../../kernel/index.ts';

/** `undefined` if the data has no value. Failures of resources are thrown. */
export function tryCompute<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof HaltedError || error instanceof UnresolvedError) throw error;
    return undefined;
  }
}
