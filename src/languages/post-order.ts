/** The nodes that the roots lead to, in post-order of a depth-first search, at any size and depth. @param next by node */
export function postOrder(roots: Iterable<number>, next: readonly (readonly number[])[]): number[] {
  const ended: number[] = [];
  const seen = new Set<number>();
  for (const root of roots) {
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
