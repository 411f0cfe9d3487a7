/**
 * Finds out where a variable may still be unset. Variables never become unset again, so a run that reaches a task with an
 * unset variable is a run of the net without the endings that set it: the search runs on that net.
 */
import type { Net, Program, Task } from '../model/program.ts';
import type { Fuel } from '../or-join/fuel.ts';
import { type CheckedNet, type CheckedTask, mayDoom } from './checked-net.ts';
import type { ExploredNet } from './completions.ts';
import { type Exploration, type ExploreOptions, explore } from './explore.ts';
import { type Closure, closureOf } from './forward-closure.ts';
import type { Move } from './moves.ts';
import { findUses, type NetUse } from './net-uses.ts';
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
  readonly explored: () => Exploration | null;
}

/** The answer is unknown. */
const noSearch: Search = { closure: { tasks: new Uint8Array(), mayComplete: false }, explored: () => null };

/** Cost of a question about one task. */
const costOfTask = 10;

export const createUnset = (
  program: Program,
  nets: ReadonlyMap<string, ExploredNet>,
  bound: number,
  fuel: Fuel,
): Unset => {
  const byId = new Map(program.nets.map((net) => [net.id, net]));
  const uses = findUses(program);
  const declared = new Map(
    program.nets.map((net) => [net, new Map(net.variables.map((variable) => [variable.name, variable]))]),
  );
  const setters = new Map(program.nets.map((net) => [net, findSetters(net)]));
  const skips = new Map<Task, boolean>();
  const unfinished = new Set<string>();
  /** Remaining markings, by net. */
  const room = new Map<string, number>();
  let markings = 0;

  const run = (net: CheckedNet, options: Omit<ExploreOptions, 'bound'>): Exploration => {
    const { id } = net.source;
    const left = room.get(id) ?? bound * searchesPerNet;
    const exploration = explore(net, { ...options, bound: Math.min(bound, left), ignoresLeftovers: true });
    room.set(id, left - exploration.markings);
    markings += exploration.markings;
    if (exploration.isBounded) unfinished.add(id);
    return exploration;
  };

  const search = remember((net, name): Search => {
    if (isSpent()) {
      unfinished.add(net.id);
      return noSearch;
    }
    const checked = nets.get(net.id)!.net;
    const tasks = checked.tasks.slice();
    const setters = settersOf(net, name);
    fuel.left -= costOfTask * setters.length + tasks.length / 16;
    for (const index of setters) {
      const task = tasks[index]!;
      const sets = setsOf(net, net.tasks[index]!, name);
      const endings = task.endings.filter(({ caught }) => (caught ? !sets.caught : !sets.completed));
      if (endings.length < task.endings.length)
        tasks[index] = { ...task, endings, isLast: task.isInstant && endings.length === 0 };
    }
    const doomed = checked.mayDoom || mayDoom(setters.map((index) => tasks[index]!));
    const without: CheckedNet = { ...checked, tasks, mayDoom: doomed };
    let exploration: Exploration | undefined;
    const explored = (): Exploration => {
      exploration ??= run(without, {});
      return exploration;
    };
    return { closure: closureOf(without), explored };
  }, noSearch);

  /** Tasks that may set a variable, by index. */
  const settersOf = (net: Net, name: string): readonly number[] => {
    const { byName, byNet } = setters.get(net)!;
    return [...(byName.get(name) ?? []), ...byNet];
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
    const exploration = closure.tasks[task] === 1 ? explored() : null;
    return exploration === null ? null : comesTo(nets.get(net.id)!.net, exploration, task, when);
  };

  const atCompletion = (net: Net, name: string): Reached | null => {
    const { closure, explored } = search(net, name);
    const exploration = closure.mayComplete ? explored() : null;
    return exploration?.clean ?? exploration?.leftover ?? null;
  };

  const atEntry = remember((net, name): boolean => {
    const users = uses.get(net.id)!;
    fuel.left -= users.length;
    const open = users.filter(({ mapped }) => !mapped.has(name));
    const variable = declared.get(net)!.get(name);
    if (variable !== undefined) {
      if (variable.initial !== undefined || variable.parameter === 'required') return false;
      return net.id === program.root || users.length === 0 || open.length > 0;
    }
    return open.some((use) => use.work.scope !== 'own' && isUnsetAt(use, name));
  }, false);

  const isUnsetAt = ({ net, task }: NetUse, name: string): boolean =>
    atEntry(net, name) && atTask(net, task, name, 'beginning') !== null;

  const maybeSetAtEntry = remember((net, name): boolean => {
    const users = uses.get(net.id)!;
    fuel.left -= users.length;
    if (users.some(({ mapped }) => mapped.has(name))) return true;
    const variable = declared.get(net)!.get(name);
    if (variable !== undefined) return variable.initial !== undefined || variable.parameter !== undefined;
    return users.some(
      (use) => use.work.scope !== 'own' && (mayWriteIn(use.net, name) || maybeSetAtEntry(use.net, name)),
    );
  }, false);

  /** By completing, or by its caught failure. */
  const mayWrite = (task: Task, name: string, caught: boolean): boolean => {
    if (caught ? task.catch?.as === name : assigns(task, name)) return true;
    if (task.timeout?.status === name || mapsToParent(task, name)) return true;
    if (task.work.kind !== 'net' || task.work.scope !== 'share') return false;
    return mayWriteIn(byId.get(task.work.net)!, name);
  };
  const mayWriteAnyhow = (task: Task, name: string): boolean =>
    mayWrite(task, name, false) || mayWrite(task, name, true);
  const mayWriteIn = remember((net, name): boolean => {
    const tasks = settersOf(net, name);
    fuel.left -= costOfTask * tasks.length;
    return tasks.some((index) => mayWriteAnyhow(net.tasks[index]!, name));
  }, false);

  /** What can follow in the net once the variable is set. */
  const afterSetting = (net: Net, name: string, task: number): Exploration => {
    const candidates = settersOf(net, name);
    fuel.left -= costOfTask * candidates.length;
    const writers = new Set(candidates.filter((index) => mayWriteAnyhow(net.tasks[index]!, name)));
    const checked = nets.get(net.id)!.net;
    const isVisible = ({ index }: CheckedTask): boolean => index === task || writers.has(index);
    const watches = ({ task: { index }, ending }: Move): boolean =>
      ending !== null && mayWrite(net.tasks[index]!, name, ending.caught);
    return run(checked, { isVisible, starts: run(checked, { isVisible, watches }).watched });
  };

  const maybeSetAtTask = (net: Net, task: number, name: string, when: ReadPhase): boolean =>
    isSpent() ||
    maybeSetAtEntry(net, name) ||
    comesTo(nets.get(net.id)!.net, afterSetting(net, name, task), task, when) !== null ||
    isSpent();

  const maybeSetAtCompletion = (net: Net, name: string): boolean => {
    if (isSpent() || maybeSetAtEntry(net, name)) return true;
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

/** Remembers answers. A recursive question about itself has the answer `meanwhile`. */
const remember = <T>(
  answer: (net: Net, name: string) => T,
  meanwhile: T,
): ((net: Net, name: string) => T) => {
  const known = new Map<Net, Map<string, T>>();
  return (net, name) => {
    const ofNet = known.get(net) ?? new Map<string, T>();
    known.set(net, ofNet);
    const before = ofNet.get(name);
    if (before !== undefined) return before;
    ofNet.set(name, meanwhile);
    const found = answer(net, name);
    ofNet.set(name, found);
    return found;
  };
};

interface Setters {
  /** Tasks that name a variable that they set. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** Tasks whose net may set variables of this one. */
  readonly byNet: readonly number[];
}

const findSetters = (net: Net): Setters => {
  const byName = new Map<string, number[]>();
  const byNet: number[] = [];
  net.tasks.forEach(({ outputs, timeout, catch: caught, work }, index) => {
    const isShared = work.kind === 'net' && work.scope === 'share';
    if (isShared) byNet.push(index);
    else
      for (const name of new Set([...(outputs ?? []).map(({ to }) => to), timeout?.status, caught?.as])) {
        if (name === undefined) continue;
        const known = byName.get(name);
        if (known === undefined) byName.set(name, [index]);
        else known.push(index);
      }
  });
  return { byName, byNet };
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
  return found[task] ?? null;
};

const assigns = (task: Task, name: string): boolean => (task.outputs ?? []).some(({ to }) => to === name);

/** For a net that shares, the mapping writes the parent's variables. */
const mapsToParent = ({ work }: Task, name: string): boolean =>
  work.kind === 'net' && work.scope === 'share' && (work.input ?? []).some(({ to }) => to === name);
