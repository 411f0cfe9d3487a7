/** Finds the nodes on cycles, in time linear in nodes and edges, at any size and depth. */

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
  for (const root of endings(next).reverse()) {
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

/** Nodes in post-order of a depth-first search. */
function endings(next: readonly (readonly number[])[]): number[] {
  const ended: number[] = [];
  const seen = new Set<number>();
  for (const root of next.keys()) {
    if (seen.has(root)) continue;
    seen.add(root);
    const open = [{ at: root, tried: 0 }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const to = next[top.at]?.[top.tried];
      top.tried += 1;
      if (to === undefined) {
        ended.push(top.at);
        open.pop();
      } else if (!seen.has(to)) {
        seen.add(to);
        open.push({ at: to, tried: 0 });
      }
    }
  }
  return ended;
}
