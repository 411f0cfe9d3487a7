/**
 * Decides without a context whether a condition can hold. `never` and `always` are certain; `depends` also covers
 * conditions that are too complex to decide.
 */
import type { Condition } from '../model/schema.ts';
import { type Alternatives, combineAll, combineAny } from './alternatives.ts';
import { type ConditionClaim, canAllHold } from './can-all-hold.ts';
import { type ConditionTree, toConditionTree } from './condition-tree.ts';

export type ConditionVerdict = 'never' | 'always' | 'depends';

/** Longer conditions are not analyzed. */
const maxAtoms = 200;
/** Effort limit of the analysis. */
const maxEffort = 20_000;

export function verdictOf(condition: Condition): ConditionVerdict {
  const tree = toConditionTree(condition);
  if (countAtoms(tree) > maxAtoms) return 'depends';
  if (isImpossible(tree, true)) return 'never';
  return isImpossible(tree, false) ? 'always' : 'depends';
}

function countAtoms(tree: ConditionTree): number {
  if (tree.kind === 'atom') return 1;
  const parts = tree.kind === 'not' ? [tree.part] : tree.parts;
  return parts.reduce((sum, part) => sum + countAtoms(part), 0);
}

function isImpossible(tree: ConditionTree, wanted: boolean): boolean {
  const effort = { left: maxEffort };
  return alternativesOf(tree, wanted, (claims) => canAllHold(claims, effort))?.length === 0;
}

function alternativesOf(
  tree: ConditionTree,
  wanted: boolean,
  areCompatible: (claims: readonly ConditionClaim[]) => boolean,
): Alternatives<ConditionClaim> {
  switch (tree.kind) {
    case 'atom':
      return combineAll([[[{ atom: tree.atom, wanted }]]], areCompatible);
    case 'not':
      return alternativesOf(tree.part, !wanted, areCompatible);
    default: {
      const parts = tree.parts.map((part) => alternativesOf(part, wanted, areCompatible));
      return (tree.kind === 'all') === wanted ? combineAll(parts, areCompatible) : combineAny(parts);
    }
  }
}
