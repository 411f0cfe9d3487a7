/**
 * Whether a condition can hold at all, found without a context. Sound: `never` and `always` are certain; `depends` also
 * stands for what is too entangled to be told.
 */
import type { Condition } from '../schema.ts';
import { type Claim, canAllHold } from './can-all-hold.ts';
import { type Formula, formulaOf } from './formula.ts';

export type Verdict = 'never' | 'always' | 'depends';

/** Ways in which a condition can come to hold; more are not looked at. */
const mostWays = 256;

export function verdictOf(condition: Condition): Verdict {
  const formula = formulaOf(condition);
  if (isImpossible(formula, true)) return 'never';
  return isImpossible(formula, false) ? 'always' : 'depends';
}

function isImpossible(formula: Formula, wanted: boolean): boolean {
  return waysOf(formula, wanted)?.length === 0;
}

/** Claims that together are enough. */
type Way = readonly Claim[];

/** The possible ones of all ways in which it is as wanted; undefined where they are too many. */
function waysOf(formula: Formula, wanted: boolean): readonly Way[] | undefined {
  switch (formula.kind) {
    case 'atom': {
      const way = [{ atom: formula.atom, wanted }];
      return canAllHold(way) ? [way] : [];
    }
    case 'not':
      return waysOf(formula.part, !wanted);
    default:
      return (formula.kind === 'all') === wanted
        ? throughAll(formula.parts, wanted)
        : throughAny(formula.parts, wanted);
  }
}

function throughAny(parts: readonly Formula[], wanted: boolean): readonly Way[] | undefined {
  const ways: Way[] = [];
  for (const part of parts) {
    const more = waysOf(part, wanted);
    if (more === undefined || ways.length + more.length > mostWays) return undefined;
    ways.push(...more);
  }
  return ways;
}

function throughAll(parts: readonly Formula[], wanted: boolean): readonly Way[] | undefined {
  let ways: readonly Way[] | undefined = [[]];
  for (const part of parts) {
    const more = waysOf(part, wanted);
    // One part that cannot be is enough, whatever the others are.
    if (more?.length === 0) return [];
    if (ways === undefined || more === undefined || ways.length * more.length > mostWays) {
      ways = undefined;
      continue;
    }
    ways = ways.flatMap((way) => more.map((other) => [...way, ...other])).filter(canAllHold);
    if (ways.length === 0) return [];
  }
  return ways;
}
