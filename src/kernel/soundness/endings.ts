/**
 * The possible endings of a task, as far as the program determines them [K16.5]: guards may be true or false unless they
 * are constants, and work may fail if there is a catch. An uncaught failure ends the frame and is no ending.
 */
import type { Expression, Flow, Task } from '../model/program.ts';

export interface Ending {
  /** Places that get a token, ascending, one entry per token. */
  readonly gives: readonly number[];
  readonly took: readonly (string | null)[];
  readonly caught: boolean;
  /** The task could also have ended differently. */
  readonly decided: boolean;
}

export interface Endings {
  readonly endings: readonly Ending[];
  /** False if there are more sets of flows than are examined. */
  readonly isComplete: boolean;
}

/** Number of guarded flows of an OR-split up to which all sets are examined, if that is affordable. */
const maxGuards = 10;
/** Limit of flows in all sets of an OR-split that has more guards. */
const maxFlows = 100_000;
/** Share of the budget that the sets of one task may cost. */
const share = 1 / 1_000;

interface FlowChoices {
  readonly sets: readonly (readonly Flow[])[];
  /** No flow may be taken, or a guard is neither true nor false: the task fails. */
  readonly mayFail: boolean;
  readonly isComplete: boolean;
}

/** `flows` in the order in which guards are tried; `completes`: its work can succeed; `budget`: fuel that is left. */
export const endingsOf = (
  task: Task,
  flows: readonly Flow[],
  completes: boolean,
  place: (id: string) => number,
  budget: number,
): Endings => {
  const { sets, mayFail, isComplete } = completes ? chooseFlows(task, flows, budget * share) : noChoices;
  const endings = new Map<string, Omit<Ending, 'decided'>>();
  const add = (took: readonly (string | null)[], caught: boolean): void => {
    const gives = took.flatMap((to) => (to === null ? [] : [place(to)])).sort((a, b) => a - b);
    const key = `${caught} ${gives.join()}`;
    if (!endings.has(key)) endings.set(key, { gives, took, caught });
  };
  for (const set of sets)
    add(
      set.map(({ to }) => to),
      false,
    );
  if (task.catch !== undefined && (!completes || mayFail || canFail(task))) add([task.catch.to], true);
  const decided = endings.size > 1;
  return { endings: [...endings.values()].map((ending) => ({ ...ending, decided })), isComplete };
};

const noChoices: FlowChoices = { sets: [], mayFail: true, isComplete: true };

const chooseFlows = (task: Task, flows: readonly Flow[], affordable: number): FlowChoices => {
  if (task.split === 'and') return { sets: [flows], mayFail: false, isComplete: true };
  return task.split === 'xor' ? chooseOne(flows) : chooseSome(flows, affordable);
};

type GuardOutcome = 'holds' | 'fails' | 'open' | 'wrong';

const guardOutcome = (guard: Expression): GuardOutcome => {
  if (guard.kind !== 'value') return 'open';
  if (typeof guard.value !== 'boolean') return 'wrong';
  return guard.value ? 'holds' : 'fails';
};

const chooseOne = (flows: readonly Flow[]): FlowChoices => {
  const sets: Flow[][] = [];
  for (const flow of flows) {
    const verdict = flow.default === true || flow.guard === undefined ? 'holds' : guardOutcome(flow.guard);
    if (verdict === 'wrong') return { sets, mayFail: true, isComplete: true };
    if (verdict !== 'fails') sets.push([flow]);
    if (verdict === 'holds') return { sets, mayFail: false, isComplete: true };
  }
  return { sets, mayFail: true, isComplete: true };
};

/** The default's guard is evaluated, too; without one, or if it is false, the default is taken if there is no other. */
const chooseSome = (flows: readonly Flow[], affordable: number): FlowChoices => {
  const sure = new Set<Flow>();
  const open: Flow[] = [];
  for (const flow of flows) {
    const verdict = flow.guard !== undefined ? guardOutcome(flow.guard) : flow.default ? 'fails' : 'holds';
    if (verdict === 'wrong') return noChoices;
    if (verdict === 'holds') sure.add(flow);
    if (verdict === 'open') open.push(flow);
  }
  const fallback = flows.find((flow) => flow.default === true);
  const { subsets, isComplete } = subsetsOf(open, Math.min(maxFlows, affordable) / flows.length);
  const sets: (readonly Flow[])[] = [];
  let mayFail = false;
  for (const subset of subsets) {
    const set = flows.filter((flow) => sure.has(flow) || subset.has(flow));
    if (set.length > 0) sets.push(set);
    else if (fallback !== undefined) sets.push([fallback]);
    else mayFail = true;
  }
  return { sets, mayFail, isComplete };
};

/** All subsets; of a long list none and all, then as many as may be: each alone, and all but each. */
const subsetsOf = <T>(
  list: readonly T[],
  most: number,
): { readonly subsets: readonly ReadonlySet<T>[]; readonly isComplete: boolean } => {
  if (list.length > maxGuards || 2 ** list.length > most) {
    const some = list.slice(0, most / 2);
    const alone = some.map((one) => new Set([one]));
    const others = some.map((one) => new Set(list.filter((other) => other !== one)));
    return { subsets: [new Set(), ...alone, ...others, new Set(list)], isComplete: false };
  }
  const subsets = Array.from(
    { length: 2 ** list.length },
    (_, set) => new Set(list.filter((_, at) => (set & (1 << at)) !== 0)),
  );
  return { subsets, isComplete: true };
};

/** Work that does nothing and computes nothing cannot fail. */
const canFail = (task: Task): boolean =>
  task.work.kind !== 'pass' ||
  task.timeout !== undefined ||
  task.each !== undefined ||
  (task.outputs ?? []).some(({ value }) => value.kind !== 'value') ||
  task.flows.some(({ guard }) => guard !== undefined && guard.kind !== 'value');
