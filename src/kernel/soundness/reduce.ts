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
import { createMarkingMap, type Marking } from './marking.ts';
import { apply, begin, endsOf, holdsOf, isDecided, isDoomed, type Move, nextStepOf } from './moves.ts';

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

/** The moves of one task that are sufficient to follow from a marking that waits; null if all are needed. */
export const reduce = (
  net: CheckedNet,
  marking: Marking,
  offers: readonly CheckedTask[],
  options: ReduceOptions,
): readonly Move[] | null => {
  if (!net.isReducible) return null;
  const held = groupHolds(holdsOf(net, marking, offers));
  const certain = held.filter((group) => !group.some(isDecided));
  let groups = held.length;
  let hasCertain = certain.length > 0;
  for (const index of marking.busy) {
    const [ending] = net.tasks[index]!.endings;
    if (ending === undefined) continue;
    groups += 1;
    if (!ending.decided) hasCertain = true;
  }
  if (groups < 2) return null;
  const onlyCertain = options.isUndecided && hasCertain;
  const isEnough = (group: readonly Move[]): boolean => {
    const { isLocal, vanishes } = lookAhead(net, marking, group, options.isVisible);
    if (!isLocal) return false;
    return !(vanishes && options.keepsLeftovers && someoneElseLeadsOut(net, marking, group[0]!.task.index));
  };
  for (const index of marking.busy) {
    const task = net.tasks[index]!;
    const [ending] = task.endings;
    if (ending === undefined || (onlyCertain && ending.decided)) continue;
    if (net.fuel.left <= 0) return null;
    const group = endsOf(task);
    if (isEnough(group)) return group;
  }
  return (onlyCertain ? certain : held).find(isEnough) ?? null;
};

/** Mutually exclusive holds: those of one task, and of offers that wait for one token side by side. */
const groupHolds = (moves: readonly Move[]): readonly (readonly Move[])[] => {
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
  const seen = createMarkingMap<true>();
  const open: Marking[] = [];
  const note = (move: Move): void => {
    if (!isPrivate(net, move) || isVisible(move.task)) isLocal = false;
    if (move.ending?.gives.length === 0) vanishes = true;
  };
  const reach = (next: Marking): void => {
    if (seen.get(next)) return;
    seen.add(next, true);
    open.push(next);
  };
  const follow = (from: Marking, move: Move): void => {
    note(move);
    reach(apply(net, from, move));
  };
  for (const move of moves) {
    follow(marking, move);
    if (!isLocal || seen.size() > maxLookAhead) return { isLocal: false, vanishes };
  }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const nextStep = nextStepOf(net, at);
    if (nextStep.kind === 'waiting' && !isDoomed(net, at)) survives = true;
    if (seen.size() > maxLookAhead || net.fuel.left <= 0) return { isLocal: false, vanishes };
    if (nextStep.kind === 'complete' || nextStep.kind === 'undecided') isLocal = false;
    if (nextStep.kind === 'forced') for (const move of nextStep.moves) follow(at, move);
    if (nextStep.kind === 'begins') {
      nextStep.moves.forEach(note);
      reach(begin(net, at, nextStep.moves));
    }
    if (!isLocal) return { isLocal, vanishes };
  }
  return { isLocal: isLocal && survives, vanishes };
};

/** Whether neither its task nor its places concern others, except the next task. */
const isPrivate = (net: CheckedNet, { task, takes, ending }: Move): boolean => {
  net.fuel.left -= task.inputs.length + (ending?.gives.length ?? 0);
  // When it ends it can fire again with waiting tokens, so its inputs count, too.
  if (task.isCancelled || !(takes ?? task.inputs).every((place) => net.isQuiet[place])) return false;
  if (ending === null) return true;
  if (!ending.caught && (task.cancelPlaces.length > 0 || task.cancelTasks.length > 0)) return false;
  return ending.gives.every((place) => net.isQuiet[place]);
};

const someoneElseLeadsOut = (net: CheckedNet, { tokens, busy }: Marking, task: number): boolean =>
  tokens.some((place) => net.leadsOut[place]) ||
  busy.some((other) => other !== task && net.leadsOut[net.consumers.length + other]);
