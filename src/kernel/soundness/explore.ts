/**
 * Every way in which one net can be played, up to a bound on markings. Ways that need fewer decisions (by a guard, a
 * failure, a race) are gone first, so what is found is found on a way that needs as few of them as possible.
 */
import type { CheckedNet, CheckedTask } from './checked-net.ts';
import { covers, keyOf, type Marking, sizeOf } from './marking.ts';
import { apply, isDoomed, type Move, type Situation, settle } from './moves.ts';
import type { Reached } from './reached.ts';
import { type IsVisible, reduce } from './reduce.ts';
import { type Loop, repeats } from './repeats.ts';

export interface Exploration {
  /** Where each task has begun first, by index. */
  readonly begun: ReadonlyMap<number, Reached>;
  /** Where each task is first under way while the frame waits, so that it may end. */
  readonly underWay: ReadonlyMap<number, Reached>;
  /** The first completion without and with something left over. */
  readonly clean: Reached | null;
  readonly leftover: Reached | null;
  /** Markings that hold tokens and cannot move. */
  readonly deadlocks: readonly Reached[];
  readonly loops: readonly Loop[];
  /** The markings right after moves that were watched. */
  readonly watched: readonly Marking[];
  /** Everything has been looked at. */
  readonly isFinished: boolean;
  /** More markings than the bound, more sets of flows than are looked at, or an OR-join past its limit. */
  readonly isBounded: boolean;
  readonly markings: number;
}

export interface ExploreOptions {
  readonly bound: number;
  /** Leftovers are of no interest: the net is only asked what can begin and whether it can complete. */
  readonly ignoresLeftovers?: boolean;
  readonly isVisible?: IsVisible;
  /** Where to begin, instead of a token in the input place. */
  readonly starts?: readonly Marking[];
  /** Moves after which the marking is to be kept. */
  readonly watches?: (move: Move) => boolean;
}

interface Node extends Reached {
  readonly situation: Situation;
  isExpanded: boolean;
}

export const explore = (net: CheckedNet, options: ExploreOptions): Exploration => {
  const { bound, isVisible = () => false, watches = () => false } = options;
  const { starts = [{ tokens: [net.input], busy: [] }] } = options;
  const nodes = new Map<string, Node>();
  const begun = new Map<number, Reached>();
  const underWay = new Map<number, Reached>();
  const deadlocks: Reached[] = [];
  const loops: Loop[] = [];
  const watched = new Map<string, Marking>();
  let clean: Reached | null = null;
  let leftover: Reached | null = null;
  let isBounded = !net.isComplete;
  /** By decisions, then in the order of discovery. */
  const open: Node[][] = [];

  const note = (task: CheckedTask, where: Reached): void => {
    const known = begun.get(task.index);
    if (known === undefined || known.decisions > where.decisions) begun.set(task.index, where);
  };

  const reach = (start: Marking, before: Node | null, move: Move | null): Node | null => {
    if (move !== null && watches(move)) watched.set(keyOf(start), start);
    const decisions = (before?.decisions ?? 0) + (move === null ? 0 : costOf(move));
    const starting: CheckedTask[] = [];
    const { marking, situation } = settle(net, start, (task) => starting.push(task));
    const key = keyOf(marking);
    const known = nodes.get(key);
    if (known === undefined && nodes.size >= bound) {
      isBounded = true;
      return null;
    }
    const node: Node = { marking, situation, before, move, decisions, isExpanded: false };
    if (move?.takes != null) starting.push(move.task);
    for (const task of starting) note(task, node);
    if (known !== undefined && (known.isExpanded || known.decisions <= decisions)) return known;
    const loop = known === undefined && net.isCyclic ? findLoop(net, node) : null;
    if (loop !== null) {
      loops.push(loop);
      return null;
    }
    if (known !== undefined) known.isExpanded = true;
    nodes.set(key, node);
    const list = open[decisions];
    if (list === undefined) open[decisions] = [node];
    else list.push(node);
    return node;
  };

  const conclude = (node: Node): void => {
    const { marking, situation } = node;
    if (situation.kind === 'undecided') isBounded = true;
    if (situation.kind === 'complete') {
      if (sizeOf(marking) > 1) leftover ??= node;
      else clean ??= node;
    }
    if (situation.kind !== 'waiting') return;
    for (const task of marking.busy) if (!underWay.has(task)) underWay.set(task, node);
    if (isDoomed(net, marking)) return;
    if (sizeOf(marking) === 0) clean ??= node;
    else if (situation.moves.length === 0 && marking.busy.length === 0) deadlocks.push(node);
  };

  const expand = (node: Node): void => {
    conclude(node);
    if (node.situation.kind !== 'forced' && node.situation.kind !== 'waiting') return;
    const all = node.situation.moves;
    const go = (moves: readonly Move[]): (Node | null)[] =>
      moves.map((move) => reach(apply(node.marking, move), node, move));
    if (node.situation.kind === 'forced') {
      go(all);
      return;
    }
    const keepsLeftovers = options.ignoresLeftovers !== true && leftover === null;
    const { moves, ends } = reduce(net, node.marking, all, { isVisible, keepsLeftovers });
    go(ends);
    const next = go(moves);
    // Where nothing new came of it, what was put off would be put off for ever.
    if (next.every((each) => each === null || each.isExpanded)) go(all);
  };

  for (const start of starts) reach(start, null, null);
  for (let decisions = 0; decisions < open.length; decisions += 1) {
    const list = open[decisions] ?? [];
    for (let at = 0; at < list.length; at += 1) {
      const node = list[at]!;
      if (node.isExpanded) continue;
      node.isExpanded = true;
      expand(node);
    }
  }
  const isFinished = !isBounded && loops.length === 0;
  return {
    begun,
    underWay,
    clean,
    leftover,
    deadlocks,
    loops,
    watched: [...watched.values()],
    isFinished,
    isBounded,
    markings: nodes.size,
  };
};

const costOf = ({ ending, isRace }: Move): number => Number(isRace || ending?.decided === true);

/** A marking on the way here that this one covers, from where the same can be done again and again. */
const findLoop = (net: CheckedNet, node: Node): Loop | null => {
  const size = sizeOf(node.marking);
  for (let at = node.before; at !== null; at = at.before as Node | null) {
    if (sizeOf(at.marking) >= size || !covers(node.marking, at.marking)) continue;
    const loop = repeats(net, at, node);
    if (loop !== null) return loop;
  }
  return null;
};
