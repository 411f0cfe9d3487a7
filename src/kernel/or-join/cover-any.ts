/**
 * Decides whether one of several questions has the answer yes. The two searches alternate with growing budgets: usually
 * one of them ends early, and which one is not known in advance. Restarting costs little, because budgets grow fast.
 */
import { coverBackward } from './backward-search.ts';
import type { CoverQuestion } from './cover-question.ts';
import { coverForward } from './forward-search.ts';
import { type Fuel, unlimited } from './fuel.ts';

export interface AnyAnswer {
  readonly coverable: boolean | 'open';
  /** The search that gave the answer; undefined if there was no question. */
  readonly by: 'forward' | 'backward' | undefined;
}

const TURNS = [
  { by: 'forward', budget: 50, cover: coverForward },
  { by: 'backward', budget: 500, cover: coverBackward },
  { by: 'forward', budget: 500, cover: coverForward },
  { by: 'backward', budget: Number.POSITIVE_INFINITY, cover: coverBackward },
] as const;

/** `bound`: markings that may be examined in all. */
export function coverAny(
  questions: Iterable<CoverQuestion>,
  bound: number,
  fuel: Fuel = unlimited,
): AnyAnswer {
  let open = questions;
  let isAsked = false;
  let left = bound;
  for (const { by, budget, cover } of TURNS) {
    const stillOpen: CoverQuestion[] = [];
    for (const question of open) {
      isAsked = true;
      if (left <= 0 || fuel.left <= 0) return { coverable: 'open', by };
      const { coverable, looked } = cover(question, Math.min(budget, left), fuel);
      left -= looked;
      if (coverable === true) return { coverable, by };
      if (coverable === 'open') stillOpen.push(question);
    }
    if (fuel.left <= 0) return { coverable: 'open', by };
    if (stillOpen.length === 0) return { coverable: false, by: isAsked ? by : undefined };
    open = stillOpen;
  }
  return { coverable: 'open', by: 'backward' };
}
