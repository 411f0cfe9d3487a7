/** The direct children of a tree, in the order in which they are written. */
import type { Tree } from './tree.ts';

export function parts(tree: Tree): readonly Tree[] {
  switch (tree.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'member':
    case 'not':
    case 'negative':
      return [tree.of];
    case 'index':
      return [tree.of, tree.index];
    case 'binary':
      return [tree.left, tree.right];
    case 'duration':
      return [tree.amount];
    case 'list':
      return tree.items;
    case 'object':
      return tree.fields.map(({ value }) => value);
    case 'call':
      return tree.args;
    case 'text':
      return tree.parts.filter((part) => typeof part !== 'string');
  }
}

/** Copies a tree with each direct child replaced. */
export function mapParts(tree: Tree, change: (part: Tree) => Tree): Tree {
  switch (tree.kind) {
    case 'literal':
    case 'name':
      return tree;
    case 'member':
    case 'not':
    case 'negative':
      return { ...tree, of: change(tree.of) };
    case 'index':
      return { ...tree, of: change(tree.of), index: change(tree.index) };
    case 'binary':
      return { ...tree, left: change(tree.left), right: change(tree.right) };
    case 'duration':
      return { ...tree, amount: change(tree.amount) };
    case 'list':
      return { ...tree, items: tree.items.map(change) };
    case 'object':
      return { ...tree, fields: tree.fields.map(({ key, value }) => ({ key, value: change(value) })) };
    case 'call':
      return { ...tree, args: tree.args.map(change) };
    case 'text':
      return { ...tree, parts: tree.parts.map((part) => (typeof part === 'string' ? part : change(part))) };
  }
}
