/** The trees directly inside a tree, in the order in which they are written. */
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
