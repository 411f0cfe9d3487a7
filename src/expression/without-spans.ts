/** Removes positions from a tree: programs contain plain JSON. */
import type { Json, Tree } from './tree.ts';

export function withoutSpans(tree: Tree): { readonly [key: string]: Json } {
  switch (tree.kind) {
    case 'literal':
      return { kind: 'literal', value: tree.value };
    case 'name':
      return { kind: 'name', name: tree.name };
    case 'member':
      return { kind: 'member', of: withoutSpans(tree.of), key: tree.key, safe: tree.safe };
    case 'index':
      return { kind: 'index', of: withoutSpans(tree.of), index: withoutSpans(tree.index), safe: tree.safe };
    case 'not':
    case 'negative':
      return { kind: tree.kind, of: withoutSpans(tree.of) };
    case 'binary': {
      const { operator, left, right } = tree;
      return { kind: 'binary', operator, left: withoutSpans(left), right: withoutSpans(right) };
    }
    case 'duration':
      return { kind: 'duration', amount: withoutSpans(tree.amount), unit: tree.unit };
    case 'list':
      return { kind: 'list', items: tree.items.map(withoutSpans) };
    case 'object':
      return {
        kind: 'object',
        fields: tree.fields.map(({ key, value }) => ({ key, value: withoutSpans(value) })),
      };
    case 'call':
      return { kind: 'call', name: tree.name, args: tree.args.map(withoutSpans) };
    case 'text':
      return {
        kind: 'text',
        parts: tree.parts.map((part) => (typeof part === 'string' ? part : withoutSpans(part))),
      };
  }
}
