import type { Violation } from '../../languages/document/violation.ts';

/** An error that concerns the whole file. */
export function wholeFile(mistake: Pick<Violation, 'rule' | 'message' | 'expected' | 'actual'>): Violation {
  return { path: '', ...mistake, line: 1, column: 1, endLine: 1, endColumn: 1, suggestion: null };
}
