/** Finds parallel nodes: those adjacent in a layer, and those to be described in text. */
import { groupBy } from './group-by.ts';
import type { Item } from './item.ts';
import type { Sketch } from './sketch.ts';

/** @returns the boxes of each group with more than one box in this layer, from left to right */
export function membersOf(layer: readonly Item[]): Item[][] {
  const grouped = layer.filter(({ node }) => node !== null && node.group !== null);
  return [...groupBy(grouped, ({ node }) => node?.group).values()].filter((members) => members.length > 1);
}

/** @returns the names of each group with more than one node */
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
