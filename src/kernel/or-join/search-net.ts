/** The smallest reset net that still decides one OR-join; built once per join, for all markings. */
import type { Bag } from './bag.ts';
import { type Fuel, unlimited } from './fuel.ts';
import { mergePlaces } from './merge-places.ts';
import { buildResetNet, type ResetNet } from './reset-net.ts';
import { findGivers, findRelevance, restrict } from './restrict.ts';
import type { RoutingNet } from './routing-net.ts';

export interface SearchNet {
  readonly net: ResetNet;
  /** The join's input places, in its own order, by their number in this net. */
  readonly inputs: readonly number[];
  /** The equivalent of a token in each place, or in each active task. */
  readonly image: readonly Bag[];
  /** Transitions that produce into a place, and that consume from it. */
  readonly givers: readonly (readonly number[])[];
  readonly takers: readonly (readonly number[])[];
}

const costOfPart = 20;

export function createSearchNet(routing: RoutingNet, join: number, fuel: Fuel = unlimited): SearchNet {
  let net = buildResetNet(routing, join);
  let inputs = routing.tasks[join]!.inputs;
  let image: readonly Bag[] = Array.from({ length: net.places }, (_, place) => [place]);
  // Merging removes transitions, which makes more places irrelevant, which allows more merging.
  for (let before = -1; before !== net.places; ) {
    before = net.places;
    fuel.left -= costOfPart * (image.length + net.places + sizeOf(net));
    if (fuel.left <= 0) break;
    const merged = mergePlaces(net, inputs, fuel);
    const { net: smaller, renumber } = restrict(
      merged.net,
      findRelevance(merged.net, findGivers(merged.net), inputs),
    );
    const numberOf = (place: number): number => renumber[place]!;
    image = image.map((bag) =>
      bag
        .flatMap((place) => merged.image[place]!)
        .map(numberOf)
        .filter((place) => place >= 0)
        .sort((left, right) => left - right),
    );
    inputs = inputs.map(numberOf);
    net = smaller;
  }
  return { net, inputs, image, givers: findGivers(net), takers: findTakers(net) };
}

const sizeOf = ({ transitions }: ResetNet): number =>
  transitions.reduce((sum, { take, empties, give }) => sum + take.length + empties.length + give.length, 0);

function findTakers(net: ResetNet): readonly (readonly number[])[] {
  const takers: number[][] = Array.from({ length: net.places }, () => []);
  net.transitions.forEach(({ take }, index) => {
    for (const place of take) takers[place]!.push(index);
  });
  return takers;
}
