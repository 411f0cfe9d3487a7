/** A priority queue: lowest rank first, equal ranks in insertion order. */

export interface Queue<T> {
  add(item: T, rank: number): void;
  take(): T | undefined;
}

export const createQueue = <T>(): Queue<T> => {
  const ranks: { readonly items: T[]; taken: number }[] = [];
  let lowest = 0;
  return {
    add(item, rank) {
      while (ranks.length <= rank) ranks.push({ items: [], taken: 0 });
      ranks[rank]!.items.push(item);
      if (rank < lowest) lowest = rank;
    },
    take() {
      for (; lowest < ranks.length; lowest += 1) {
        const rank = ranks[lowest]!;
        if (rank.taken < rank.items.length) return rank.items[rank.taken++];
      }
      return undefined;
    },
  };
};
