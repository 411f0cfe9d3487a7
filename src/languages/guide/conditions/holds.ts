/**
 * Whether a condition holds: every operator that it has, by the format's lenient comparison. Throws TooCostlyError where that
 * cannot be found out within the effort, and nothing else.
 */

import type { LookUp } from '../guide-context.ts';
import type { Condition } from '../schema.ts';
import { atomHolds } from './atom.ts';
import { type ConditionTree, toConditionTree } from './condition-tree.ts';
import { withEffortFallback } from './within-effort.ts';

export function holds(condition: Condition, lookUp: LookUp): boolean {
  return conditionTreeHolds(toConditionTree(condition), lookUp);
}

/** Whether it holds, or nobody can tell: where the careful answer is a yes. Never throws. */
export const holdsOrUnknown = (condition: Condition, lookUp: LookUp): boolean =>
  withEffortFallback(() => holds(condition, lookUp), true);

export function conditionTreeHolds(tree: ConditionTree, lookUp: LookUp): boolean {
  switch (tree.kind) {
    case 'atom':
      return atomHolds(tree.atom, lookUp);
    case 'all':
      return tree.parts.every((part) => conditionTreeHolds(part, lookUp));
    case 'any':
      return tree.parts.some((part) => conditionTreeHolds(part, lookUp));
    case 'not':
      return !conditionTreeHolds(tree.part, lookUp);
  }
}
