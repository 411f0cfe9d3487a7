/**
 * The possible moves of a frame, in the order of K1.3: a marked output ends it; then plain tasks begin, the lowest or one
 * of its rivals; then OR-joins; only if none of this applies the frame waits, and active tasks may end.
 */
import { withNumber, withoutNumber } from '../play/sorted.ts';
import type { CheckedNet, CheckedTask } from './checked-net.ts';
import type { Ending } from './endings.ts';
import { has, type Marking } from './marking.ts';

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
  /** The kernel moves automatically, by one of these. */
  | { readonly kind: 'forced'; readonly moves: readonly Move[] }
  /** An external event is needed: one of these, if any. */
  | { readonly kind: 'waiting'; readonly moves: readonly Move[] }
  /** An OR-join could not be decided within its limit. */
  | { readonly kind: 'undecided' };

export const nextStepOf = (net: CheckedNet, marking: Marking): NextStep => {
  const doomed = isDoomed(net, marking);
  if (doomed && (!net.settles || marking.busy.some((index) => net.tasks[index]!.isLast)))
    return { kind: 'failed' };
  if (!doomed && has(marking.tokens, net.output)) return { kind: 'complete' };
  const candidates = candidatesOf(net, marking);
  const plain = candidates.filter((task) => isPlain(task) && isEnabled(marking, task));
  const lowest = plain[0];
  if (lowest !== undefined) return forced(marking, lowest, plain);
  const orJoins: CheckedTask[] = [];
  const offers: CheckedTask[] = [];
  for (const task of candidates) {
    if (isPlain(task)) continue;
    if (task.join === 'or') {
      const decision = net.orJoin.decide(task.index, marking.tokens, marking.busy);
      if (decision === 'undecided') return { kind: 'undecided' };
      if (decision === 'wait') continue;
    } else if (!isEnabled(marking, task)) continue;
    (task.competes ? offers : orJoins).push(task);
  }
  const first = orJoins[0];
  if (first !== undefined) return forced(marking, first, orJoins);
  const ends = marking.busy.flatMap((index) => {
    const task = net.tasks[index]!;
    return task.endings.map((ending): Move => ({ task, takes: null, ending, isRace: false }));
  });
  const holds = offers.flatMap((task) =>
    beginnings(
      marking,
      task,
      offers.some((other) => isRival(marking, task, other)),
    ),
  );
  return { kind: 'waiting', moves: [...ends, ...holds] };
};

/** A task that fails at once without a catch stays active forever: its frame cannot complete any more. */
export const isDoomed = (net: CheckedNet, { busy }: Marking): boolean =>
  busy.some((index) => net.tasks[index]!.isInstant);

const isPlain = (task: CheckedTask): boolean => task.join !== 'or' && !task.competes;

/** Inactive tasks with a marked input, ascending. */
const candidatesOf = (net: CheckedNet, { tokens, busy }: Marking): readonly CheckedTask[] => {
  const found = new Set<number>();
  let last = -1;
  for (const place of tokens) {
    if (place === last) continue;
    last = place;
    for (const task of net.consumers[place]!) if (!has(busy, task)) found.add(task);
  }
  return [...found].sort((a, b) => a - b).map((index) => net.tasks[index]!);
};

const isEnabled = ({ tokens }: Marking, { join, inputs }: CheckedTask): boolean =>
  join === 'and' ? inputs.every((place) => has(tokens, place)) : inputs.some((place) => has(tokens, place));

/** Both need a token of the same marked place. */
const isRival = ({ tokens }: Marking, task: CheckedTask, other: CheckedTask): boolean =>
  other !== task && task.inputs.some((place) => has(tokens, place) && other.inputs.includes(place));

/** K11.2: the lowest or a rival of it, nets before other work. */
const forced = (marking: Marking, lowest: CheckedTask, enabled: readonly CheckedTask[]): NextStep => {
  const all = lowest.isContested
    ? enabled.filter((task) => task === lowest || isRival(marking, lowest, task))
    : [lowest];
  const nets = all.filter(({ isNet }) => isNet);
  const among = nets.length > 0 ? nets : all;
  return { kind: 'forced', moves: among.flatMap((task) => beginnings(marking, task, among.length > 1)) };
};

const beginnings = ({ tokens }: Marking, task: CheckedTask, isRace: boolean): readonly Move[] => {
  const marked = task.inputs.filter((place) => has(tokens, place));
  const takings = task.join === 'xor' ? marked.map((place) => [place]) : [marked];
  const endings = task.isInstant && task.endings.length > 0 ? task.endings : [null];
  return takings.flatMap((takes) => endings.map((ending) => ({ task, takes, ending, isRace })));
};

export const apply = (marking: Marking, { task, takes, ending }: Move): Marking => {
  let { tokens, busy } = marking;
  for (const place of takes ?? []) tokens = withoutNumber(tokens, place);
  if (ending === null) return { tokens, busy: withNumber(busy, task.index) };
  if (takes === null) busy = withoutNumber(busy, task.index);
  if (!ending.caught) {
    if (task.cancelPlaces.length > 0) tokens = tokens.filter((place) => !task.cancelPlaces.includes(place));
    if (task.cancelTasks.length > 0) busy = busy.filter((other) => !task.cancelTasks.includes(other));
  }
  for (const place of ending.gives) tokens = withNumber(tokens, place);
  return { tokens, busy };
};

/** Continues while there is only one move and it only begins work. */
export const settle = (
  net: CheckedNet,
  marking: Marking,
  begun: (task: CheckedTask) => void,
): { readonly marking: Marking; readonly nextStep: NextStep } => {
  for (let at = marking; ; ) {
    const nextStep = nextStepOf(net, at);
    const [only, another] = nextStep.kind === 'forced' ? nextStep.moves : [];
    if (only === undefined || another !== undefined || only.ending !== null) return { marking: at, nextStep };
    at = apply(at, only);
    begun(only.task);
  }
};
