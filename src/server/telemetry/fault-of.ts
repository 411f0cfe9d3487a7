/** A mistake of the program as it is written down: where it happened, for whoever mends it. */
import type { LogFields } from './log.ts';

export function faultOf(error: unknown): LogFields {
  return { fault: error instanceof Error ? (error.stack ?? error.message) : typeof error };
}
