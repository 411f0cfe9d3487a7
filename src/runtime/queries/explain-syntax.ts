/** Says what is wrong with a query that cannot be read. */
import type { Refusal } from './parse-query.ts';

export function explainSyntax(_text: string, error: unknown): Refusal {
  const position = Object(error).position?.start;
  return { message: String(Object(error).message), line: position?.line ?? 1, column: 1 };
}
