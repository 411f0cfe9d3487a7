/**
 * Whether a condition can hold at all, found without a context. Sound: `never` and `always` are certain; `depends` also
 * stands for what is too entangled to be told.
 */
import type { Condition } from '../schema.ts';
import { type Claim, canAllHold } from './can-all-hold.ts';
import { type Formula, formulaOf } from './formula.ts';
import { throughAll, throughAny, type Ways } from './ways.ts';

export type Verdict = 'never' | 'always' | 'depends';

export function verdictOf(condition: Condition): Verdict {
  const formula = formulaOf(condition);
  if (isImpossible(formula, true)) return 'never';
  return isImpossible(formula, false) ? 'always' : 'depends';
}

function isImpossible(formula: Formula, wanted: boolean): boolean {
  return waysOf(formula, wanted)?.length === 0;
}

function waysOf(formula: Formula, wanted: boolean): Ways<Claim> {
  switch (formula.kind) {
    case 'atom':
      return throughAll([[[{ atom: formula.atom, wanted }]]], canAllHold);
    case 'not':
      return waysOf(formula.part, !wanted);
    default: {
      const parts = formula.parts.map((part) => waysOf(part, wanted));
      return (formula.kind === 'all') === wanted ? throughAll(parts, canAllHold) : throughAny(parts);
    }
  }
}
