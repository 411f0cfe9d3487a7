/** The first of what was found in a document, in a line: where it is, what it is, and how many there are besides. */
import type { Violation } from '../../languages/index.ts';

type Problem = Pick<Violation, 'line' | 'column' | 'message'>;

/** @returns undefined where nothing was found */
export function firstProblem(
  location: string,
  found: readonly Problem[],
  kind: 'mistake' | 'warning',
): string | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const others = found.length - 1;
  const more = others === 0 ? '' : ` (${others} more ${kind}${others === 1 ? '' : 's'})`;
  return `${location}:${first.line}:${first.column}: ${first.message}${more}`;
}
