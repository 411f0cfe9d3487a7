/** Returns a fallback if a computation exceeds its effort limit. */
import { TooCostlyError } from './atom.ts';

export function withEffortFallback<Value>(work: () => Value, fallback: Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooCostlyError) return fallback;
    throw error;
  }
}
