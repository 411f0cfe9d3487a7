/**
 * Leaves out interleavings that lead to no other result [K16.6]. If the moves of one active task can neither hinder nor
 * be hindered by anything else, it is sufficient to let it go first: every end of the frame and every firing is still
 * found. This holds if
 * - the places that get its tokens have one consumer only (or precede offers that wait side by side), and no cancel
 *   region is near;
 * - it does not mark the output, directly or by what follows at once: that would cut off everything else;
 * - it does not vanish while another task could still mark the output: the rest would no longer be left over.
 */
import type { CheckedNet, CheckedTask } from './checked-net.ts';
import { type Marking, markingKey } from './marking.ts';
import { apply, isDecided, isDoomed, type Move, nextStepOf } from './moves.ts';

/** What must not be reordered with anything else, beyond the frame's end. */
export type IsVisible = (task: CheckedTask) => boolean;

export interface ReduceOptions {
  readonly isVisible: IsVisible;
  /** Completions with leftover tokens are to be found, too. */
  readonly keepsLeftovers: boolean;
  /** The path has no decision so far: paths without decisions must not be postponed behind others. */
  readonly isUndecided: boolean;
}

/** Limit of steps of a look-ahead. */
const maxLookAhead = 200;

/** Moves that are sufficient to follow: those of one task, or all. */
export const reduce = (
  net: CheckedNet,
  marking: Marking,
  moves: readonly Move[],
  options: ReduceOptions,
): readonly Move[] => {
  if (!net.isReducible || moves.length < 2) return moves;
  const groups = groupMoves(moves);
  if (groups.length < 2) return moves;
  const certain = options.isUndecided ? groups.filter((group) => !group.some(isDecided)) : [];
  const isEnough = (group: readonly Move[]): boolean => {
    const { isLocal, vanishes } = lookAhead(net, marking, group, options.isVisible);
    if (!isLocal) return false;
    return !(vanishes && options.keepsLeftovers && someoneElseLeadsOut(net, marking, group[0]!.task.index));
  };
  return (certain.length > 0 ? certain : groups).find(isEnough) ?? moves;
};

/** Mutually exclusive moves: those of one task, and of offers that wait for one token side by side. */
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

interface LookAheadResult {
  readonly isLocal: boolean;
  /** A part of it ends without a token. */
  readonly vanishes: boolean;
}

/** What follows at once from the moves of one task. */
const lookAhead = (
  net: CheckedNet,
  marking: Marking,
  moves: readonly Move[],
  isVisible: IsVisible,
): LookAheadResult => {
  let isLocal = true;
  let vanishes = false;
  let survives = false;
  const seen = new Set<string>();
  const open: Marking[] = [];
  const follow = (from: Marking, move: Move): void => {
    if (!isPrivate(net, move) || isVisible(move.task)) isLocal = false;
    if (move.ending?.gives.length === 0) vanishes = true;
    const next = apply(from, move);
    const key = markingKey(next);
    if (seen.has(key)) return;
    seen.add(key);
    open.push(next);
  };
  for (const move of moves) follow(marking, move);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const nextStep = nextStepOf(net, at);
    if (nextStep.kind === 'waiting' && !isDoomed(net, at)) survives = true;
    if (nextStep.kind === 'complete' || nextStep.kind === 'undecided' || seen.size > maxLookAhead)
      isLocal = false;
    if (nextStep.kind === 'forced' && seen.size <= maxLookAhead)
      for (const move of nextStep.moves) follow(at, move);
  }
  return { isLocal: isLocal && survives, vanishes };
};

/** Whether neither its task nor its places concern others, except the next task. */
const isPrivate = (net: CheckedNet, { task, takes, ending }: Move): boolean => {
  // When it ends it can fire again with waiting tokens, so its inputs count, too.
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
