/** Replaces author names in an expression tree by the names that the kernel uses. */
import {
  type Json,
  mapParts,
  readDates,
  referencesOf,
  type Tree,
  withoutSpans,
} from '../../expression/index.ts';
import type { Expression } from '../../kernel/index.ts';
import type { NameBindings } from './name-bindings.ts';

/** The evaluator name of every program of this language. */
export const evaluatorName = 'expression';

/** Replaces names by kernel names; names of dates are read as dates. */
export function bindTree(tree: Tree, names: NameBindings): Tree {
  return bindNames(
    readDates(tree, (name) => names.get(name)?.type),
    names,
  );
}

function bindNames(tree: Tree, names: NameBindings): Tree {
  if (tree.kind === 'name') return { ...tree, name: names.get(tree.name)?.variable ?? tree.name };
  return mapParts(tree, (each) => bindNames(each, names));
}

/** @param tree with kernel names */
export function evalTree(tree: Tree): Expression {
  if (tree.kind === 'name') return { kind: 'read', name: tree.name };
  if (tree.kind === 'literal') return { kind: 'value', value: tree.value };
  const references = referencesOf(tree);
  const reads = [...new Set(references.map(({ name }) => name))];
  const optional = reads.filter((name) =>
    references.every((reference) => reference.name !== name || reference.optional),
  );
  const source: Json = withoutSpans(tree);
  const common = { kind: 'eval', evaluator: evaluatorName, source, reads } as const;
  return optional.length === 0 ? common : { ...common, optional };
}

/** Tests whether a value counts as true. Stays a run-time test: `if: false` disables a node and is not an error. */
export const toTruthTest = (tree: Tree): Tree => ({ kind: 'call', name: '$truth', args: [tree] });

/** The same for a branch: a constant condition decides at compile time, and the other options are never taken. */
export const toDecisionTest = (tree: Tree): Tree =>
  tree.kind === 'literal' && typeof tree.value === 'boolean' ? tree : toTruthTest(tree);
