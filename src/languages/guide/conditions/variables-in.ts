/** Lists the variables that a condition reads, each once. */
import type { Condition } from '../model/schema.ts';
import { type ConditionTree, toConditionTree } from './condition-tree.ts';

export function variablesIn(condition: Condition): readonly string[] {
  return [...new Set(namesIn(toConditionTree(condition)))];
}

function namesIn(tree: ConditionTree): readonly string[] {
  switch (tree.kind) {
    case 'atom':
      return tree.atom.name === null ? [] : [tree.atom.name];
    case 'not':
      return namesIn(tree.part);
    default:
      return tree.parts.flatMap(namesIn);
  }
}
