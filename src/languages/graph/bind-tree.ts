/** Puts what the kernel knows a value by in place of the name that the author used. */
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

/** Of the evaluator that every program of this language names. */
export const evaluatorName = 'expression';

/** Names become what the kernel knows them by; those that are dates are read as dates. */
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

/** @param tree with names that the kernel knows */
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

/** Whether a value counts as true. Nothing is decided here: `if: false` switches a node off, and is no mistake. */
export const toTruthTest = (tree: Tree): Tree => ({ kind: 'call', name: '$truth', args: [tree] });

/** The same for a choice between ways: where a constant decides, the others are never gone. */
export const toDecisionTest = (tree: Tree): Tree =>
  tree.kind === 'literal' && typeof tree.value === 'boolean' ? tree : toTruthTest(tree);
