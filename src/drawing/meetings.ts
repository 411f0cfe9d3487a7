/** Finds where the branches of a node meet: the first node on all paths from it. */
import { outgoing } from './layers.ts';
import type { Sketch, SketchLink } from './sketch.ts';

export interface Meetings {
  /** Null if some path ends before; undefined if the node is unknown. */
  get(id: string): string | null | undefined;
  common(ids: readonly string[]): string | null;
}

/** @param forward links without loops */
export function findMeetings(sketch: Sketch, forward: readonly SketchLink[]): Meetings {
  const out = outgoing(forward);
  const meeting = new Map<string, string | null>();
  const depth = new Map<string, number>();

  /** Walks up from both until they meet; the common end is null. */
  const meet = (one: string | null, other: string | null): string | null => {
    let [a, b] = [one, other];
    while (a !== b && a !== null && b !== null) {
      if ((depth.get(a) ?? 0) >= (depth.get(b) ?? 0)) a = meeting.get(a) ?? null;
      else b = meeting.get(b) ?? null;
    }
    return a === b ? a : null;
  };
  const common = (ids: readonly string[]): string | null =>
    ids.length === 0 ? null : ids.slice(1).reduce<string | null>(meet, ids[0] ?? null);

  for (const id of lastFirst(sketch, forward)) {
    const place = common((out.get(id) ?? []).map(({ to }) => to));
    meeting.set(id, place);
    depth.set(id, place === null ? 0 : (depth.get(place) ?? 0) + 1);
  }
  return { get: (id) => meeting.get(id), common };
}

/** Every node after all its successors. */
function lastFirst({ nodes }: Sketch, forward: readonly SketchLink[]): string[] {
  const into = outgoing(forward.map((link) => ({ ...link, from: link.to, to: link.from })));
  const missing = new Map<string, number>();
  for (const { from } of forward) missing.set(from, (missing.get(from) ?? 0) + 1);
  const queue = nodes.map(({ id }) => id).filter((id) => !missing.has(id));
  for (const id of queue) {
    for (const { to } of into.get(id) ?? []) {
      const left = (missing.get(to) ?? 0) - 1;
      missing.set(to, left);
      if (left === 0) queue.push(to);
    }
  }
  return queue;
}
