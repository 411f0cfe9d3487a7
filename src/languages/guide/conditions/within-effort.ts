/** What stands in where something cannot be found out within what it may cost. */
import { TooCostlyError } from './atom.ts';

export function withEffortFallback<Value>(work: () => Value, fallback: Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooCostlyError) return fallback;
    throw error;
  }
}
