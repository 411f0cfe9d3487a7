/**
 * Whether a condition can hold at all, found without a context. Sound: `never` and `always` are certain; `depends` also
 * stands for what is too entangled to be told.
 */
import type { Condition } from '../schema.ts';
import { type Claim, canAllHold } from './can-all-hold.ts';
import { type Formula, formulaOf } from './formula.ts';
import { throughAll, throughAny, type Ways } from './ways.ts';

export type Verdict = 'never' | 'always' | 'depends';

/** What is longer is not looked into: no person wrote it. */
const mostAtoms = 200;
/** For how much it may be thought about. */
const mostEffort = 20_000;

export function verdictOf(condition: Condition): Verdict {
  const formula = formulaOf(condition);
  if (countAtoms(formula) > mostAtoms) return 'depends';
  if (isImpossible(formula, true)) return 'never';
  return isImpossible(formula, false) ? 'always' : 'depends';
}

function countAtoms(formula: Formula): number {
  if (formula.kind === 'atom') return 1;
  const parts = formula.kind === 'not' ? [formula.part] : formula.parts;
  return parts.reduce((sum, part) => sum + countAtoms(part), 0);
}

function isImpossible(formula: Formula, wanted: boolean): boolean {
  const effort = { left: mostEffort };
  return waysOf(formula, wanted, (claims) => canAllHold(claims, effort))?.length === 0;
}

function waysOf(
  formula: Formula,
  wanted: boolean,
  areTogether: (claims: readonly Claim[]) => boolean,
): Ways<Claim> {
  switch (formula.kind) {
    case 'atom':
      return throughAll([[[{ atom: formula.atom, wanted }]]], areTogether);
    case 'not':
      return waysOf(formula.part, !wanted, areTogether);
    default: {
      const parts = formula.parts.map((part) => waysOf(part, wanted, areTogether));
      return (formula.kind === 'all') === wanted ? throughAll(parts, areTogether) : throughAny(parts);
    }
  }
}
