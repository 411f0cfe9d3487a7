/** Assigns a column to every item: as near to its neighbours as the order in its layer and the gap allow. */
import { type Item, neighboursOf, rightOf } from './item.ts';

/** Straight passing lines take precedence over centered boxes. */
const weightOfPassage = 4;

/** Between a label and the lines on both sides of it. */
const roomAroundLabel = 4;

/** @returns the total width */
export function placeColumns(layers: readonly (readonly Item[])[], gap: number): number {
  for (const layer of layers) placeLayer(layer, gap, () => 0);
  const downwards = layers.slice(1);
  const upwards = layers.slice(0, -1).toReversed();
  for (const layer of downwards) placeLayer(layer, gap, (item) => meanMiddle(item, 'up'));
  for (const layer of upwards) placeLayer(layer, gap, (item) => meanMiddle(item, 'down'));
  for (const layer of downwards) placeLayer(layer, gap, (item) => meanMiddle(item, 'up'));
  const items = layers.flat();
  const left = items.reduce((min, item) => Math.min(min, item.middle - half(item)), Number.MAX_SAFE_INTEGER);
  let width = 0;
  for (const item of items) {
    item.middle -= left;
    width = Math.max(width, rightOf(item) + 1 + item.room.after, item.middle + 2 + item.room.label);
  }
  return width;
}

function half({ box }: Item): number {
  return (box.width - 1) / 2;
}

function meanMiddle(item: Item, side: 'up' | 'down'): number {
  const neighbours = neighboursOf(item, side);
  if (neighbours.length === 0) return item.middle;
  return neighbours.reduce((sum, { middle }) => sum + middle, 0) / neighbours.length;
}

function distance(item: Item, next: Item, gap: number): number {
  const boxes = half(item) + 1 + item.room.after + gap + half(next);
  return item.room.label === 0 ? boxes : Math.max(boxes, item.room.label + roomAroundLabel);
}

interface Run {
  weight: number;
  mean: number;
  readonly items: { readonly item: Item; readonly offset: number }[];
}

/**
 * Minimizes the sum of squared distances from the desired columns, in order: overlapping neighbours are merged into
 * a block, which moves to the mean of their desired columns.
 */
function placeLayer(layer: readonly Item[], gap: number, target: (item: Item) => number): void {
  const runs: Run[] = [];
  let offset = 0;
  layer.forEach((item, index) => {
    const before = layer[index - 1];
    if (before !== undefined) offset += distance(before, item, gap);
    const weight = item.node === null ? weightOfPassage : 1;
    runs.push({ weight, mean: target(item) - offset, items: [{ item, offset }] });
    for (let last = runs.at(-1), other = runs.at(-2); last && other && other.mean > last.mean; ) {
      runs.pop();
      const sum = other.weight + last.weight;
      other.mean = (other.mean * other.weight + last.mean * last.weight) / sum;
      other.weight = sum;
      other.items.push(...last.items);
      [last, other] = [runs.at(-1), runs.at(-2)];
    }
  });
  for (const { mean, items } of runs) {
    for (const { item, offset: from } of items) item.middle = Math.round(mean) + from;
  }
}
