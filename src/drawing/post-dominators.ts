/** Finds where the branches of a node rejoin: the first node on all paths from it (its immediate post-dominator). */
import { outgoing } from './layers.ts';
import type { Sketch, SketchLink } from './sketch.ts';

export interface PostDominators {
  /** Null if some path ends before; undefined if the node is unknown. */
  get(id: string): string | null | undefined;
  common(ids: readonly string[]): string | null;
}

/** @param forward the links without those that lead back (loops) */
export function findPostDominators(sketch: Sketch, forward: readonly SketchLink[]): PostDominators {
  const out = outgoing(forward);
  const postDominator = new Map<string, string | null>();
  const stepsToEnd = new Map<string, number>();

  /** Walks forward from both until they meet; the common end is null. */
  const meet = (one: string | null, other: string | null): string | null => {
    let [a, b] = [one, other];
    while (a !== b && a !== null && b !== null) {
      if ((stepsToEnd.get(a) ?? 0) >= (stepsToEnd.get(b) ?? 0)) a = postDominator.get(a) ?? null;
      else b = postDominator.get(b) ?? null;
    }
    return a === b ? a : null;
  };
  const common = (ids: readonly string[]): string | null =>
    ids.length === 0 ? null : ids.slice(1).reduce<string | null>(meet, ids[0] ?? null);

  for (const id of lastFirst(sketch, forward)) {
    const node = common((out.get(id) ?? []).map(({ to }) => to));
    postDominator.set(id, node);
    stepsToEnd.set(id, node === null ? 0 : (stepsToEnd.get(node) ?? 0) + 1);
  }
  return { get: (id) => postDominator.get(id), common };
}

/** Every node after all its successors. */
function lastFirst({ nodes }: Sketch, forward: readonly SketchLink[]): string[] {
  const into = outgoing(forward.map((link) => ({ ...link, from: link.to, to: link.from })));
  const openSuccessors = new Map<string, number>();
  for (const { from } of forward) openSuccessors.set(from, (openSuccessors.get(from) ?? 0) + 1);
  const queue = nodes.map(({ id }) => id).filter((id) => !openSuccessors.has(id));
  for (const id of queue) {
    for (const { to } of into.get(id) ?? []) {
      const left = (openSuccessors.get(to) ?? 0) - 1;
      openSuccessors.set(to, left);
      if (left === 0) queue.push(to);
    }
  }
  return queue;
}
