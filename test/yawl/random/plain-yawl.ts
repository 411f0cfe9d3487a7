/**
 * A reference model of the control flow of YAWL, written independently of the engine, over the plan that the
 * specification is written from. If YAWL leaves the order open, it returns all possible results.
 */
import type { SpecificationPlan } from '../specification-text.ts';
import {
  isOrJoinEnabled,
  type PlainFlow,
  type PlainNet,
  type PlainTask,
  plainNet,
  TooManyStatesError,
} from './plain-net.ts';

/** One active net. A task has one instance at a time, so the composite tasks above it identify it. */
export interface PlainInstance {
  /** Composite tasks from the root on: `` for the root, `/A/B` for the net of B in the net of A. */
  readonly path: string;
  readonly net: string;
  /** Conditions, sorted, one entry for each token. */
  readonly tokens: readonly string[];
  /** Running tasks, sorted. */
  readonly busy: readonly string[];
  /** The variable that predicates read. */
  readonly pick: string;
}

export interface PlainCase {
  readonly status: 'running' | 'completed' | 'deadlocked';
  /** By path. */
  readonly nets: readonly PlainInstance[];
}

export type PlainEvent =
  | { readonly kind: 'start'; readonly path: string; readonly task: string }
  /** `skip` starts and finishes in one step. */
  | {
      readonly kind: 'finish' | 'skip';
      readonly path: string;
      readonly task: string;
      readonly pick: string;
    };

export interface PlainYawl {
  begin(pick: string): readonly PlainCase[];
  after(before: PlainCase, event: PlainEvent): readonly PlainCase[];
  /** Tasks of an active net that wait to be started. */
  offered(instance: PlainInstance): readonly string[];
}

/** Limit on the possible results of one event. */
const maxStates = 3_000;

