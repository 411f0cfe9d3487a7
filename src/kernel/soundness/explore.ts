/**
 * Explores all paths of one net, up to a limit of markings. Paths with fewer decisions (by a guard, a failure, a race)
 * come first, so findings have witnesses with as few decisions as possible.
 */
import type { CheckedNet, CheckedTask } from './checked-net.ts';
import { findPostponed, type Progressed } from './find-postponed.ts';
import { covers, createMarkingMap, type Marking, sizeOf } from './marking.ts';
import {
  apply,
  costOfMove,
  isDecided,
  isDoomed,
  type Move,
  movesOf,
  type NextStep,
  settle,
} from './moves.ts';
import { createQueue } from './queue.ts';
import type { Reached } from './reached.ts';
import { type IsVisible, reduce } from './reduce.ts';
import { type Loop, repeats } from './repeats.ts';

export interface Exploration {
  /** The first marking in which each task has begun, by index. */
  readonly begun: readonly (Reached | undefined)[];
  /** The first marking in which each task is active while the frame waits, so that it may end; by index. */
  readonly underWay: readonly (Reached | undefined)[];
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

export interface ExploreOptions {
  readonly bound: number;
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

/** Cost of storing a marking, and of examining one of its tokens and active tasks. */
const costOfMarking = 150;
const costOfSize = 0.5;

export const explore = (net: CheckedNet, options: ExploreOptions): Exploration => {
  const { bound, isVisible = () => false, watches = () => false } = options;
  const { fuel } = net;
  const { starts = [{ tokens: [net.input], busy: [] }] } = options;
  const ids = createMarkingMap<number>();
  const progress: Progress[] = [];
  const begun = new Array<Reached | undefined>(net.tasks.length);
  const underWay = new Array<Reached | undefined>(net.tasks.length);
  const deadlocks = new Map<number, Reached>();
  const watched = createMarkingMap<true>();
  const watchedMarkings: Marking[] = [];
  const loops: Loop[] = [];
  /** Markings at the end of a loop, which are not followed. */
  const endless = createMarkingMap<true>();
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

  const isSpent = (): boolean => {
    if (fuel.left > 0) return false;
    isBounded = true;
    return true;
  };

  /** The id of the marking; null if it is not followed. */
  const reach = (start: Marking, before: Node | null, move: Move | null): number | null => {
    if (isSpent()) return null;
    if (move !== null && watches(move) && !watched.get(start)) {
      watched.add(start, true);
      watchedMarkings.push(start);
    }
    const decisions = (before?.decisions ?? 0) + Number(move !== null && isDecided(move));
    const starting: CheckedTask[] = [];
    const { marking, nextStep } = settle(net, start, (task) => starting.push(task));
    fuel.left -= costOfMarking + costOfSize * (sizeOf(marking) + starting.length);
    const known = ids.get(marking);
    if (known === undefined && ids.size() >= bound) {
      isBounded = true;
      return null;
    }
    const node: Node = { id: known ?? ids.size(), marking, nextStep, before, move, decisions };
    for (const task of starting) keepBetter(begun, task.index, node);
    // A task that ends at once has begun in the previous marking.
    if (move?.takes != null) keepBetter(begun, move.task.index, move.ending === null ? node : before!);
    if (known !== undefined) {
      if (decisions < progress[known]!.node.decisions) open(node);
      return known;
    }
    if (endless.get(marking)) return null;
    const loop = net.isCyclic ? findLoop(net, node) : null;
    if (loop !== null) {
      loops.push(loop);
      endless.add(marking, true);
      return null;
    }
    ids.add(marking, node.id);
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
    else if (nextStep.offers.length === 0 && marking.busy.length === 0) deadlocks.set(node.id, node);
  };

  const go = (node: Node, moves: readonly Move[]): void => {
    for (const move of moves) {
      if (isSpent()) return;
      const next = reach(apply(net, node.marking, move), node, move);
      if (next !== null) progress[node.id]!.next.push(next);
    }
  };

  const expand = (node: Node): void => {
    conclude(node);
    const { nextStep } = node;
    if (nextStep.kind === 'waiting' && isSpent()) return;
    if (nextStep.kind === 'forced') go(node, nextStep.moves);
    if (nextStep.kind !== 'waiting') return;
    const keepsLeftovers = options.ignoresLeftovers !== true && leftover === null;
    const isUndecided = node.decisions === 0;
    const careful = { isVisible, keepsLeftovers, isUndecided };
    const moves = reduce(net, node.marking, nextStep.offers, careful);
    const at = progress[node.id]!;
    at.canWait = true;
    at.isWhole = moves === null;
    go(node, moves ?? movesOf(net, node.marking, nextStep.offers));
  };

  for (const start of starts) reach(start, null, null);
  for (let again: readonly number[] = []; ; ) {
    for (const id of again) {
      const { node } = progress[id]!;
      progress[id]!.isWhole = true;
      if (node.nextStep.kind === 'waiting') go(node, movesOf(net, node.marking, node.nextStep.offers));
    }
    for (let node = queue.take(); node !== undefined; node = queue.take()) {
      const at = progress[node.id]!;
      if (at.node !== node || at.isExpanded) continue;
      at.isExpanded = true;
      expand(node);
    }
    again = net.isCyclic ? findPostponed(progress) : [];
    fuel.left -= costOfMove * progress.reduce((sum, { next }) => sum + 1 + next.length, 0);
    if (again.length === 0) break;
  }
  return {
    begun,
    underWay,
    clean,
    leftover,
    deadlocks: [...deadlocks.values()].sort((a, b) => a.decisions - b.decisions),
    loops,
    watched: watchedMarkings,
    isFinished: !isBounded && loops.length === 0,
    isBounded,
    markings: ids.size(),
  };
};

const better = (known: Reached | null, found: Reached): Reached =>
  known === null || found.decisions < known.decisions ? found : known;

const keepBetter = (all: (Reached | undefined)[], task: number, found: Reached): void => {
  const known = all[task];
  if (known === undefined || found.decisions < known.decisions) all[task] = found;
};

/** Number of smaller markings on the path that are tried, the nearest first: loops are usually short. */
const candidates = 3;

/** A marking on the path that this one covers, from which the same steps can be repeated forever. */
const findLoop = (net: CheckedNet, node: Node): Loop | null => {
  const size = sizeOf(node.marking);
  let tried = 0;
  for (let at: Reached | null = node.before; at !== null && tried < candidates; at = at.before) {
    if (net.fuel.left <= 0) return null;
    net.fuel.left -= 1;
    if (sizeOf(at.marking) >= size) continue;
    net.fuel.left -= size;
    if (!covers(node.marking, at.marking)) continue;
    const loop = repeats(net, at, node);
    if (loop !== null) return loop;
    tried += 1;
  }
  return null;
};
