/** Finds the elements that are out of order: the fewest whose removal leaves the rest in order. */

export interface Misplaced<Item> {
  readonly item: Item;
  /** The first ordered element that must follow it; `undefined` if it comes too early. */
  readonly before: Item | undefined;
  /** The last ordered element that must precede it. */
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

/** Length of the matching prefix of a list. */
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

/** Indexes of a longest non-decreasing subsequence of ranks. */
function longestInOrder(ranks: readonly number[]): ReadonlySet<number> {
  /** By length: the index where the subsequence of that length with the lowest end ends. */
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
