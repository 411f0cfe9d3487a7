/** A condition as one tree of logic. Every evaluation and analysis of conditions uses this form. */
import type { Condition } from '../model/schema.ts';
import { type Atom, isOperator } from './atom.ts';

export type ConditionTree =
  | { readonly kind: 'atom'; readonly atom: Atom }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly ConditionTree[] }
  | { readonly kind: 'not'; readonly part: ConditionTree };

/** Never holds: represents an unknown operator. */
const nothing: ConditionTree = { kind: 'any', parts: [] };

/** All operators of a condition must hold. */
export function toConditionTree(condition: Condition): ConditionTree {
  const parts: ConditionTree[] = [];
  const { var: name = null, and, or, not, ...operators } = condition;
  for (const [operator, operand] of Object.entries(operators)) {
    parts.push(isOperator(operator) ? { kind: 'atom', atom: { name, operator, operand } } : nothing);
  }
  if (parts.length === 0 && name !== null) {
    parts.push({ kind: 'atom', atom: { name, operator: 'isSomething', operand: null } });
  }
  if (and !== undefined) parts.push({ kind: 'all', parts: and.map(toConditionTree) });
  if (or !== undefined) parts.push({ kind: 'any', parts: or.map(toConditionTree) });
  if (not !== undefined) parts.push({ kind: 'not', part: toConditionTree(not) });
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { kind: 'all', parts };
}
