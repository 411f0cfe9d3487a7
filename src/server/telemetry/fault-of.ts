/** Formats an internal error for the log: its location, without secrets or input [P2.5]. */
import type { LogFields } from './log-entry.ts';

export function faultOf(error: unknown, redact: (text: string) => string): LogFields {
  return { fault: error instanceof Error ? redact(describe(error)).slice(0, maxLength) : typeof error };
}

const maxLength = 8_000;

function describe(error: Error): string {
  const { name, message, stack } = error;
  // The message of a parse error quotes external input.
  if (!(error instanceof SyntaxError)) return stack ?? message;
  return [name, ...(stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))].join('\n');
}
