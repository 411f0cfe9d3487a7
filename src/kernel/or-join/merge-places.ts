/**
 * Reduces a reset net without changing what it can cover. A place whose only consumer takes it alone and empties nothing
 * is equivalent to what that consumer produces: the token could move at once. Moving early loses nothing if every
 * transition that empties one of the produced places would also have emptied the place.
 */
import { type Bag, isWithin, minus, plus, sorted } from './bag.ts';
import { type Fuel, unlimited } from './fuel.ts';
import type { ResetNet } from './reset-net.ts';

export interface Merged {
  readonly net: ResetNet;
  /** The replacement of a token in each of the old places. */
  readonly image: readonly Bag[];
}

interface Draft {
  readonly take: readonly number[];
  readonly empties: Set<number>;
  give: Bag;
  gone: boolean;
}

/** Splits whose flows meet again multiply tokens; places that would exceed this are not merged. */
const LARGEST_BAG = 24;
const costOfPlace = 10;

/**
 * `fixed` places stay. Places keep their numbers; merged places are in no transition any more. Fewer are merged if the
 * fuel is used up.
 */
export function mergePlaces(net: ResetNet, fixed: readonly number[], fuel: Fuel = unlimited): Merged {
  const isFixed = new Uint8Array(net.places);
  for (const place of fixed) isFixed[place] = 1;
  const drafts = net.transitions.map(
    ({ take, empties, give }): Draft => ({ take, empties: new Set(empties), give, gone: false }),
  );
  // A token that is already there is replaced like one that is produced.
  const present = Array.from(
    { length: net.places },
    (_, place): Draft => ({ take: [], empties: new Set(), give: [place], gone: false }),
  );
  const takers = indexBy(net.places, drafts, (draft) => draft.take);
  const emptiers = indexBy(net.places, drafts, (draft) => draft.empties);
  const givers = indexBy(net.places, [...drafts, ...present], (draft) => new Set(draft.give));

  const findStep = (place: number): Draft | undefined => {
    fuel.left -= costOfPlace + takers[place]!.length + givers[place]!.length;
    const live = takers[place]!.filter((draft) => !draft.gone);
    takers[place] = live;
    const [step] = live;
    if (step === undefined || live.length > 1 || step.take.length > 1 || step.empties.size > 0)
      return undefined;
    if (step.give.includes(place)) return undefined;
    const isSafe = step.give.every((next) =>
      emptiers[next]!.every((draft) => draft.gone || draft.empties.has(place)),
    );
    const isSmall = givers[place]!.every(
      ({ gone, give }) =>
        gone ||
        give.length + countOf(give, place) * (step.give.length - 1) <= LARGEST_BAG ||
        step.give.length === 1,
    );
    return isSafe && isSmall ? step : undefined;
  };

  const merge = (place: number, step: Draft): void => {
    step.gone = true;
    for (const draft of emptiers[place]!) draft.empties.delete(place);
    for (const giver of givers[place]!) {
      if (giver.gone) continue;
      fuel.left -= giver.give.length;
      for (const next of step.give) fuel.left -= givers[next]!.length;
      while (giver.give.includes(place)) giver.give = plus(minus(giver.give, [place]), step.give);
      for (const next of step.give) if (!givers[next]!.includes(giver)) givers[next]!.push(giver);
      // A closed loop adds nothing.
      if (isWithin(giver.give, giver.take)) giver.gone = true;
    }
  };

  for (let changed = true; changed && fuel.left > 0; ) {
    changed = false;
    for (let place = 0; place < net.places; place += 1) {
      const step = isFixed[place] === 1 ? undefined : findStep(place);
      if (step === undefined) continue;
      merge(place, step);
      changed = true;
    }
  }

  const transitions = drafts
    .filter((draft) => !draft.gone)
    .map(({ take, empties, give }) => ({ take, empties: sorted(empties), give }));
  return { net: { places: net.places, transitions }, image: present.map((draft) => draft.give) };
}

function indexBy(
  places: number,
  drafts: readonly Draft[],
  of: (draft: Draft) => Iterable<number>,
): Draft[][] {
  const index: Draft[][] = Array.from({ length: places }, () => []);
  for (const draft of drafts) for (const place of of(draft)) index[place]!.push(draft);
  return index;
}

function countOf(bag: Bag, place: number): number {
  let count = 0;
  for (const entry of bag) if (entry === place) count += 1;
  return count;
}
