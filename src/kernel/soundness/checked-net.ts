/** A net for the soundness check: routing by index, and the possible endings of each task. */
import { consumersOf, onCycles } from '../link/graph.ts';
import { flowsInOrder, routeTask } from '../link/link-task.ts';
import type { Net, Program, Task } from '../model/program.ts';
import { sorted } from '../or-join/bag.ts';
import type { Fuel } from '../or-join/fuel.ts';
import { createOrJoin, type OrJoin } from '../or-join/or-join.ts';
import type { RoutingTask } from '../or-join/routing-net.ts';
import { type Ending, endingsOf } from './endings.ts';

export interface CheckedTask extends RoutingTask {
  readonly index: number;
  readonly id: string;
  readonly isNet: boolean;
  /** Begins and ends in one step. */
  readonly isInstant: boolean;
  /** Another task takes tokens from one of its input places. */
  readonly isContested: boolean;
  /** An offer that takes its tokens only when it is held [K11.1]. */
  readonly competes: boolean;
  /** In the cancel region of some task. */
  readonly isCancelled: boolean;
  readonly endings: readonly Ending[];
  /** The states after it has begun are irrelevant. */
  readonly isLast: boolean;
}

export interface CheckedNet {
  readonly source: Net;
  readonly input: number;
  readonly output: number;
  readonly tasks: readonly CheckedTask[];
  readonly consumers: readonly (readonly number[])[];
  readonly orJoin: OrJoin;
  /** By place: only the next task takes its tokens, or offers that wait for nothing else; no cancel region is near. */
  readonly isQuiet: readonly boolean[];
  /** By place, then by task: a path leads from there to the output place. */
  readonly leadsOut: readonly boolean[];
  readonly isCyclic: boolean;
  /** Some task may fail at once without a catch. */
  readonly mayDoom: boolean;
  /** Interleavings of independent tasks may be left out: OR-joins must not compete, nor depend on cancel regions. */
  readonly isReducible: boolean;
  /** Every ending of every task is listed. */
  readonly isComplete: boolean;
  /** After an uncaught failure its other branches continue. */
  readonly settles: boolean;
  /** What examining the net costs is subtracted here. */
  readonly fuel: Fuel;
}

/** Cost of preparing the check: per task, and per flow of an ending. */
const costOfTask = 500;
const costOfFlow = 20;

/** Markings that one OR-join decision may examine here, because there are very many decisions. */
const orJoinBound = 500;

/** `completes`: nets that can complete, by id. */
export const createCheckedNet = (
  net: Net,
  program: Program,
  completes: (net: string) => boolean,
  fuel: Fuel,
): CheckedNet => {
  const places = new Map(net.places.map(({ id }, index) => [id, index]));
  const indexes = new Map(net.tasks.map(({ id }, index) => [id, index]));
  const lookup = { place: (id: string) => places.get(id)!, task: (id: string) => indexes.get(id)! };
  const routed = net.tasks.map((task) => routeTask(task, flowsInOrder(task), lookup));
  const consumers = consumersOf(places.size, routed);
  const cancelled = new Set(routed.flatMap(({ cancelTasks }) => cancelTasks));
  const emptied = new Set(routed.flatMap(({ cancelPlaces }) => cancelPlaces));
  let isComplete = true;
  const tasks = net.tasks.map((task, index): CheckedTask => {
    const routing = routed[index]!;
    const isContested = routing.inputs.some((place) => consumers[place]!.length > 1);
    const found = endingsOf(task, flowsInOrder(task), canSucceed(task, completes), lookup.place, fuel.left);
    if (!found.isComplete) isComplete = false;
    fuel.left -= costOfTask + costOfFlow * (routing.inputs.length + sizeOfEndings(found.endings));
    return {
      ...routing,
      cancelPlaces: sorted(routing.cancelPlaces),
      cancelTasks: sorted(routing.cancelTasks),
      index,
      id: task.id,
      isNet: task.work.kind === 'net',
      isInstant: isInstant(task),
      isContested,
      competes: task.work.kind === 'offer' && (isContested || task.work.takes === 'hold'),
      isCancelled: cancelled.has(index),
      endings: found.endings,
      isLast: false,
    };
  });
  const orJoins = tasks.filter(({ join }) => join === 'or');
  return {
    source: net,
    input: lookup.place(net.input),
    output: lookup.place(net.output),
    tasks,
    consumers,
    orJoin: createOrJoin(
      { places: places.size, tasks },
      Math.min(orJoinBound, program.limits?.orJoin ?? orJoinBound),
      { fuel },
    ),
    isQuiet: consumers.map(
      (takers, place) => !emptied.has(place) && areQuiet(takers.map((at) => tasks[at]!)),
    ),
    leadsOut: findLeadsOut(places.size, tasks, lookup.place(net.output)),
    isCyclic: onCycles(places.size, tasks).size > 0,
    mayDoom: mayDoom(tasks),
    isReducible:
      orJoins.every(({ isContested }) => !isContested) &&
      (orJoins.length === 0 || (emptied.size === 0 && cancelled.size === 0)),
    isComplete,
    settles: net.onFailure === 'settle',
    fuel,
  };
};

/** A task that would end at once has no way to end. */
export const mayDoom = (tasks: readonly CheckedTask[]): boolean =>
  tasks.some((task) => task.isInstant && task.endings.length === 0);

const sizeOfEndings = (endings: readonly Ending[]): number =>
  endings.reduce((sum, { took }) => sum + 1 + took.length, 0);

const areQuiet = (takers: readonly CheckedTask[]): boolean =>
  takers.every(({ isCancelled }) => !isCancelled) &&
  (takers.every(({ isContested }) => !isContested) ||
    takers.every(({ competes, inputs }) => competes && inputs.length === 1));

/** An each may have no instances, and work may be skipped: both succeed without any work. */
const canSucceed = (task: Task, completes: (net: string) => boolean): boolean => {
  if (task.each !== undefined) return true;
  if (task.work.kind === 'fail') return false;
  return task.work.kind !== 'net' || completes(task.work.net) || task.onUnset === 'skip';
};

const isInstant = ({ work, retry }: Task): boolean =>
  work.kind === 'pass' || (work.kind === 'fail' && retry === undefined);

const findLeadsOut = (places: number, tasks: readonly CheckedTask[], output: number): readonly boolean[] => {
  const leads = new Array<boolean>(places + tasks.length).fill(false);
  const givers: number[][] = Array.from({ length: places }, () => []);
  tasks.forEach(({ endings }, index) => {
    for (const { gives } of endings) for (const place of gives) givers[place]!.push(index);
  });
  const open = [output];
  leads[output] = true;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const task of givers[at]!) {
      if (leads[places + task]) continue;
      leads[places + task] = true;
      for (const place of tasks[task]!.inputs) {
        if (leads[place]) continue;
        leads[place] = true;
        open.push(place);
      }
    }
  }
  return leads;
};
