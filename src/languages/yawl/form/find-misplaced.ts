/** Finds what stands out of order: the fewest items whose removal leaves the others in order. */

export interface Misplaced<Item> {
  readonly item: Item;
  /** The first of those in order that it has to stand before; undefined where it stands too early. */
  readonly before: Item | undefined;
  /** The last of those in order that it has to stand behind. */
  readonly after: Item | undefined;
}

export function findMisplaced<Item>(
  items: readonly Item[],
  rank: (item: Item) => number,
): readonly Misplaced<Item>[] {
  const kept = longestInOrder(items.map(rank));
  if (kept.size === items.length) return [];
  const inOrder = [...items.entries()].filter(([index]) => kept.has(index));
  return [...items.entries()].flatMap(([index, item]) => {
    if (kept.has(index)) return [];
    const higher = countUpTo(inOrder, ([, other]) => rank(other) <= rank(item));
    const [next, before] = inOrder[higher] ?? [];
    const [, after] = inOrder[higher - 1] ?? [];
    return [{ item, before: next !== undefined && next < index ? before : undefined, after }];
  });
}

/** How many of a list fit, where all that do stand first. */
function countUpTo<Item>(list: readonly Item[], fits: (item: Item) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list[middle];
    if (item !== undefined && fits(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Indices of a longest run of ranks that never falls. */
function longestInOrder(ranks: readonly number[]): ReadonlySet<number> {
  /** By length: the index where the run of that length with the lowest end ends. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  ranks.forEach((rank, index) => {
    const low = countUpTo(ends, (end) => (ranks[end] ?? 0) <= rank);
    previous.push(low === 0 ? undefined : ends[low - 1]);
    ends[low] = index;
  });
  const kept = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) kept.add(at);
  return kept;
}
