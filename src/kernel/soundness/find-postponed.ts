/**
 * Moves that a reduced search has put off for ever: where it goes in a circle and nowhere on the circle everything was
 * tried, something may have been left out at every step. It is enough to try everything at one place of it.
 */
import { stronglyConnected } from '../link/graph.ts';

export interface Progressed {
  /** Ids of the markings that it was followed to. */
  readonly next: number[];
  /** Nothing can follow. */
  readonly isEnd: boolean;
  /** Something outside can happen here, so that moves may have been left out. */
  canWait: boolean;
  /** Every move has been tried. */
  isWhole: boolean;
}

/** Only circles that nothing leads out of but an end: from the others the search comes to such a one. */
export const findPostponed = (all: readonly Progressed[]): readonly number[] =>
  stronglyConnected(all.map(({ next }) => next)).flatMap((part) => {
    const members = new Set(part);
    const leadsOut = part.some((id) => all[id]!.next.some((next) => !members.has(next) && !all[next]!.isEnd));
    const isCircle = part.length > 1 || all[part[0]!]!.next.includes(part[0]!);
    if (leadsOut || !isCircle || part.some((id) => all[id]!.isWhole)) return [];
    const first = part.filter((id) => all[id]!.canWait).sort((a, b) => a - b)[0];
    return first === undefined ? [] : [first];
  });
