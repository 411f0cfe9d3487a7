/**
 * Lists the errors of a document, at most as many as an author can read at once; a last entry says how many are left
 * out. Lists can be combined: their last entries become one [L4].
 */
import type { Violation } from './violation.ts';

/** Of one document; its warnings are counted separately. */
export const maxListed = 200;

const unlistedRule = 'too-many-to-list';

/**
 * In the order of the text.
 * @param max readers that share a quota have no more
 */
export function listViolations(
  found: readonly Violation[],
  unlisted = 0,
  max = maxListed,
): readonly Violation[] {
  const sorted = found
    .filter((each) => !isUnlistedEntry(each))
    .sort((a, b) => a.line - b.line || a.column - b.column);
  const listed = sorted.slice(0, max);
  const more = countViolations(found) + unlisted - listed.length;
  return more === 0 ? listed : [...listed, unlistedEntry(more, listed.at(-1))];
}

/** Including those that are not listed. */
export function countViolations(list: readonly Pick<Violation, 'rule' | 'actual'>[]): number {
  return list.reduce((sum, each) => sum + (isUnlistedEntry(each) ? Number.parseInt(each.actual, 10) : 1), 0);
}

/** Whether it stands for the errors that are not listed. */
export const isUnlistedEntry = ({ rule }: Pick<Violation, 'rule'>): boolean => rule === unlistedRule;

function unlistedEntry(count: number, last: Violation | undefined): Violation {
  const { endLine: line, endColumn: column } = last ?? { endLine: 1, endColumn: 1 };
  return {
    path: '',
    rule: unlistedRule,
    message: `And about ${count} more. At most ${maxListed} are listed, and fewer if they are long. The others are listed once these are corrected.`,
    expected: `at most ${maxListed}`,
    actual: `${count} more`,
    line,
    column,
    endLine: line,
    endColumn: column,
    suggestion: null,
  };
}
