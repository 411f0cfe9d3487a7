/** A set of markings, stored as a tree of bags, with fast subset queries. */
import type { Bag } from './bag.ts';
import type { Fuel } from './fuel.ts';

export interface Antichain {
  add(bag: Bag): void;
  /** Whether a stored bag is within this one; `isSmaller` requires fewer tokens. */
  hasWithin(bag: Bag, isSmaller: boolean): boolean;
}

interface Branch {
  ends: boolean;
  readonly next: Map<number, Branch>;
}

export function createAntichain(fuel: Fuel): Antichain {
  const root: Branch = { ends: false, next: new Map() };

  const search = (branch: Branch, bag: Bag, from: number, depth: number): boolean => {
    if (branch.ends) return depth > 0;
    if (depth === 0) return false;
    fuel.left -= bag.length - from;
    for (let at = from; at < bag.length; at += 1) {
      // Of equal tokens the first is sufficient.
      if (at > from && bag[at] === bag[at - 1]) continue;
      const next = branch.next.get(bag[at]!);
      if (next !== undefined && search(next, bag, at + 1, depth - 1)) return true;
    }
    return false;
  };

  return {
    add(bag) {
      let branch = root;
      for (const place of bag) {
        let next = branch.next.get(place);
        if (next === undefined) {
          next = { ends: false, next: new Map() };
          branch.next.set(place, next);
        }
        branch = next;
      }
      branch.ends = true;
    },
    // `depth` is how many more tokens a stored bag may have, plus one.
    hasWithin: (bag, isSmaller) => search(root, bag, 0, bag.length + (isSmaller ? 0 : 1)),
  };
}
