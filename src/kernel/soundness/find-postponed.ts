/**
 * Finds moves that a reduced search has postponed forever: if it runs in a cycle in which no marking was fully expanded,
 * moves may be missing. It is sufficient to expand one marking of the cycle fully.
 */
import { stronglyConnected } from '../link/graph.ts';

export interface Progressed {
  /** Ids of the successor markings. */
  readonly next: number[];
  /** It has no successors. */
  readonly isEnd: boolean;
  /** The marking waits for the outside, so that moves may have been left out. */
  canWait: boolean;
  /** Every move has been tried. */
  isWhole: boolean;
}

/** Only cycles without an exit except an end: from all others the search reaches such a one. */
export const findPostponed = (all: readonly Progressed[]): readonly number[] =>
  stronglyConnected(all.map(({ next }) => next)).flatMap((part) => {
    const members = new Set(part);
    const leadsOut = part.some((id) => all[id]!.next.some((next) => !members.has(next) && !all[next]!.isEnd));
    const isCircle = part.length > 1 || all[part[0]!]!.next.includes(part[0]!);
    if (leadsOut || !isCircle || part.some((id) => all[id]!.isWhole)) return [];
    const first = part.filter((id) => all[id]!.canWait).sort((a, b) => a - b)[0];
    return first === undefined ? [] : [first];
  });
