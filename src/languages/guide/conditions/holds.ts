/** Whether a condition holds: every operator that it has, by the format's lenient comparison. Never throws. */
import type { Condition } from '../schema.ts';
import type { LookUp } from '../values.ts';
import { atomHolds } from './atom.ts';
import { type Formula, formulaOf } from './formula.ts';

export function holds(condition: Condition, lookUp: LookUp): boolean {
  return formulaHolds(formulaOf(condition), lookUp);
}

export function formulaHolds(formula: Formula, lookUp: LookUp): boolean {
  switch (formula.kind) {
    case 'atom':
      return atomHolds(formula.atom, lookUp);
    case 'all':
      return formula.parts.every((part) => formulaHolds(part, lookUp));
    case 'any':
      return formula.parts.some((part) => formulaHolds(part, lookUp));
    case 'not':
      return !formulaHolds(formula.part, lookUp);
  }
}
