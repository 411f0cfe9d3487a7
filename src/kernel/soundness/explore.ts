/**
 * Explores all paths of one net, up to a limit of markings. Paths with fewer decisions (by a guard, a failure, a race)
 * come first, so findings have witnesses with as few decisions as possible.
 */
import type { CheckedNet, CheckedTask } from './checked-net.ts';
import { findPostponed, type Progressed } from './find-postponed.ts';
import { covers, type Marking, markingKey, sizeOf } from './marking.ts';
import { apply, isDecided, isDoomed, type Move, type NextStep, settle } from './moves.ts';
import { createQueue } from './queue.ts';
import type { Reached } from './reached.ts';
import { type IsVisible, reduce } from './reduce.ts';
import { type Loop, repeats } from './repeats.ts';

export interface Exploration {
  /** The first marking in which each task has begun, by index. */
  readonly begun: ReadonlyMap<number, Reached>;
  /** The first marking in which each task is active while the frame waits, so that it may end. */
  readonly underWay: ReadonlyMap<number, Reached>;
  /** The first completion without and with leftover tokens. */
  readonly clean: Reached | null;
  readonly leftover: Reached | null;
  /** Markings that hold tokens and cannot move. */
  readonly deadlocks: readonly Reached[];
  readonly loops: readonly Loop[];
  /** The markings right after watched moves. */
  readonly watched: readonly Marking[];
  /** Everything has been explored. */
  readonly isFinished: boolean;
  /** The limit of markings, of sets of flows or of an OR-join was reached. */
  readonly isBounded: boolean;
  readonly markings: number;
}

/** Remaining budget: each examination subtracts its cost. */
export interface Fuel {
  left: number;
}

export interface ExploreOptions {
  readonly bound: number;
  /** Shared by several explorations. */
  readonly fuel: Fuel;
  /** Leftovers are irrelevant: only what can begin and whether the net can complete. */
  readonly ignoresLeftovers?: boolean;
  readonly isVisible?: IsVisible;
  /** Start marking, instead of a token in the input place. */
  readonly starts?: readonly Marking[];
  /** Moves after which the marking is recorded. */
  readonly watches?: (move: Move) => boolean;
}

interface Node extends Reached {
  readonly id: number;
  readonly nextStep: NextStep;
}

/** What has been explored from a marking. */
interface Progress extends Progressed {
  node: Node;
  isExpanded: boolean;
}

