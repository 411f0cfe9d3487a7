/** For each node of a graph a set of its nodes, 32 to a word: nodes may depend on each other by the thousand. */
import { postOrder } from '../post-order.ts';

export interface NodeSets {
  readonly has: (at: number, member: number) => boolean;
}

interface Bits extends NodeSets {
  readonly words: number;
  readonly rows: Int32Array;
}

function createBits(count: number): Bits {
  const words = (count + 31) >>> 5;
  const rows = new Int32Array(count * words);
  return {
    words,
    rows,
    has: (at, member) => ((rows[at * words + (member >>> 5)] ?? 0) & (1 << (member & 31))) !== 0,
  };
}

function add({ words, rows }: Bits, at: number, member: number): void {
  const word = at * words + (member >>> 5);
  rows[word] = (rows[word] ?? 0) | (1 << (member & 31));
}

/** The nodes reachable in one or more steps. */
export function closureOf(next: readonly (readonly number[])[]): NodeSets {
  const bits = createBits(next.length);
  const { words, rows, has } = bits;
  next.forEach((list, from) => {
    for (const to of list) add(bits, from, to);
  });
  // Warshall's algorithm: paths by way of the first node, then of the first two, and so on.
  for (let by = 0; by < next.length; by += 1) {
    for (let from = 0; from < next.length; from += 1) {
      if (from === by || !has(from, by)) continue;
      const [into, way] = [from * words, by * words];
      for (let word = 0; word < words; word += 1)
        rows[into + word] = (rows[into + word] ?? 0) | (rows[way + word] ?? 0);
    }
  }
  return bits;
}

/** The nodes that every path from a root passes, including the node itself. Of unreachable nodes: all. */
export function dominatorsOf(roots: readonly number[], next: readonly (readonly number[])[]): NodeSets {
  const bits = createBits(next.length);
  const { words, rows } = bits;
  rows.fill(-1);
  const isRoot = new Set(roots);
  for (const root of roots) {
    rows.fill(0, root * words, (root + 1) * words);
    add(bits, root, root);
  }
  // Each node before those that it leads to, except for loops.
  const order = postOrder(roots, next).reverse();
  for (let changed = true; changed; ) {
    changed = false;
    for (const from of order) {
      for (const to of next[from] ?? []) {
        if (isRoot.has(to)) continue;
        for (let word = 0; word < words; word += 1) {
          const before = rows[to * words + word] ?? 0;
          const itself = to >>> 5 === word ? 1 << (to & 31) : 0;
          const after = before & ((rows[from * words + word] ?? 0) | itself);
          if (after === before) continue;
          rows[to * words + word] = after;
          changed = true;
        }
      }
    }
  }
  return bits;
}
