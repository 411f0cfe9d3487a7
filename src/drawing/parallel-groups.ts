/** Nodes that run side by side: which of them stand together in a layer, and which have to be told in words. */
import type { Item } from './item.ts';
import type { Sketch } from './sketch.ts';

/** @returns the boxes of each group that has more than one in this layer, from left to right */
export function membersOf(layer: readonly Item[]): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of layer) {
    const group = item.node?.group ?? null;
    if (group !== null) groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return [...groups.values()].filter((members) => members.length > 1);
}

/** @returns the names of each group, where a group has more than one node */
export function groupNames({ nodes }: Sketch): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { group, name } of nodes) {
    if (group !== null) groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return new Map([...groups].filter(([, names]) => names.length > 1));
}
