/**
 * Finds out where a variable may still be unset. Variables never become unset again, so a run that reaches a task with an
 * unset variable is a run of the net without the endings that set it: the search runs on that net.
 */
import type { Net, Program, Task } from '../model/program.ts';
import type { CheckedNet, CheckedTask } from './checked-net.ts';
import type { ExploredNet } from './completions.ts';
import { type Exploration, type ExploreOptions, explore, type Fuel } from './explore.ts';
import { type Closure, closureOf } from './forward-closure.ts';
import type { Move } from './moves.ts';
import { findUses, isMapped, type NetUse } from './net-uses.ts';
import type { Reached } from './reached.ts';
import { inputsOf, variablesIn } from './task-reads.ts';

/** When a task reads a variable: as its work begins, or when it has succeeded. */
export type ReadPhase = 'beginning' | 'end';

export interface Unset {
  /** The variable may be unset when a frame of the net begins. */
  atEntry(net: Net, name: string): boolean;
  /** How the task may begin or end while it is unset, if it is unset at the entry; null if it is certainly set. */
  atTask(net: Net, task: number, name: string, when: ReadPhase): Reached | null;
  /** How the net may complete while it is unset, if it is unset at the entry. */
  atCompletion(net: Net, name: string): Reached | null;
  /** The work of the task itself sets it, at the latest when it succeeds. */
  setsByWork(task: Task, name: string): boolean;
  /** Some path sets it before the task begins (or, if it is read later, ends), or before the net completes. */
  maybeSetAtTask(net: Net, task: number, name: string, when: ReadPhase): boolean;
  maybeSetAtCompletion(net: Net, name: string): boolean;
  /** Nets in which a search reached the limit. */
  readonly unfinished: ReadonlySet<string>;
  readonly markings: () => number;
}

/** Limit of searches that reach the limit, for all variables of one net. */
const searchesPerNet = 4;

interface Search {
  readonly closure: Closure;
  readonly explored: () => Exploration;
}

