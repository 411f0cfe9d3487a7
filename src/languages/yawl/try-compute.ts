import { HaltedError, UnresolvedError } from '../../kernel/index.ts';

/** Undefined where there is no value by the data. What the machine could not do is not for us to go on from. */
export function tryCompute<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof HaltedError || error instanceof UnresolvedError) throw error;
    return undefined;
  }
}
