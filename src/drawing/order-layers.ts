/**
 * Orders the items of every layer to minimize crossings: each moves to the mean of its neighbours, alternately from
 * above and below.
 */
import { type Item, neighboursOf } from './item.ts';
import { membersOf } from './parallel-groups.ts';

const rounds = 6;

export function orderLayers(layers: readonly (readonly Item[])[]): Item[][] {
  let current = layers.map((layer) => sorted(number([...layer]), () => 0));
  let best = current;
  let fewest = crossings(best);
  for (let round = 0; round < rounds && fewest > 0; round++) {
    current =
      round % 2 === 0
        ? current.map((layer) => sorted(layer, (item) => meanPosition(item, 'up')))
        : current
            .toReversed()
            .map((layer) => sorted(layer, (item) => meanPosition(item, 'down')))
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

/** Nodes of a group stay adjacent: the group moves to its mean. */
function sorted(layer: readonly Item[], target: (item: Item) => number): Item[] {
  const own = new Map(layer.map((item) => [item, target(item)]));
  const targetOf = (item: Item) => own.get(item) ?? 0;
  const ofGroup = new Map<Item, number>();
  for (const members of membersOf(layer)) {
    const mean = members.reduce((sum, item) => sum + targetOf(item), 0) / members.length;
    for (const item of members) ofGroup.set(item, mean);
  }
  const first = new Map<string, number>();
  for (const item of layer) {
    const group = item.node?.group ?? null;
    if (group !== null && ofGroup.has(item) && !first.has(group)) first.set(group, item.position);
  }
  const anchor = (item: Item) =>
    (ofGroup.has(item) ? first.get(item.node?.group ?? '') : undefined) ?? item.position;
  return number(
    [...layer].sort(
      (a, b) =>
        (ofGroup.get(a) ?? targetOf(a)) - (ofGroup.get(b) ?? targetOf(b)) ||
        anchor(a) - anchor(b) ||
        targetOf(a) - targetOf(b),
    ),
  );
}

function meanPosition(item: Item, side: 'up' | 'down'): number {
  const neighbours = neighboursOf(item, side);
  if (neighbours.length === 0) return item.position;
  return neighbours.reduce((sum, { position }) => sum + position, 0) / neighbours.length;
}

/** Requires the positions of these layers. */
function crossings(layers: readonly (readonly Item[])[]): number {
  let count = 0;
  for (const layer of layers) {
    const width = Math.max(0, ...layer.flatMap(({ down }) => down.map(({ below }) => below.position + 1)));
    // A binary indexed tree of the ends so far: counts those to the right of the next.
    const seen = new Array<number>(width + 1).fill(0);
    let total = 0;
    for (const { down } of layer) {
      const ends = down.map(({ below }) => below.position);
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