export const createUnset = (
  program: Program,
  nets: ReadonlyMap<string, ExploredNet>,
  bound: number,
  fuel: Fuel,
): Unset => {
  const byId = new Map(program.nets.map((net) => [net.id, net]));
  const uses = findUses(program);
  const searches = new Map<string, Search>();
  const skips = new Map<Task, boolean>();
  const unfinished = new Set<string>();
  /** Remaining markings, by net. */
  const room = new Map<string, number>();
  let markings = 0;

  const run = (net: CheckedNet, options: Omit<ExploreOptions, 'bound' | 'fuel'>): Exploration => {
    const { id } = net.source;
    const left = room.get(id) ?? bound * searchesPerNet;
    const limits = { bound: Math.min(bound, left), fuel };
    const exploration = explore(net, { ...options, ...limits, ignoresLeftovers: true });
    room.set(id, left - exploration.markings);
    markings += exploration.markings;
    if (exploration.isBounded) unfinished.add(id);
    return exploration;
  };

  const search = (net: Net, name: string): Search => {
    const key = JSON.stringify([net.id, name]);
    const known = searches.get(key);
    if (known !== undefined) return known;
    const checked = nets.get(net.id)!.net;
    const tasks = checked.tasks.map((task, index): CheckedTask => {
      const sets = setsOf(net, net.tasks[index]!, name);
      const endings = task.endings.filter(({ caught }) => (caught ? !sets.caught : !sets.completed));
      if (endings.length === task.endings.length) return task;
      return { ...task, endings, isLast: task.isInstant && endings.length === 0 };
    });
    const without: CheckedNet = { ...checked, tasks };
    let exploration: Exploration | undefined;
    const explored = (): Exploration => {
      exploration ??= run(without, {});
      return exploration;
    };
    const made = { closure: closureOf(without), explored };
    searches.set(key, made);
    return made;
  };

  /** Whether an ending of the task certainly sets the variable. */
  const setsOf = (
    net: Net,
    task: Task,
    name: string,
  ): { readonly completed: boolean; readonly caught: boolean } => {
    if (maySkip(net, task)) return { completed: false, caught: task.catch?.as === name };
    const begins = task.timeout?.status === name || mapsToParent(task, name);
    return {
      completed: begins || assigns(task, name) || setsByWork(task, name),
      caught: begins || task.catch?.as === name,
    };
  };

  const setsByWork = (task: Task, name: string): boolean => {
    if (task.timeout?.status === name || mapsToParent(task, name)) return true;
    if (task.work.kind !== 'net' || task.work.scope !== 'share' || task.each !== undefined) return false;
    return atCompletion(byId.get(task.work.net)!, name) === null;
  };

  /** With `onUnset: skip`, if a variable of its input may be unset; the list of an each is always set. */
  const maySkip = (net: Net, task: Task): boolean => {
    if (task.onUnset !== 'skip' || task.each !== undefined) return false;
    const known = skips.get(task);
    if (known !== undefined) return known;
    // A recursive question about itself has the answer yes.
    skips.set(task, true);
    const index = net.tasks.indexOf(task);
    const needs = [...variablesIn(inputsOf(task.work))];
    const answer = needs.some((need) => atEntry(net, need) && atTask(net, index, need, 'beginning') !== null);
    skips.set(task, answer);
    return answer;
  };

  const atTask = (net: Net, task: number, name: string, when: ReadPhase): Reached | null => {
    const { closure, explored } = search(net, name);
    return closure.tasks.has(task) ? comesTo(nets.get(net.id)!.net, explored(), task, when) : null;
  };

  const atCompletion = (net: Net, name: string): Reached | null => {
    const { closure, explored } = search(net, name);
    if (!closure.mayComplete) return null;
    const { clean, leftover } = explored();
    return clean ?? leftover;
  };

  const atEntry = (net: Net, name: string): boolean => {
    const users = uses.get(net.id)!;
    const open = users.filter((use) => !isMapped(use, name));
    const declared = net.variables.find((variable) => variable.name === name);
    if (declared !== undefined) {
      if (declared.initial !== undefined || declared.parameter === 'required') return false;
      return net.id === program.root || users.length === 0 || open.length > 0;
    }
    return open.some((use) => use.work.scope !== 'own' && isUnsetAt(use, name));
  };

  const isUnsetAt = ({ net, task }: NetUse, name: string): boolean =>
    atEntry(net, name) && atTask(net, net.tasks.indexOf(task), name, 'beginning') !== null;

  const maybeSetAtEntry = (net: Net, name: string): boolean => {
    const users = uses.get(net.id)!;
    if (users.some((use) => isMapped(use, name))) return true;
    const declared = net.variables.find((variable) => variable.name === name);
    if (declared !== undefined) return declared.initial !== undefined || declared.parameter !== undefined;
    return users.some(
      (use) =>
        use.work.scope !== 'own' &&
        (use.net.tasks.some((task) => mayWriteAnyhow(task, name)) || maybeSetAtEntry(use.net, name)),
    );
  };

  /** By completing, or by its caught failure. */
  const mayWrite = (task: Task, name: string, caught: boolean): boolean => {
    if (caught ? task.catch?.as === name : assigns(task, name)) return true;
    if (task.timeout?.status === name || mapsToParent(task, name)) return true;
    if (task.work.kind !== 'net' || task.work.scope !== 'share') return false;
    return byId.get(task.work.net)!.tasks.some((each) => mayWriteAnyhow(each, name));
  };
  const mayWriteAnyhow = (task: Task, name: string): boolean =>
    mayWrite(task, name, false) || mayWrite(task, name, true);

  /** What can follow in the net once the variable is set. */
  const afterSetting = (net: Net, name: string, task: number): Exploration => {
    const setters = new Set(net.tasks.flatMap((each, index) => (mayWriteAnyhow(each, name) ? [index] : [])));
    const checked = nets.get(net.id)!.net;
    const isVisible = ({ index }: CheckedTask): boolean => index === task || setters.has(index);
    const watches = ({ task: { index }, ending }: Move): boolean =>
      ending !== null && mayWrite(net.tasks[index]!, name, ending.caught);
    return run(checked, { isVisible, starts: run(checked, { isVisible, watches }).watched });
  };

  const maybeSetAtTask = (net: Net, task: number, name: string, when: ReadPhase): boolean =>
    maybeSetAtEntry(net, name) ||
    comesTo(nets.get(net.id)!.net, afterSetting(net, name, task), task, when) !== null ||
    isSpent();

  const maybeSetAtCompletion = (net: Net, name: string): boolean => {
    if (maybeSetAtEntry(net, name)) return true;
    const { clean, leftover } = afterSetting(net, name, -1);
    return clean !== null || leftover !== null || isSpent();
  };

  /** The result is unknown. */
  const isSpent = (): boolean => fuel.left <= 0;

  return {
    atEntry,
    atTask,
    atCompletion,
    setsByWork,
    maybeSetAtTask,
    maybeSetAtCompletion,
    unfinished,
    markings: () => markings,
  };
};

/** A task that begins and ends in one step ends where it begins. */
const comesTo = (
  net: CheckedNet,
  exploration: Exploration,
  task: number,
  when: ReadPhase,
): Reached | null => {
  const { begun, underWay } = exploration;
  const found = when === 'beginning' || net.tasks[task]!.isInstant ? begun : underWay;
  return found.get(task) ?? null;
};

const assigns = (task: Task, name: string): boolean => (task.outputs ?? []).some(({ to }) => to === name);

/** For a net that shares, the mapping writes the parent's variables. */
const mapsToParent = ({ work }: Task, name: string): boolean =>
  work.kind === 'net' && work.scope === 'share' && (work.input ?? []).some(({ to }) => to === name);
