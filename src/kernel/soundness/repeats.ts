/**
 * Decides whether a path that ends with more tokens than it began with can be repeated, with as many more each time.
 */
import { minus } from '../or-join/bag.ts';
import type { CheckedNet } from './checked-net.ts';
import { covers, type Marking, sizeOf } from './marking.ts';
import { apply, type Move, movesOf, settle } from './moves.ts';
import type { Reached } from './reached.ts';

export interface Loop {
  readonly from: Reached;
  readonly to: Reached;
  /** A place that gets one more token with each repetition. */
  readonly place: number;
}

/** Cancel regions and OR-joins may prevent a repetition, so it is played. */
const rounds = 3;

export const repeats = (net: CheckedNet, from: Reached, to: Reached): Loop | null => {
  const moves: Move[] = [];
  for (let at = to; at !== from && at.before !== null; at = at.before) moves.push(at.move!);
  moves.reverse();
  let marking = to.marking;
  const growth = sizeOf(to.marking) - sizeOf(from.marking);
  for (let round = 0; round < rounds; round += 1) {
    const next = follow(net, marking, moves);
    if (next === null || sizeOf(next) - sizeOf(marking) !== growth || !covers(next, marking)) return null;
    marking = next;
  }
  const [place] = minus(to.marking.tokens, from.marking.tokens);
  return place === undefined ? null : { from, to, place };
};

const follow = (net: CheckedNet, start: Marking, moves: readonly Move[]): Marking | null => {
  let at = settle(net, start, () => {});
  for (const { task, takes, ending } of moves) {
    const { marking, nextStep } = at;
    if (nextStep.kind !== 'forced' && nextStep.kind !== 'waiting') return null;
    const moves = nextStep.kind === 'forced' ? nextStep.moves : movesOf(net, marking, nextStep.offers);
    const same = moves.find(
      (move) => move.task === task && move.ending === ending && move.takes?.join() === takes?.join(),
    );
    if (same === undefined || net.fuel.left <= 0) return null;
    at = settle(net, apply(net, marking, same), () => {});
  }
  return at.marking;
};
