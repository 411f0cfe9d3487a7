/**
 * Backward coverability on a reset net: from the target to the smallest markings from which it is covered, fewest tokens
 * first, keeping only minimal ones. Always terminates (Dickson's lemma) within the budget.
 */
import { createAntichain } from './antichain.ts';
import type { Bag } from './bag.ts';
import type { CoverAnswer, CoverQuestion } from './cover-question.ts';
import { type Fuel, unlimited } from './fuel.ts';
import type { Transition } from './reset-net.ts';
import { findGivers } from './restrict.ts';

/** Cost of a step back, besides reading the marking. */
const costOfStep = 20;

export function coverBackward(
  { net, start, target }: CoverQuestion,
  budget: number,
  fuel: Fuel = unlimited,
): CoverAnswer {
  if (isMarked(target, start)) return { coverable: true, looked: 1 };
  const givers = findGivers(net);
  const kept = createAntichain(fuel);
  const open: Bag[][] = [];
  let looked = 0;
  const keep = (bag: Bag): void => {
    looked += 1;
    kept.add(bag);
    while (open.length <= bag.length) open.push([]);
    open[bag.length]!.push(bag);
  };
  keep(target);

  for (let bag = takeSmallest(open); bag !== undefined; bag = takeSmallest(open)) {
    if (fuel.left <= 0) return { coverable: 'open', looked };
    if (kept.hasWithin(bag, true)) continue;
    for (const giver of findUseful(bag, givers)) {
      fuel.left -= costOfStep + bag.length;
      const before = goBack(net.transitions[giver]!, bag);
      if (before === undefined || kept.hasWithin(before, false)) continue;
      if (isMarked(before, start)) return { coverable: true, looked };
      if (looked >= budget) return { coverable: 'open', looked };
      keep(before);
    }
  }
  return { coverable: false, looked };
}

function takeSmallest(open: readonly Bag[][]): Bag | undefined {
  for (const bags of open) {
    const bag = bags.pop();
    if (bag !== undefined) return bag;
  }
  return undefined;
}

/** A transition that produces nothing of the bag only leads back to a larger one. */
function findUseful(bag: Bag, givers: readonly (readonly number[])[]): Iterable<number> {
  const useful = new Set<number>();
  for (const place of bag) for (const giver of givers[place]!) useful.add(giver);
  return useful;
}

/** The smallest bag from which the transition covers this one; none if it empties a place without refilling it. */
function goBack({ take, empties, give }: Transition, bag: Bag): Bag | undefined {
  const before: number[] = [];
  let given = 0;
  let emptied = 0;
  let taken = 0;
  for (const place of bag) {
    while (given < give.length && give[given]! < place) given += 1;
    if (given < give.length && give[given] === place) {
      given += 1;
      continue;
    }
    while (emptied < empties.length && empties[emptied]! < place) emptied += 1;
    if (emptied < empties.length && empties[emptied] === place) return undefined;
    while (taken < take.length && take[taken]! <= place) before.push(take[taken++]!);
    before.push(place);
  }
  while (taken < take.length) before.push(take[taken++]!);
  return before;
}

function isMarked(bag: Bag, marking: Int32Array): boolean {
  let run = 0;
  for (let at = 0; at < bag.length; at += 1) {
    run = at > 0 && bag[at] === bag[at - 1] ? run + 1 : 1;
    if (marking[bag[at]!]! < run) return false;
  }
  return true;
}
