/**
 * The possible moves of a frame, in the order of K1.3: a marked output ends it; then plain tasks begin, the lowest or one
 * of its rivals; then OR-joins; only if none of this applies the frame waits, and active tasks may end.
 */
import { has, sorted } from '../or-join/bag.ts';
import type { CheckedNet, CheckedTask } from './checked-net.ts';
import type { Ending } from './endings.ts';
import { type Marking, sizeOf, withNumbers, withoutNumbers } from './marking.ts';

export interface Move {
  readonly task: CheckedTask;
  /** The tokens that it consumes; null if it was already active. */
  readonly takes: readonly number[] | null;
  /** Null: it is active from here on. */
  readonly ending: Ending | null;
  /** Another task could have taken the token. */
  readonly isRace: boolean;
}

/** By a guard, a failure or a race. */
export const isDecided = ({ ending, isRace }: Move): boolean => isRace || ending?.decided === true;

export type NextStep =
  /** The output is marked. */
  | { readonly kind: 'complete' }
  /** A task has failed at once without a catch; or the branch is not to be followed. */
  | { readonly kind: 'failed' }
  /** The kernel lets these tasks begin, all of them. */
  | { readonly kind: 'begins'; readonly moves: readonly Move[] }
  /** The kernel moves automatically, by one of these. */
  | { readonly kind: 'forced'; readonly moves: readonly Move[] }
  /** An external event is needed: an active task ends, or one of these offers is held. */
  | { readonly kind: 'waiting'; readonly offers: readonly CheckedTask[] }
  /** An OR-join could not be decided within its limit, or the budget is used up. */
  | { readonly kind: 'undecided' };

export const nextStepOf = (net: CheckedNet, marking: Marking): NextStep => {
  const doomed = isDoomed(net, marking);
  if (doomed && (!net.settles || marking.busy.some((index) => net.tasks[index]!.isLast)))
    return { kind: 'failed' };
  if (!doomed && has(marking.tokens, net.output)) return { kind: 'complete' };
  const candidates = candidatesOf(net, marking);
  const plain = candidates.filter((each) => isPlain(each.task) && isEnabled(each));
  const [lowest] = plain;
  if (lowest !== undefined) return advanced(net, marking, lowest.task, plain);
  const orJoins: CheckedTask[] = [];
  const offers: CheckedTask[] = [];
  for (const { task, marked } of candidates) {
    if (isPlain(task)) continue;
    if (task.join === 'or') {
      const decision = net.orJoin.decide(task.index, marking.tokens, marking.busy);
      if (decision === 'undecided') return { kind: 'undecided' };
      if (decision === 'wait') continue;
    } else if (!isEnabled({ task, marked })) continue;
    (task.competes ? offers : orJoins).push(task);
  }
  const [first] = orJoins;
  if (first === undefined) return { kind: 'waiting', offers };
  return forced(net, marking, first, orJoins);
};

/** A task that fails at once without a catch stays active forever: its frame cannot complete any more. */
export const isDoomed = (net: CheckedNet, { busy }: Marking): boolean =>
  net.mayDoom && busy.some((index) => net.tasks[index]!.isInstant);

const isPlain = (task: CheckedTask): boolean => task.join !== 'or' && !task.competes;

interface Candidate {
  readonly task: CheckedTask;
  /** Number of its marked inputs. */
  readonly marked: number;
}

/** Inactive tasks with a marked input, ascending. */
const candidatesOf = (net: CheckedNet, { tokens, busy }: Marking): readonly Candidate[] => {
  const found = new Map<number, number>();
  let last = -1;
  let cost = costOfStep + tokens.length / 2 + busy.length / 4;
  for (const place of tokens) {
    if (place === last) continue;
    last = place;
    const consumers = net.consumers[place]!;
    cost += costOfVisit * consumers.length;
    for (const task of consumers) found.set(task, (found.get(task) ?? 0) + 1);
  }
  net.fuel.left -= cost + costOfCandidate * found.size;
  return [...found.keys()]
    .filter((task) => !has(busy, task))
    .sort((a, b) => a - b)
    .map((index) => ({ task: net.tasks[index]!, marked: found.get(index)! }));
};

const costOfStep = 20;
const costOfCandidate = 20;
const costOfVisit = 3;

const isEnabled = ({ task: { join, inputs }, marked }: Candidate): boolean =>
  join !== 'and' || marked === inputs.length;

/** What begins without rivals and without another effect begins together with the lowest. */
const advanced = (
  net: CheckedNet,
  marking: Marking,
  lowest: CheckedTask,
  enabled: readonly Candidate[],
): NextStep => {
  const step = forced(
    net,
    marking,
    lowest,
    enabled.map(({ task }) => task),
  );
  if (step.kind !== 'begins' || lowest.isInstant) return step;
  const moves = [...step.moves];
  for (const { task, marked } of enabled.slice(1)) {
    if (task.isInstant || task.isContested || (task.join === 'xor' && marked > 1)) break;
    moves.push(...beginnings(net, marking, task, false));
  }
  return { kind: 'begins', moves };
};

