/** A condition as one tree of logic, which everything that is asked of conditions goes through. */
import type { Condition } from '../schema.ts';
import { type Atom, isOperator } from './atom.ts';

export type Formula =
  | { readonly kind: 'atom'; readonly atom: Atom }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Formula[] }
  | { readonly kind: 'not'; readonly part: Formula };

/** Holds never: stands for an operator that nobody knows. */
const nothing: Formula = { kind: 'any', parts: [] };

/** Every operator of a condition counts. */
export function formulaOf(condition: Condition): Formula {
  const parts: Formula[] = [];
  const { var: name = null, and, or, not, ...operators } = condition;
  for (const [operator, operand] of Object.entries(operators)) {
    parts.push(isOperator(operator) ? { kind: 'atom', atom: { name, operator, operand } } : nothing);
  }
  if (parts.length === 0 && name !== null) {
    parts.push({ kind: 'atom', atom: { name, operator: 'isSomething', operand: null } });
  }
  if (and !== undefined) parts.push({ kind: 'all', parts: and.map(formulaOf) });
  if (or !== undefined) parts.push({ kind: 'any', parts: or.map(formulaOf) });
  if (not !== undefined) parts.push({ kind: 'not', part: formulaOf(not) });
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { kind: 'all', parts };
}
