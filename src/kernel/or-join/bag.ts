/** A bag of places: ascending, with one entry per token. */
export type Bag = readonly number[];

export const has = (bag: Bag, place: number): boolean => bag[findPosition(bag, place)] === place;

/** The position of the first entry that is not below it. */
export function findPosition(bag: Bag, place: number): number {
  let low = 0;
  let high = bag.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bag[middle]! < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether `small` is a subset of `big`. */
export function isWithin(small: Bag, big: Bag): boolean {
  let at = 0;
  for (const place of small) {
    while (at < big.length && big[at]! < place) at += 1;
    if (at === big.length || big[at] !== place) return false;
    at += 1;
  }
  return true;
}

export function plus(left: Bag, right: Bag): Bag {
  const sum: number[] = [];
  let at = 0;
  for (const place of left) {
    while (at < right.length && right[at]! < place) sum.push(right[at++]!);
    sum.push(place);
  }
  while (at < right.length) sum.push(right[at++]!);
  return sum;
}

/** The rest of `from`; tokens that are not in it are ignored. */
export function minus(from: Bag, less: Bag): Bag {
  const rest: number[] = [];
  let at = 0;
  for (const place of from) {
    while (at < less.length && less[at]! < place) at += 1;
    if (at < less.length && less[at] === place) at += 1;
    else rest.push(place);
  }
  return rest;
}

export function sorted(places: Iterable<number>): Bag {
  return [...places].sort((left, right) => left - right);
}
