/**
 * Whether a condition holds: every operator that it has, by the format's lenient comparison. Throws TooCostlyError where that
 * cannot be found out within the effort, and nothing else.
 */
import type { Condition } from '../schema.ts';
import type { LookUp } from '../values.ts';
import { atomHolds } from './atom.ts';
import { type Formula, formulaOf } from './formula.ts';
import { withinEffort } from './within-effort.ts';

export function holds(condition: Condition, lookUp: LookUp): boolean {
  return formulaHolds(formulaOf(condition), lookUp);
}

/** Whether it holds, or nobody can tell: where the careful answer is a yes. Never throws. */
export const mayHold = (condition: Condition, lookUp: LookUp): boolean =>
  withinEffort(() => holds(condition, lookUp), true);

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
