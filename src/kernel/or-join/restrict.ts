/**
 * Restricts a net to what matters for a goal: the places that tokens may come from, and the transitions that move
 * them.
 */
import type { ResetNet, Transition } from './reset-net.ts';

export interface Restricted {
  readonly net: ResetNet;
  /** New number of each place; -1 for an irrelevant one. */
  readonly renumber: Int32Array;
}

export interface Relevance {
  readonly places: Uint8Array;
  readonly transitions: Uint8Array;
}

/** Transitions that produce into each place. */
export function findGivers(net: ResetNet): readonly (readonly number[])[] {
  const givers: number[][] = Array.from({ length: net.places }, () => []);
  net.transitions.forEach((transition, index) => {
    for (const place of new Set(transition.give)) givers[place]!.push(index);
  });
  return givers;
}

/** Backwards from the goals. Resets do not count: emptying a place never helps to cover a marking. */
export function findRelevance(
  net: ResetNet,
  givers: readonly (readonly number[])[],
  goals: readonly number[],
  usable?: Uint8Array,
): Relevance {
  const places = new Uint8Array(net.places);
  const transitions = new Uint8Array(net.transitions.length);
  const open = [...goals];
  for (const place of goals) places[place] = 1;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const giver of givers[place]!) {
      if (transitions[giver] === 1 || usable?.[giver] === 0) continue;
      transitions[giver] = 1;
      for (const source of net.transitions[giver]!.take) {
        if (places[source] === 1) continue;
        places[source] = 1;
        open.push(source);
      }
    }
  }
  return { places, transitions };
}

/** The restricted net, its places renumbered in the same order. */
export function restrict(net: ResetNet, relevance: Relevance): Restricted {
  const renumber = new Int32Array(net.places).fill(-1);
  let places = 0;
  for (let place = 0; place < net.places; place += 1) {
    if (relevance.places[place] === 1) renumber[place] = places++;
  }
  const keep = (old: readonly number[]): readonly number[] => {
    const kept: number[] = [];
    for (const place of old) if (renumber[place]! >= 0) kept.push(renumber[place]!);
    return kept;
  };
  const transitions: Transition[] = [];
  net.transitions.forEach(({ take, empties, give }, index) => {
    if (relevance.transitions[index] === 1) {
      transitions.push({ take: keep(take), empties: keep(empties), give: keep(give) });
    }
  });
  return { net: { places, transitions }, renumber };
}
