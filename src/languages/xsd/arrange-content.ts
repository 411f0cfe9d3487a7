/**
 * Finds an order for children that the content model allows, given only the number of each. JSON keeps children by
 * name; XML needs a sequence.
 *
 * If each name has one place in the model, the possible repetitions of each part are an interval, computed from the
 * intervals of its parts. If a name has several places, the search tries distributions of its children and uses the
 * intervals to prune.
 */
import type { ContentModel, ContentNode } from './content-model.ts';

type Interval = readonly [low: number, high: number];

/** Limit on visited parts: only a model built to be ambiguous needs more. */
const maxSteps = 200_000;
const unbounded = Number.POSITIVE_INFINITY;

/**
 * Names in order; `undefined` if no order is allowed.
 * @param spend returns false at the limit of steps
 */
export function arrangeContent(
  model: ContentModel,
  counts: ReadonlyMap<string, number>,
  spend: (steps: number) => boolean,
): readonly string[] | undefined {
  const given = new Map<number, Interval>();
  const shared: { readonly leaves: readonly ContentNode[]; readonly count: number }[] = [];
  for (const [name, leaves] of model.leaves) {
    const count = counts.get(name) ?? 0;
    for (const { id } of leaves) given.set(id, leaves.length === 1 ? [count, count] : [0, count]);
    if (leaves.length > 1) shared.push({ leaves, count });
  }
  if (!shareOut(model.root, given, shared, spend)) return undefined;
  const intervals = intervalsOf(model.root, given);
  return write(model.root, 1, intervals).flat();
}

function shareOut(
  root: ContentNode,
  given: Map<number, Interval>,
  shared: readonly { readonly leaves: readonly ContentNode[]; readonly count: number }[],
  spend: (steps: number) => boolean,
): boolean {
  let trials = Math.max(20, Math.floor(maxSteps / (root.id + 1)));
  const isPossible = (): boolean => {
    trials -= 1;
    return trials >= 0 && spend(root.id + 1) && contains(intervalsOf(root, given).get(root.id), 1);
  };
  const share = (which: number, leaf: number, left: number): boolean => {
    const group = shared[which];
    if (group === undefined) return true;
    const node = group.leaves[leaf];
    if (node === undefined) return left === 0 && share(which + 1, 0, shared[which + 1]?.count ?? 0);
    const last = leaf === group.leaves.length - 1;
    for (let count = last ? left : 0; count <= left && trials > 0; count++) {
      given.set(node.id, [count, count]);
      if (isPossible() && share(which, leaf + 1, left - count)) return true;
    }
    given.set(node.id, [0, group.count]);
    return false;
  };
  return isPossible() && share(0, 0, shared[0]?.count ?? 0);
}

const contains = (interval: Interval | undefined, value: number): boolean =>
  interval !== undefined && interval[0] <= value && value <= interval[1];

/** The possible rounds of each part, by its id. */
function intervalsOf(root: ContentNode, given: ReadonlyMap<number, Interval>): ReadonlyMap<number, Interval> {
  const found = new Map<number, Interval>();
  const visit = (node: ContentNode): Interval => {
    const rounds = node.parts.length === 0 ? given.get(node.id) : undefined;
    const interval =
      rounds ??
      join(
        node,
        node.parts.map((part) => timesOf(part, visit(part))),
      );
    found.set(node.id, interval);
    return interval;
  };
  visit(root);
  return found;
}

function join(node: ContentNode, parts: readonly Interval[]): Interval {
  if (node.kind !== 'choice') {
    return parts.reduce<Interval>(
      ([low, high], part) => [Math.max(low, part[0]), Math.min(high, part[1])],
      [0, unbounded],
    );
  }
  // An impossible part makes the whole impossible, regardless of the rounds of the others.
  if (parts.some(([low, high]) => low > high)) return [1, 0];
  return parts.reduce<Interval>(([low, high], part) => [low + part[0], high + part[1]], [0, 0]);
}

/** The possible number of occurrences of a part, given its total rounds. */
function timesOf({ min, max }: ContentNode, [low, high]: Interval): Interval {
  if (low > high) return [1, 0];
  const minRounds = low === 0 ? 0 : max === unbounded ? 1 : Math.ceil(low / max);
  return [minRounds, min === 0 ? unbounded : Math.floor(high / min)];
}

/** The names of each occurrence. */
function write(
  node: ContentNode,
  times: number,
  intervals: ReadonlyMap<number, Interval>,
): readonly (readonly string[])[] {
  const [low] = intervals.get(node.id) ?? [0, 0];
  const rounds = Math.max(low, times * node.min);
  const bodies = writeRounds(node, rounds, intervals);
  const written: (readonly string[])[] = [];
  let from = 0;
  for (let time = 0; time < times; time++) {
    const share = Math.min(node.max, rounds - from - node.min * (times - time - 1));
    written.push(bodies.slice(from, from + share).flat());
    from += share;
  }
  return written;
}

function writeRounds(
  node: ContentNode,
  rounds: number,
  intervals: ReadonlyMap<number, Interval>,
): readonly (readonly string[])[] {
  if (node.kind === 'element' || node.kind === 'wildcard')
    return Array.from({ length: rounds }, () => [node.name]);
  if (node.kind !== 'choice') {
    const parts = node.parts.map((part) => write(part, rounds, intervals));
    return Array.from({ length: rounds }, (_, round) => parts.flatMap((part) => part[round] ?? []));
  }
  const times = node.parts.map((part) => timesOf(part, intervals.get(part.id) ?? [0, 0]));
  let left = rounds - times.reduce((sum, [low]) => sum + low, 0);
  return node.parts.flatMap((part, index) => {
    const [low, high] = times[index] ?? [0, 0];
    const extra = Math.min(left, high - low);
    left -= extra;
    return write(part, low + extra, intervals);
  });
}
