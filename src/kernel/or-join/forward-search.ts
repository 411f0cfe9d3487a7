/**
 * Plays the net forward, most promising marking first, and keeps only markings that no kept one covers. Finding the
 * target is one exact answer, exhausting the markings the other. A loop that only adds tokens counts as infinitely
 * repeated (Karp and Miller), so that nets that accumulate tokens terminate, too.
 */
import type { CoverAnswer, CoverQuestion } from './cover-question.ts';
import { type Fuel, unlimited } from './fuel.ts';
import type { ResetNet, Transition } from './reset-net.ts';

interface Node {
  readonly marking: Int32Array;
  readonly parent: Node | undefined;
  /** Places emptied since the parent, by the transition or by accelerated loops. */
  readonly emptied: readonly number[];
  readonly total: number;
}

/** Any number of tokens. */
const MANY = 0x3fffffff;

/** Cost of trying a transition, besides reading its marking. */
const costOfTrial = 3;

export function coverForward(
  { net, start, target }: CoverQuestion,
  budget: number,
  fuel: Fuel = unlimited,
): CoverAnswer {
  const root: Node = { marking: start, parent: undefined, emptied: [], total: countTokens(start) };
  const kept: Node[] = [root];
  // By the number of target places that are still empty.
  const open: Node[][] = Array.from({ length: target.length + 1 }, () => []);
  const missing = countMissing(start, target);
  if (missing === 0) return { coverable: true, looked: 1 };
  open[missing]!.push(root);

  for (let node = takeBest(open); node !== undefined; node = takeBest(open)) {
    fuel.left -= costOfTrial * net.transitions.length;
    for (const transition of net.transitions) {
      if (!isEnabled(transition, node.marking)) continue;
      const marking = fire(transition, node.marking);
      fuel.left -= 2 * (net.places + kept.length);
      if (fuel.left <= 0) return { coverable: 'open', looked: kept.length };
      if (isCoveredByAny(marking, kept)) continue;
      const next = accelerate(net, marking, node, transition.empties);
      const left = countMissing(next.marking, target);
      if (left === 0) return { coverable: true, looked: kept.length };
      if (kept.length >= budget) return { coverable: 'open', looked: kept.length };
      kept.push(next);
      open[left]!.push(next);
    }
  }
  return { coverable: false, looked: kept.length };
}

function takeBest(open: readonly Node[][]): Node | undefined {
  for (const nodes of open) {
    const node = nodes.pop();
    if (node !== undefined) return node;
  }
  return undefined;
}

function isEnabled({ take }: Transition, marking: Int32Array): boolean {
  for (const place of take) if (marking[place] === 0) return false;
  return true;
}

function fire({ take, empties, give }: Transition, from: Int32Array): Int32Array {
  const marking = from.slice();
  for (const place of take) if (marking[place] !== MANY) marking[place]! -= 1;
  for (const place of empties) marking[place] = 0;
  for (const place of give) if (marking[place] !== MANY) marking[place]! += 1;
  return marking;
}

/**
 * If this marking covers an earlier one of its path, the path between them can be repeated, and places that have grown
 * keep growing, unless a transition on the path empties them.
 */
function accelerate(net: ResetNet, marking: Int32Array, parent: Node, empties: readonly number[]): Node {
  const emptied = new Uint8Array(net.places);
  for (const place of empties) emptied[place] = 1;
  let loops = empties;
  for (let before: Node | undefined = parent; before !== undefined; before = before.parent) {
    if (isCovered(before.marking, marking)) {
      let hasGrown = false;
      for (let place = 0; place < net.places; place += 1) {
        if (emptied[place] === 1 || marking[place]! <= before.marking[place]!) continue;
        marking[place] = MANY;
        hasGrown = true;
      }
      if (hasGrown) loops = Array.from(emptied.keys()).filter((place) => emptied[place] === 1);
    }
    for (const place of before.emptied) emptied[place] = 1;
  }
  return { marking, parent, emptied: loops, total: countTokens(marking) };
}

/** Comparing totals first avoids most comparisons. */
function isCoveredByAny(marking: Int32Array, kept: readonly Node[]): boolean {
  const total = countTokens(marking);
  for (const other of kept) {
    if (total <= other.total && isCovered(marking, other.marking)) return true;
  }
  return false;
}

function countTokens(marking: Int32Array): number {
  let total = 0;
  for (let place = 0; place < marking.length; place += 1) total += marking[place]!;
  return total;
}

function isCovered(small: Int32Array, big: Int32Array): boolean {
  for (let place = 0; place < small.length; place += 1) if (small[place]! > big[place]!) return false;
  return true;
}

function countMissing(marking: Int32Array, target: readonly number[]): number {
  let missing = 0;
  for (const place of target) if (marking[place] === 0) missing += 1;
  return missing;
}