/** K11.2: the lowest or a rival of it, nets before other work. */
const forced = (
  net: CheckedNet,
  marking: Marking,
  lowest: CheckedTask,
  enabled: readonly CheckedTask[],
): Extract<NextStep, { kind: 'begins' | 'forced' }> => {
  const all = lowest.isContested ? withRivals(net, marking, lowest, enabled) : [lowest];
  const nets = all.filter(({ isNet }) => isNet);
  const among = nets.length > 0 ? nets : all;
  const moves = among.flatMap((task) => beginnings(net, marking, task, among.length > 1));
  const isBegin = moves.length === 1 && moves[0]!.ending === null;
  return { kind: isBegin ? 'begins' : 'forced', moves };
};

/** Tasks that need a token of the same marked place. */
const withRivals = (
  net: CheckedNet,
  { tokens }: Marking,
  lowest: CheckedTask,
  enabled: readonly CheckedTask[],
): readonly CheckedTask[] => {
  const rivals = new Set(
    lowest.inputs.filter((place) => has(tokens, place)).flatMap((place) => net.consumers[place]!),
  );
  net.fuel.left -= costOfVisit * (rivals.size + enabled.length);
  return enabled.filter((task) => task === lowest || rivals.has(task.index));
};

const beginnings = (
  net: CheckedNet,
  { tokens }: Marking,
  task: CheckedTask,
  isRace: boolean,
): readonly Move[] => {
  const marked = task.join === 'and' ? task.inputs : task.inputs.filter((place) => has(tokens, place));
  const takings = task.join === 'xor' ? marked.map((place) => [place]) : [marked];
  const endings = task.isInstant && task.endings.length > 0 ? task.endings : [null];
  net.fuel.left -= task.inputs.length + costOfMove * takings.length * endings.length;
  return takings.flatMap((takes) => endings.map((ending) => ({ task, takes, ending, isRace })));
};

export const costOfMove = 5;

/** The ends of an active task. */
export const endsOf = (task: CheckedTask): readonly Move[] =>
  task.endings.map((ending) => ({ task, takes: null, ending, isRace: false }));

/** The holds of offers that are waiting together. */
export const holdsOf = (
  net: CheckedNet,
  marking: Marking,
  offers: readonly CheckedTask[],
): readonly Move[] => {
  const wanted = new Map<number, number>();
  for (const { inputs } of offers)
    for (const place of inputs)
      if (has(marking.tokens, place)) wanted.set(place, (wanted.get(place) ?? 0) + 1);
  return offers.flatMap((task) =>
    beginnings(
      net,
      marking,
      task,
      task.inputs.some((place) => (wanted.get(place) ?? 0) > 1),
    ),
  );
};

/** Every move from a marking that waits. */
export const movesOf = (
  net: CheckedNet,
  marking: Marking,
  offers: readonly CheckedTask[],
): readonly Move[] => {
  const ends = marking.busy.flatMap((index) => endsOf(net.tasks[index]!));
  net.fuel.left -= costOfMove * ends.length;
  return [...ends, ...holdsOf(net, marking, offers)];
};

export const apply = (net: CheckedNet, marking: Marking, { task, takes, ending }: Move): Marking => {
  let { tokens, busy } = marking;
  net.fuel.left -= costOfStep + sizeOf(marking) / 4 + (takes?.length ?? 0) + (ending?.gives.length ?? 0);
  if (takes !== null) tokens = withoutNumbers(tokens, takes);
  if (ending === null) return { tokens, busy: withNumbers(busy, [task.index]) };
  if (takes === null) busy = withoutNumbers(busy, [task.index]);
  if (!ending.caught) {
    if (task.cancelPlaces.length > 0) tokens = tokens.filter((place) => !has(task.cancelPlaces, place));
    if (task.cancelTasks.length > 0) busy = busy.filter((other) => !has(task.cancelTasks, other));
  }
  return { tokens: withNumbers(tokens, ending.gives), busy };
};

/** All tasks of a step begin. */
export const begin = (net: CheckedNet, { tokens, busy }: Marking, moves: readonly Move[]): Marking => {
  const takes = sorted(moves.flatMap((move) => move.takes ?? []));
  net.fuel.left -= (tokens.length + busy.length) / 4 + costOfMove * (takes.length + moves.length);
  return {
    tokens: withoutNumbers(tokens, takes),
    busy: withNumbers(
      busy,
      moves.map(({ task }) => task.index),
    ),
  };
};

/** Continues while work only begins. */
export const settle = (
  net: CheckedNet,
  marking: Marking,
  begun: (task: CheckedTask) => void,
): { readonly marking: Marking; readonly nextStep: NextStep } => {
  for (let at = marking; ; ) {
    const nextStep = nextStepOf(net, at);
    if (nextStep.kind !== 'begins') return { marking: at, nextStep };
    at = begin(net, at, nextStep.moves);
    for (const { task } of nextStep.moves) begun(task);
    if (net.fuel.left <= 0) return { marking: at, nextStep: { kind: 'undecided' } };
  }
};
