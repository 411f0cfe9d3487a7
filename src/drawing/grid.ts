/** Layers of items in order, each with a column: the layout that text and SVG share. */
import { type Box, boxOf, passage, type Shown } from './box.ts';
import type { Item } from './item.ts';
import type { Layered } from './layers.ts';
import type { GraphNode } from './net-graph.ts';
import { orderLayers } from './order-layers.ts';
import { placeColumns } from './place-columns.ts';

export interface Grid {
  readonly layers: readonly (readonly Item[])[];
  readonly width: number;
}

/** @param gap columns between two boxes */
export function gridOf(layered: Layered, shown: Shown, gap: number): Grid {
  const linesIn = new Map<number, number>();
  for (const { to } of layered.lines) linesIn.set(to, (linesIn.get(to) ?? 0) + 1);
  const items = new Map<number, Item>();
  const layers = layered.layers.map((nodes) =>
    nodes.map((node) => {
      const item = itemOf(node, boxOf(node, shown, linesIn.get(node.index) ?? 0));
      items.set(node.index, item);
      return item;
    }),
  );
  for (const { from, to } of layered.lines) {
    const target = items.get(to);
    let above = items.get(from);
    if (above === undefined || target === undefined) continue;
    for (let layer = (layered.layerOf[from] ?? 0) + 1; layer < (layered.layerOf[to] ?? 0); layer++) {
      const between = itemOf(null, passage);
      layers[layer]?.push(between);
      connect(above, between);
      above = between;
    }
    connect(above, target);
  }
  const ordered = orderLayers(layers);
  return { layers: ordered, width: placeColumns(ordered, gap) };
}

function itemOf(node: GraphNode | null, box: Box): Item {
  return { node, box, up: [], down: [], position: 0, middle: 0 };
}

function connect(above: Item, below: Item): void {
  above.down.push(below);
  below.up.push(above);
}
