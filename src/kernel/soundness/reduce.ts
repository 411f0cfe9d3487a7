/**
 * Leaves out interleavings that lead nowhere else [K16.6]. Where what one task under way does can neither hinder nor be
 * hindered by anything else, it is enough to let it go first: every end of the frame and every firing is still found.
 * That is so where
 * - what gets its tokens is wanted by one task only (or lies before offers that wait side by side), and no cancel
 *   region is near;
 * - the output is not marked by it, at once or by what follows at once: that would cut off everything else;
 * - it does not vanish while something else could still mark the output: the rest would no longer be left over.
 */
import type { CheckedNet, CheckedTask } from './checked-net.ts';
import { has, keyOf, type Marking } from './marking.ts';
import { apply, isDecided, isDoomed, type Move, situationOf } from './moves.ts';

/** What must not be put out of order with anything else, beyond the frame's end. */
export type IsVisible = (task: CheckedTask) => boolean;

export interface Reduction {
  /** Enough to go on with; all moves where there is nothing smaller. */
  readonly moves: readonly Move[];
  /** Others that end the frame at once. */
  readonly ends: readonly Move[];
}

export interface ReduceOptions {
  readonly isVisible: IsVisible;
  /** Completions with something left over are to be found, too. */
  readonly keepsLeftovers: boolean;
  /** Nothing was decided on the way: what needs no decision is not to be put off behind what does. */
  readonly isUndecided: boolean;
}

/** Steps that a look ahead may take. */
const farthest = 200;

export const reduce = (
  net: CheckedNet,
  marking: Marking,
  moves: readonly Move[],
  options: ReduceOptions,
): Reduction => {
  const whole: Reduction = { moves, ends: [] };
  if (!net.isReducible || moves.length < 2) return whole;
  const groups = groupMoves(moves);
  if (groups.length < 2) return whole;
  const looks = new Map<readonly Move[], Look>();
  const lookAt = (group: readonly Move[]): Look => {
    const known = looks.get(group) ?? lookAhead(net, marking, group, options.isVisible);
    looks.set(group, known);
    return known;
  };
  const certain = options.isUndecided ? groups.filter((group) => !group.some(isDecided)) : [];
  for (const group of certain.length > 0 ? certain : groups) {
    const look = lookAt(group);
    if (!look.isLocal) continue;
    if (!options.keepsLeftovers) return { moves: group, ends: [] };
    if (look.vanishes && someoneElseLeadsOut(net, marking, group[0]!.task.index)) continue;
    const others = groups.filter(
      (other) => other !== group && mayMarkOutput(net, marking, other) && lookAt(other).marksOutput,
    );
    return { moves: group, ends: others.flat() };
  }
  return whole;
};

/** Moves that exclude each other: those of one task, and of offers that wait for one token side by side. */
const groupMoves = (moves: readonly Move[]): readonly (readonly Move[])[] => {
  const groups = new Map<string, Move[]>();
  for (const move of moves) {
    const { task, takes } = move;
    const key = takes !== null && task.inputs.length === 1 ? `place ${takes.join()}` : `task ${task.index}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [move]);
    else group.push(move);
  }
  return [...groups.values()];
};

/** Cheap to ask before the look ahead: something is set off at once, or is the output itself. */
const mayMarkOutput = (net: CheckedNet, { tokens }: Marking, moves: readonly Move[]): boolean =>
  net.hasInstantOrJoins ||
  moves.some(({ ending }) =>
    ending?.gives.some(
      (place) =>
        place === net.output ||
        net.consumers[place]!.some((index) => {
          const { isInstant, join, inputs } = net.tasks[index]!;
          return isInstant && (join !== 'and' || inputs.every((each) => each === place || has(tokens, each)));
        }),
    ),
  );

interface Look {
  readonly isLocal: boolean;
  readonly vanishes: boolean;
  readonly marksOutput: boolean;
}

/** What follows at once from the moves of one task. */
const lookAhead = (net: CheckedNet, marking: Marking, moves: readonly Move[], isVisible: IsVisible): Look => {
  let isLocal = true;
  let vanishes = false;
  let marksOutput = false;
  let survives = false;
  const seen = new Set<string>();
  const open: Marking[] = [];
  const follow = (from: Marking, move: Move): void => {
    if (!isPrivate(net, move) || isVisible(move.task)) isLocal = false;
    if (move.ending?.gives.length === 0) vanishes = true;
    const next = apply(from, move);
    const key = keyOf(next);
    if (seen.has(key)) return;
    seen.add(key);
    open.push(next);
  };
  for (const move of moves) follow(marking, move);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const situation = situationOf(net, at);
    if (situation.kind === 'complete') marksOutput = true;
    if (situation.kind === 'waiting' && !isDoomed(net, at)) survives = true;
    if (situation.kind === 'undecided' || seen.size > farthest) isLocal = false;
    if (situation.kind === 'forced' && seen.size <= farthest)
      for (const move of situation.moves) follow(at, move);
  }
  return { isLocal: isLocal && survives && !marksOutput, vanishes, marksOutput };
};

/** Neither its task nor the places it touches mean anything to others, but for the task that is next. */
const isPrivate = (net: CheckedNet, { task, takes, ending }: Move): boolean => {
  // Ending, it can take again what waits before it, so its inputs count then too.
  if (task.isCancelled || !(takes ?? task.inputs).every((place) => isQuiet(net, place))) return false;
  if (ending === null) return true;
  if (!ending.caught && (task.cancelPlaces.length > 0 || task.cancelTasks.length > 0)) return false;
  return ending.gives.every((place) => isQuiet(net, place));
};

const isQuiet = (net: CheckedNet, place: number): boolean => {
  if (net.isEmptied[place]) return false;
  const takers = net.consumers[place]!.map((index) => net.tasks[index]!);
  if (takers.some(({ isCancelled }) => isCancelled)) return false;
  return (
    takers.every(({ isContested }) => !isContested) ||
    takers.every(({ competes, inputs }) => competes && inputs.length === 1)
  );
};

const someoneElseLeadsOut = (net: CheckedNet, { tokens, busy }: Marking, task: number): boolean =>
  tokens.some((place) => net.leadsOut[place]) ||
  busy.some((other) => other !== task && net.leadsOut[net.consumers.length + other]);
