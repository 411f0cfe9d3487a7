/** Says why a query that can be read cannot be computed. */
import type { ParsedQuery, Refusal } from './parse-query.ts';

export function explainStatic(_query: ParsedQuery, error: unknown): Refusal {
  return { message: String(Object(error).message), line: 1, column: 1 };
}
