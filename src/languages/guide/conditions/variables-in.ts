/** The variables that a condition looks at, each once. */
import type { Condition } from '../schema.ts';
import { type Formula, formulaOf } from './formula.ts';

export function variablesIn(condition: Condition): readonly string[] {
  return [...new Set(namesIn(formulaOf(condition)))];
}

function namesIn(formula: Formula): readonly string[] {
  switch (formula.kind) {
    case 'atom':
      return formula.atom.name === null ? [] : [formula.atom.name];
    case 'not':
      return namesIn(formula.part);
    default:
      return formula.parts.flatMap(namesIn);
  }
}
