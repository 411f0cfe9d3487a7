/** Puts what the kernel knows a value by in place of the name that the author used. */
import { type Json, referencesOf, type Tree, withoutSpans } from '../../expression/index.ts';
import type { Expression } from '../../kernel/index.ts';
import type { Names } from './names.ts';

/** Of the evaluator that every program of this language names. */
export const evaluatorName = 'expression';

export function bindTree(tree: Tree, names: Names): Tree {
  const bind = (each: Tree): Tree => bindTree(each, names);
  switch (tree.kind) {
    case 'literal':
      return tree;
    case 'name':
      return { ...tree, name: names.get(tree.name)?.variable ?? tree.name };
    case 'member':
    case 'not':
    case 'negative':
      return { ...tree, of: bind(tree.of) };
    case 'index':
      return { ...tree, of: bind(tree.of), index: bind(tree.index) };
    case 'binary':
      return { ...tree, left: bind(tree.left), right: bind(tree.right) };
    case 'duration':
      return { ...tree, amount: bind(tree.amount) };
    case 'list':
      return { ...tree, items: tree.items.map(bind) };
    case 'object':
      return { ...tree, fields: tree.fields.map(({ key, value }) => ({ key, value: bind(value) })) };
    case 'call':
      return { ...tree, args: tree.args.map(bind) };
    case 'text':
      return { ...tree, parts: tree.parts.map((part) => (typeof part === 'string' ? part : bind(part))) };
  }
}

/** @param tree with names that the kernel knows */
export function evaluate(tree: Tree): Expression {
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
export const truth = (tree: Tree): Tree => ({ kind: 'call', name: '$truth', args: [tree] });

/** The same for a choice between ways: where a constant decides, the others are never gone. */
export const decision = (tree: Tree): Tree =>
  tree.kind === 'literal' && typeof tree.value === 'boolean' ? tree : truth(tree);
