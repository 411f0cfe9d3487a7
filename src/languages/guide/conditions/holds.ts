/**
 * Evaluates a condition: all its operators must hold by the format's lenient comparison. Throws only TooCostlyError, if
 * the evaluation exceeds the effort limit.
 */

import type { LookUp } from '../model/guide-context.ts';
import type { Condition } from '../model/schema.ts';
import { atomHolds } from './atom.ts';
import { type ConditionTree, toConditionTree } from './condition-tree.ts';
import { withEffortFallback } from './within-effort.ts';

export function holds(condition: Condition, lookUp: LookUp): boolean {
  return conditionTreeHolds(toConditionTree(condition), lookUp);
}

/** Whether the condition holds, or its evaluation is too costly; use where the safe answer is yes. Never throws. */
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
