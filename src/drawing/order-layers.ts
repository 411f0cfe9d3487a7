/** Orders the items of every layer so that few lines cross: each goes to the mean of its neighbours, by turns from above and below. */
import type { Item } from './item.ts';

const rounds = 6;

export function orderLayers(layers: readonly (readonly Item[])[]): Item[][] {
  let current = layers.map((layer) => number([...layer]));
  let best = current;
  let fewest = crossings(best);
  for (let round = 0; round < rounds && fewest > 0; round++) {
    current =
      round % 2 === 0
        ? current.map((layer) => sorted(layer, 'up'))
        : current
            .toReversed()
            .map((layer) => sorted(layer, 'down'))
            .toReversed();
    const count = crossings(current);
    if (count < fewest) [best, fewest] = [current, count];
  }
  best.forEach(number);
  return best;
}

function number(layer: Item[]): Item[] {
  layer.forEach((item, position) => {
    item.position = position;
  });
  return layer;
}

function sorted(layer: readonly Item[], side: 'up' | 'down'): Item[] {
  const key = new Map(layer.map((item) => [item, meanPosition(item, side)]));
  return number([...layer].sort((a, b) => (key.get(a) ?? 0) - (key.get(b) ?? 0)));
}

function meanPosition(item: Item, side: 'up' | 'down'): number {
  const neighbours = item[side];
  if (neighbours.length === 0) return item.position;
  return neighbours.reduce((sum, { position }) => sum + position, 0) / neighbours.length;
}

/** Positions must be those of these layers. */
function crossings(layers: readonly (readonly Item[])[]): number {
  let count = 0;
  for (const layer of layers) {
    const width = Math.max(0, ...layer.flatMap(({ down }) => down.map(({ position }) => position + 1)));
    // A binary indexed tree of the ends seen so far: how many lie to the right of the next?
    const seen = new Array<number>(width + 1).fill(0);
    let total = 0;
    for (const { down } of layer) {
      const ends = down.map(({ position }) => position);
      for (const end of ends) {
        count += total;
        for (let at = end + 1; at > 0; at -= at & -at) count -= seen[at] ?? 0;
      }
      for (const end of ends) {
        total += 1;
        for (let at = end + 1; at <= width; at += at & -at) seen[at] = (seen[at] ?? 0) + 1;
      }
    }
  }
  return count;
}