export function createPlainYawl(specification: SpecificationPlan): PlainYawl {
  const nets = new Map(specification.nets.map((plan) => [plan.id, plainNet(plan)]));
  const root = specification.nets[0]?.id ?? '';
  const netOf = ({ net }: PlainInstance): PlainNet => found(nets.get(net));
  const taskOf = (instance: PlainInstance, task: string) => found(netOf(instance).tasks.get(task));
  const kindOf = ({ id, plan }: PlainTask): 'empty' | 'composite' | 'atomic' => {
    if (plan.does === null) return 'empty';
    return nets.has(plan.does ?? id) ? 'composite' : 'atomic';
  };

  /** A busy task is never enabled. */
  const isEnabled = (instance: PlainInstance, task: PlainTask): boolean => {
    const { tokens, busy } = instance;
    if (busy.includes(task.id)) return false;
    const { preset, plan } = task;
    if (plan.join === 'and') return preset.every((each) => tokens.includes(each));
    if (plan.join === 'or') return isOrJoinEnabled(netOf(instance), task, tokens, busy);
    return preset.some((each) => tokens.includes(each));
  };

  const enabledIn = (instance: PlainInstance): readonly PlainTask[] =>
    [...netOf(instance).tasks.values()].filter((task) => isEnabled(instance, task));

  /** AND: one token from each; OR: one from each that is marked; XOR: one from any that is marked. */
  const start = (state: PlainCase, instance: PlainInstance, task: PlainTask): readonly PlainCase[] => {
    const marked = task.preset.filter((each) => instance.tokens.includes(each));
    const takings = (task.plan.join ?? 'xor') === 'xor' ? marked.map((each) => [each]) : [marked];
    return takings.flatMap((taken) => {
      const tokens = taken.reduce(without, instance.tokens);
      const begun = { ...instance, tokens, busy: sorted([...instance.busy, task.id]) };
      const next = put(state, begun);
      if (kindOf(task) === 'empty') return [exit(next, begun, task, begun.pick)];
      if (kindOf(task) === 'atomic') return [next];
      const path = `${instance.path}/${task.id}`;
      const net = task.plan.does ?? task.id;
      return [put(next, { path, net, tokens: ['i'], busy: [], pick: begun.pick })];
    });
  };

  /** Outputs, then the cancellation set, then the split. */
  const exit = (state: PlainCase, instance: PlainInstance, task: PlainTask, pick: string): PlainCase => {
    const isGone = (path: string) =>
      [task.id, ...task.cancelled].some((id) => `${path}/`.startsWith(`${instance.path}/${id}/`));
    const tokens = instance.tokens.filter((each) => !task.emptied.includes(each));
    const after: PlainInstance = {
      ...instance,
      pick,
      tokens: sorted([...tokens, ...split(task, pick)]),
      busy: instance.busy.filter((id) => id !== task.id && !task.cancelled.includes(id)),
    };
    return put({ ...state, nets: state.nets.filter(({ path }) => !isGone(path)) }, after);
  };

  const above = ({ nets: all }: PlainCase, { path }: PlainInstance) =>
    found(all.find((each) => each.path === path.slice(0, path.lastIndexOf('/'))));

  const complete = (state: PlainCase, instance: PlainInstance): PlainCase => {
    if (instance.path === '') return { status: 'completed', nets: [] };
    const parent = above(state, instance);
    const task = taskOf(parent, instance.path.slice(instance.path.lastIndexOf('/') + 1));
    return exit(state, parent, task, instance.pick);
  };

  /**
   * Composite tasks go before empty ones that compete for their token. One difference is allowed: if the composite task
   * has an OR-join, which this engine decides last, either can go first.
   */
  const automatic = (instance: PlainInstance): readonly PlainTask[] => {
    const enabled = enabledIn(instance);
    const composite = enabled.filter((task) => kindOf(task) === 'composite');
    const rivals = (task: PlainTask) => (other: PlainTask) =>
      task.preset.some((each) => instance.tokens.includes(each) && other.preset.includes(each));
    const first = composite.filter(({ plan, preset }) => plan.join !== 'or' || preset.length === 1);
    const empty = enabled.filter((task) => kindOf(task) === 'empty' && !first.some(rivals(task)));
    return [...composite, ...empty];
  };

  /** The possible next states without an action; none if it is stable. */
  const moves = (state: PlainCase): readonly PlainCase[] => {
    if (state.status !== 'running') return [];
    const done = state.nets.filter(({ tokens }) => tokens.includes('o'));
    if (done.length > 0) return done.map((instance) => complete(state, instance));
    const fired = state.nets.flatMap((instance) =>
      automatic(instance).flatMap((task) => start(state, instance, task)),
    );
    if (fired.length > 0) return fired;
    const stuck = state.nets.filter((each) => each.busy.length === 0 && enabledIn(each).length === 0);
    return stuck.map((each) =>
      each.tokens.length === 0 ? complete(state, each) : { status: 'deadlocked', nets: [] },
    );
  };

  const settle = (states: readonly PlainCase[]): readonly PlainCase[] => {
    const seen = new Map(states.map((state) => [JSON.stringify(state), state]));
    const still: PlainCase[] = [];
    for (const state of seen.values()) {
      if (seen.size > maxStates) throw new TooManyStatesError();
      const next = moves(state);
      if (next.length === 0) still.push(state);
      for (const each of next) seen.set(JSON.stringify(each), each);
    }
    return still;
  };

  const at = ({ nets: all }: PlainCase, event: PlainEvent) =>
    found(all.find(({ path }) => path === event.path));

  return {
    begin: (pick) => {
      const nets = [{ path: '', net: root, tokens: ['i'], busy: [], pick }];
      return settle([{ status: 'running', nets }]);
    },
    after(before, event) {
      const instance = at(before, event);
      const task = taskOf(instance, event.task);
      if (event.kind === 'finish') return settle([exit(before, instance, task, event.pick)]);
      const begun = start(before, instance, task);
      if (event.kind === 'start') return settle(begun);
      return settle(begun.map((state) => exit(state, at(state, event), task, event.pick)));
    },
    offered: (instance) =>
      enabledIn(instance)
        .map(({ id }) => id)
        .sort(),
  };
}

/** XOR: the first that holds, in order, otherwise the default. OR: all that hold, otherwise the default. */
function split({ plan, flows }: PlainTask, pick: string): readonly string[] {
  const ends = (some: readonly PlainFlow[]) => some.map(({ condition }) => condition);
  if ((plan.split ?? 'and') === 'and') return ends(flows);
  const last = flows.filter(({ isDefault }) => isDefault);
  const holding = flows.filter(({ when }) => when !== undefined && holds(when, pick));
  const taken =
    plan.split === 'or'
      ? holding
      : holding.filter((flow) => holding.every((other) => flow.order <= other.order));
  return ends(taken.length > 0 ? taken : last);
}

/** Predicates of these tests: whether the variable contains a letter, or not. */
function holds(predicate: string, pick: string): boolean {
  const letter = /'(.)'/.exec(predicate)?.[1] ?? '?';
  return pick.includes(letter) !== predicate.startsWith('not');
}

function put(state: PlainCase, instance: PlainInstance): PlainCase {
  const others = state.nets.filter(({ path }) => path !== instance.path);
  return { ...state, nets: [...others, instance].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

function without(list: readonly string[], gone: string): readonly string[] {
  const index = list.indexOf(gone);
  return list.filter((_, at) => at !== index);
}

const sorted = (list: readonly string[]): readonly string[] => [...list].sort();

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The plan names something that it does not have.');
  return value;
}
