/** A mistake of the program as it is written down: where it happened, for whoever mends it; no secrets, no input [P2.5]. */
import type { LogFields } from './log-entry.ts';

export function faultOf(error: unknown, redact: (text: string) => string): LogFields {
  return { fault: error instanceof Error ? redact(describe(error)).slice(0, maxLength) : typeof error };
}

const maxLength = 8_000;

function describe(error: Error): string {
  const { name, message, stack } = error;
  // What cannot be parsed is quoted in the message: that came from outside.
  if (!(error instanceof SyntaxError)) return stack ?? message;
  return [name, ...(stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))].join('\n');
}
