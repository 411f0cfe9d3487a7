/** Nodes that run side by side: which of them stand together in a layer, and which have to be told in words. */
import { groupBy } from './group-by.ts';
import type { Item } from './item.ts';
import type { Sketch } from './sketch.ts';

/** @returns the boxes of each group that has more than one in this layer, from left to right */
export function membersOf(layer: readonly Item[]): Item[][] {
  const grouped = layer.filter(({ node }) => node !== null && node.group !== null);
  return [...groupBy(grouped, ({ node }) => node?.group).values()].filter((members) => members.length > 1);
}

/** @returns the names of each group, where a group has more than one node */
export function groupNames({ nodes }: Sketch): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  for (const [group, members] of groupBy(nodes, (node) => node.group)) {
    if (group !== null && members.length > 1)
      names.set(
        group,
        members.map(({ name }) => name),
      );
  }
  return names;
}
