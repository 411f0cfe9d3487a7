import type { RawError } from './compose.ts';
import type { Reporter } from './reporter.ts';

export function reportSyntax(reporter: Reporter, errors: readonly RawError[]): void {
  for (const { start, end, message } of errors) {
    reporter.report({ at: { start, end }, path: '', rule: 'syntax', message, expected: 'YAML', actual: message });
  }
}