export const explore = (net: CheckedNet, options: ExploreOptions): Exploration => {
  const { bound, fuel, isVisible = () => false, watches = () => false } = options;
  const cost = costOf(net);
  const { starts = [{ tokens: [net.input], busy: [] }] } = options;
  const ids = new Map<string, number>();
  const progress: Progress[] = [];
  const begun = new Map<number, Reached>();
  const underWay = new Map<number, Reached>();
  const deadlocks = new Map<number, Reached>();
  const watched = new Map<string, Marking>();
  const loops: Loop[] = [];
  /** Markings at the end of a loop, which are not followed. */
  const endless = new Set<string>();
  let clean: Reached | null = null;
  let leftover: Reached | null = null;
  let isBounded = !net.isComplete;
  const queue = createQueue<Node>();

  const open = (node: Node): void => {
    const { kind } = node.nextStep;
    const isEnd = kind !== 'forced' && kind !== 'waiting';
    progress[node.id] = { node, isEnd, isExpanded: false, isWhole: false, canWait: false, next: [] };
    queue.add(node, node.decisions);
  };

  /** The id of the marking; null if it is not followed. */
  const reach = (start: Marking, before: Node | null, move: Move | null): number | null => {
    if (fuel.left <= 0) {
      isBounded = true;
      return null;
    }
    fuel.left -= cost;
    if (move !== null && watches(move)) watched.set(markingKey(start), start);
    const decisions = (before?.decisions ?? 0) + Number(move !== null && isDecided(move));
    const starting: CheckedTask[] = [];
    const { marking, nextStep } = settle(net, start, (task) => starting.push(task));
    const key = markingKey(marking);
    const known = ids.get(key);
    if (known === undefined && ids.size >= bound) {
      isBounded = true;
      return null;
    }
    const node: Node = { id: known ?? ids.size, marking, nextStep, before, move, decisions };
    for (const task of starting) keepBetter(begun, task.index, node);
    // A task that ends at once has begun in the previous marking.
    if (move?.takes != null) keepBetter(begun, move.task.index, move.ending === null ? node : before!);
    if (known !== undefined) {
      if (decisions < progress[known]!.node.decisions) open(node);
      return known;
    }
    if (endless.has(key)) return null;
    const loop = net.isCyclic ? findLoop(net, node) : null;
    if (loop !== null) {
      loops.push(loop);
      endless.add(key);
      return null;
    }
    ids.set(key, node.id);
    open(node);
    return node.id;
  };

  const conclude = (node: Node): void => {
    const { marking, nextStep } = node;
    if (nextStep.kind === 'undecided') isBounded = true;
    if (nextStep.kind === 'complete') {
      if (sizeOf(marking) > 1) leftover = better(leftover, node);
      else clean = better(clean, node);
    }
    if (nextStep.kind !== 'waiting') return;
    for (const task of marking.busy) keepBetter(underWay, task, node);
    if (isDoomed(net, marking)) return;
    if (sizeOf(marking) === 0) clean = better(clean, node);
    else if (nextStep.moves.length === 0 && marking.busy.length === 0) deadlocks.set(node.id, node);
  };

  const go = (node: Node, moves: readonly Move[]): void => {
    for (const move of moves) {
      const next = reach(apply(node.marking, move), node, move);
      if (next !== null) progress[node.id]!.next.push(next);
    }
  };

  const expand = (node: Node): void => {
    conclude(node);
    const { nextStep } = node;
    if (nextStep.kind === 'forced') go(node, nextStep.moves);
    if (nextStep.kind !== 'waiting') return;
    const keepsLeftovers = options.ignoresLeftovers !== true && leftover === null;
    const isUndecided = node.decisions === 0;
    const careful = { isVisible, keepsLeftovers, isUndecided };
    const moves = reduce(net, node.marking, nextStep.moves, careful);
    const at = progress[node.id]!;
    at.canWait = true;
    at.isWhole = moves === nextStep.moves;
    go(node, moves);
  };

  for (const start of starts) reach(start, null, null);
  for (let again: readonly number[] = []; ; ) {
    for (const id of again) {
      const { node } = progress[id]!;
      progress[id]!.isWhole = true;
      if (node.nextStep.kind === 'waiting') go(node, node.nextStep.moves);
    }
    for (let node = queue.take(); node !== undefined; node = queue.take()) {
      const at = progress[node.id]!;
      if (at.node !== node || at.isExpanded) continue;
      at.isExpanded = true;
      expand(node);
    }
    again = net.isCyclic ? findPostponed(progress) : [];
    if (again.length === 0) break;
  }
  return {
    begun,
    underWay,
    clean,
    leftover,
    deadlocks: [...deadlocks.values()].sort((a, b) => a.decisions - b.decisions),
    loops,
    watched: [...watched.values()],
    isFinished: !isBounded && loops.length === 0,
    isBounded,
    markings: ids.size,
  };
};

/** Number of OR-joins that together cost as much as everything else. */
const fewJoins = 16;

/** Cost of one step: all tasks are examined. Each OR-join examines others, and a part of the net. */
const costOf = ({ source: { tasks } }: CheckedNet): number => {
  const joins = tasks.filter(({ join, from }) => join === 'or' && from.length > 1).length;
  return tasks.length * (1 + (joins / fewJoins) ** 2);
};

const better = (known: Reached | null, found: Reached): Reached =>
  known === null || found.decisions < known.decisions ? found : known;

const keepBetter = (all: Map<number, Reached>, key: number, found: Reached): void => {
  all.set(key, better(all.get(key) ?? null, found));
};

/** Number of smaller markings on the path that are tried, the nearest first: loops are usually short. */
const candidates = 3;

/** A marking on the path that this one covers, from which the same steps can be repeated forever. */
const findLoop = (net: CheckedNet, node: Node): Loop | null => {
  const size = sizeOf(node.marking);
  let tried = 0;
  for (let at: Reached | null = node.before; at !== null && tried < candidates; at = at.before) {
    if (sizeOf(at.marking) >= size || !covers(node.marking, at.marking)) continue;
    const loop = repeats(net, at, node);
    if (loop !== null) return loop;
    tried += 1;
  }
  return null;
};
