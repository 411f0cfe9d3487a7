/** Arranges items in ordered layers with columns: the layout of text and SVG drawings. */
import { type Box, boxOf, type DisplayOptions, passage } from './box.ts';
import { displayWidth, wrapWithin } from './clean-text.ts';
import type { Item, Label } from './item.ts';
import { maxLabelLines } from './labels.ts';
import type { Layered } from './layers.ts';
import { orderLayers } from './order-layers.ts';
import { membersOf } from './parallel-groups.ts';
import { placeColumns } from './place-columns.ts';
import { isCircle } from './routing-sign.ts';
import type { SketchLink, SketchNode } from './sketch.ts';

export interface Grid {
  readonly layers: readonly (readonly Item[])[];
  readonly width: number;
}

export interface Spacing {
  /** Columns between two boxes. */
  readonly gap: number;
  /** Maximum lines of a label; 0 reserves no room for labels. */
  readonly labelLines: number;
  /** Columns to the right of parallel boxes. */
  readonly afterGroup: number;
  /** Whether circles have their names next to them, as in SVG drawings. */
  readonly circles?: boolean;
}

const minCircleWidth = 5;

/** A longer label is moved to the list. */
const maxLabelWidth = 28;

export function gridOf(layered: Layered, shown: DisplayOptions, spacing: Spacing): Grid {
  const items = new Map<string, Item>();
  const minWidths = computeMinWidths(layered.lines);
  const layers = layered.layers.map((nodes) =>
    nodes.map((node) => {
      const box = boxOf(node, shown, minWidths.get(node.id) ?? 0);
      const item =
        spacing.circles === true && isCircle(node)
          ? circleOf(node, box, minWidths.get(node.id) ?? minCircleWidth)
          : itemOf(node, box);
      items.set(node.id, item);
      return item;
    }),
  );
  for (const link of layered.lines) {
    const target = items.get(link.to);
    let above = items.get(link.from);
    if (above?.node == null || target?.node == null) continue;
    let label: Label | null =
      link.label === null ? null : { text: link.label, from: above.node.name, to: target.node.name };
    for (let layer = depthOf(layered, link.from) + 1; layer < depthOf(layered, link.to); layer++) {
      const between = itemOf(null, passage);
      layers[layer]?.push(between);
      connect(above, between, link.kind, label);
      above = between;
      label = null;
    }
    connect(above, target, link.kind, label);
  }
  const ordered = orderLayers(layers);
  for (const layer of ordered) {
    for (const item of layer) item.room.label = roomForLabels(item, spacing.labelLines);
    for (const members of membersOf(layer)) {
      const last = members.at(-1);
      if (last !== undefined) last.room.after = spacing.afterGroup;
    }
  }
  return { layers: ordered, width: placeColumns(ordered, spacing.gap) };
}

/** Lines that end at the top of a box have separate columns; two that leave it do not touch. */
function computeMinWidths(lines: readonly SketchLink[]): ReadonlyMap<string, number> {
  const minWidths = new Map<string, number>();
  for (const { to } of lines) minWidths.set(to, (minWidths.get(to) ?? 3) + 2);
  const leaving = new Set(lines.filter(({ kind }) => kind === 'next').map(({ from }) => from));
  for (const { from, kind } of lines) {
    if (kind === 'failure' && leaving.has(from)) minWidths.set(from, Math.max(minWidths.get(from) ?? 0, 9));
  }
  return minWidths;
}

function depthOf({ layerOf }: Layered, id: string): number {
  return layerOf.get(id) ?? 0;
}

function itemOf(node: SketchNode | null, box: Box): Item {
  return { node, box, up: [], down: [], room: { label: 0, after: 0 }, position: 0, middle: 0 };
}

/** Wide enough for the incoming lines; labels are to the right of them. */
function circleOf(node: SketchNode, box: Box, width: number): Item {
  const texts = [node.name, ...box.remarks].map(displayWidth);
  return { ...itemOf(node, { ...box, width }), room: { label: 0, after: Math.max(...texts) + 1 } };
}

function connect(above: Item, below: Item, kind: SketchLink['kind'], label: Label | null): void {
  const segment = { above, below, kind, label };
  above.down.push(segment);
  below.up.push(segment);
}

/** The minimum width for the widest label. */
function roomForLabels({ up }: Item, lines: number): number {
  if (lines === 0) return 0;
  return up.reduce((room, { label }) => Math.max(room, roomFor(label?.text ?? '', lines)), 0);
}

/** More lines than requested are better than no room. */
function roomFor(label: string, lines: number): number {
  for (let count = lines; count <= maxLabelLines; count++) {
    for (let width = Math.ceil(displayWidth(label) / count); width <= maxLabelWidth; width++) {
      if (wrapWithin(label, width, count) !== undefined) return width;
    }
  }
  return 0;
}
