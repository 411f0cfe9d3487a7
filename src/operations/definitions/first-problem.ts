/** Formats the first error or warning of a document in one line: location, message, and the number of others. */
import type { Violation } from '../../languages/index.ts';

type Problem = Pick<Violation, 'line' | 'column' | 'message'>;

/** @returns `undefined` if there is none */
export function firstProblem(
  location: string,
  found: readonly Problem[],
  kind: 'error' | 'warning',
): string | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const others = found.length - 1;
  const more = others === 0 ? '' : ` (${others} more ${kind}${others === 1 ? '' : 's'})`;
  return `${location}:${first.line}:${first.column}: ${first.message}${more}`;
}
