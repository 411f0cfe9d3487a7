/** Lists the references of a tree: names, the constant path after each, and positions. */
import { parts } from './parts.ts';
import type { Span, Tree } from './tree.ts';

export interface Reference {
  readonly name: string;
  /** Constant fields and indexes after the name, up to the first computed one. */
  readonly path: readonly string[];
  readonly span: Span;
  /** Absence is allowed: inside the first argument of `default`, or before `?.`. */
  readonly optional: boolean;
}

export function referencesOf(tree: Tree): readonly Reference[] {
  const found: Reference[] = [];
  collect(tree, false, found);
  return found;
}

function collect(tree: Tree, optional: boolean, found: Reference[]): void {
  const path = pathOf(tree);
  if (path !== undefined) {
    const { tree: named } = path;
    const span = named.at ?? named.span ?? { start: 0, end: 0 };
    found.push({ name: path.name, path: path.keys, span, optional: optional || path.safe });
    for (const index of path.computed) collect(index, optional, found);
    return;
  }
  if (tree.kind === 'call' && tree.name === '$outcome') {
    for (const field of tree.args.flatMap(parts)) collect(field, optional || field.kind === 'name', found);
    return;
  }
  const lenient = tree.kind === 'call' && tree.name === 'default' ? tree.args[0] : undefined;
  const safe = (tree.kind === 'member' || tree.kind === 'index') && tree.safe ? tree.of : undefined;
  for (const part of parts(tree)) collect(part, optional || part === lenient || part === safe, found);
}

interface Path {
  readonly name: string;
  readonly keys: readonly string[];
  /** The longest constant part. */
  readonly tree: Extract<Tree, { kind: 'name' | 'member' | 'index' }>;
  readonly safe: boolean;
  /** Indexes that are expressions themselves. */
  readonly computed: readonly Tree[];
}

/** Undefined if the tree is not a path from a name. */
function pathOf(tree: Tree): Path | undefined {
  if (tree.kind === 'name') return { name: tree.name, keys: [], tree, safe: false, computed: [] };
  if (tree.kind !== 'member' && tree.kind !== 'index') return undefined;
  const of = pathOf(tree.of);
  if (of === undefined) return undefined;
  const safe = of.safe || tree.safe;
  const key = constantKey(tree);
  if (key === undefined && tree.kind === 'index') {
    return { ...of, safe, computed: [...of.computed, tree.index] };
  }
  if (key === undefined || of.computed.length > 0) return { ...of, safe };
  return { ...of, safe, keys: [...of.keys, key], tree };
}

function constantKey(tree: Extract<Tree, { kind: 'member' | 'index' }>): string | undefined {
  if (tree.kind === 'member') return tree.key;
  const { index } = tree;
  const constant =
    index.kind === 'literal' && (typeof index.value === 'string' || typeof index.value === 'number');
  return constant ? String(index.value) : undefined;
}
