/** Finds the nodes on cycles, in time linear in nodes and edges, at any size and depth. */
import { postOrder } from './post-order.ts';

/** @param onward edges to nodes of the list; others are ignored */
export function findCyclic<Node>(
  nodes: readonly Node[],
  onward: (node: Node) => readonly Node[],
): ReadonlySet<Node> {
  const indexes = new Map(nodes.map((node, index) => [node, index]));
  const next = nodes.map((node) => onward(node).flatMap((each) => indexes.get(each) ?? []));
  const previous: number[][] = nodes.map(() => []);
  next.forEach((targets, from) => {
    for (const to of targets) previous[to]?.push(from);
  });
  // Nodes by the end of their search, last first. What reaches each of them backwards is its component.
  const part = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const root of postOrder(next.keys(), next).reverse()) {
    if (part.has(root)) continue;
    part.set(root, root);
    const open = [root];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      sizes.set(root, (sizes.get(root) ?? 0) + 1);
      for (const from of previous[at] ?? []) {
        if (part.has(from)) continue;
        part.set(from, root);
        open.push(from);
      }
    }
  }
  return new Set(
    nodes.filter(
      (_, index) => (sizes.get(part.get(index) ?? -1) ?? 0) > 1 || next[index]?.includes(index) === true,
    ),
  );
}
