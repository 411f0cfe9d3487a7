/** The comparison of both kernels: a plain JSON projection of the state of a run, by names, with complete values. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Json } from '../../src/kernel/model/json.ts';
import type { Payload, Resolve } from '../../src/kernel/model/payload.ts';
import type { Program } from '../../src/kernel/model/program.ts';
import type { FramePhase, InstancePhase, RunStatus } from '../../src/kernel/model/state.ts';
import { materialise, withoutMessages } from './payloads.ts';
import { isIdle } from './play.ts';
import { getNet } from './program-lookup.ts';
import type { Frame, Group, World } from './world.ts';

export interface Observation {
  readonly status: RunStatus;
  readonly suspended: boolean;
  readonly at: number;
  readonly draws: number;
  readonly next: number;
  readonly output: Json;
  readonly failure: string | null;
  readonly signals: readonly { readonly name: string; readonly payload: Json }[];
  readonly frames: readonly ObservedFrame[];
  readonly instances: readonly ObservedInstance[];
}

export interface ObservedFrame {
  readonly id: number;
  readonly net: string;
  readonly parent: number;
  readonly above: number;
  readonly depth: number;
  readonly phase: FramePhase;
  readonly children: number;
  /** Sorted place ids, one per token. */
  readonly tokens: readonly string[];
  /** In net order. */
  readonly busy: readonly string[];
  readonly live: number;
  readonly idle: number;
  /** Declared variables that are set. */
  readonly variables: { readonly [name: string]: Json };
  readonly undo: readonly ObservedUndo[];
  readonly failure: string | null;
  readonly result: Json;
}

export interface ObservedUndo {
  readonly instance: number;
  readonly net: string;
  readonly task: string;
  readonly input: Json;
}

export interface ObservedInstance {
  readonly id: number;
  readonly frame: number;
  readonly task: string;
  readonly group: number;
  readonly index: number;
  readonly phase: InstancePhase;
  readonly draining: boolean;
  readonly attempt: number;
  readonly late: 'no' | 'awaited' | 'unknown';
  readonly expired: boolean;
  readonly ordinal: number;
  readonly input: Json;
  readonly holder: string;
  readonly paused: boolean;
  readonly due: number | null;
  readonly deadline: number | null;
  readonly signal: string;
  readonly child: number;
  /** The instance that is undone; 0 if none. */
  readonly undoes: number;
  readonly each: ObservedGroup | null;
}

export interface ObservedGroup {
  readonly total: number;
  readonly created: number;
  readonly active: number;
  readonly members: number;
  readonly completed: number;
  readonly max: number;
  readonly threshold: number;
  /** 0: no effective limit, in either representation. */
  readonly concurrency: number;
  readonly results: readonly Json[];
  readonly failures: readonly { readonly index: number; readonly code: string }[];
  readonly last: number;
}

export function observeWorld(program: Program, world: World, resolve: Resolve): Observation {
  const { status, suspended, at, draws, next } = world;
  return {
    status,
    suspended,
    at,
    draws,
    next,
    output: observePayload(world.output, resolve),
    failure: codeOf(world.failure),
    signals: world.signals.map(({ name, payload }) => ({ name, payload: observePayload(payload, resolve) })),
    frames: byId(world.frames).map((frame) => observeFrame(program, world, frame, resolve)),
    instances: byId(world.instances).map((instance) => observeInstance(instance, instance.task, resolve)),
  };
}

function observeFrame(program: Program, world: World, frame: Frame, resolve: Resolve): ObservedFrame {
  const { id, parent, above, depth, phase, children } = frame;
  const net = getNet(program, frame.net);
  const live = world.instances.filter((instance) => instance.frame === id);
  const variables: [string, Json][] = [];
  for (const { name } of net.variables) {
    const payload = frame.variables.get(name);
    if (payload !== undefined) variables.push([name, observePayload(payload, resolve)]);
  }
  return {
    id,
    net: frame.net,
    parent,
    above,
    depth,
    phase,
    children,
    tokens: [...frame.tokens].sort(),
    busy: net.tasks.map((task) => task.id).filter((task) => frame.busy.includes(task)),
    live: live.length,
    idle: live.filter(isIdle).length,
    variables: Object.fromEntries(variables),
    undo: frame.undo.map(({ instance, net: undone, task, input }) => {
      return { instance, net: undone, task, input: observePayload(input, resolve) };
    }),
    failure: codeOf(frame.failure),
    result: observePayload(frame.result, resolve),
  };
}

/** The common fields of the instances of both kernels. */
export type InstanceView = Omit<ObservedInstance, 'task' | 'input' | 'undoes' | 'each'> & {
  readonly input: Payload | null;
  readonly undoes: { readonly instance: number } | null;
  readonly each: GroupView | null;
};

export function observeInstance(instance: InstanceView, task: string, resolve: Resolve): ObservedInstance {
  const { id, frame, group, index, phase, draining, attempt, late, expired, ordinal } = instance;
  const { holder, paused, due, deadline, signal, child, each, undoes } = instance;
  return {
    id,
    frame,
    task,
    group,
    index,
    phase,
    draining,
    attempt,
    late,
    expired,
    ordinal,
    input: observePayload(instance.input, resolve),
    holder,
    paused,
    due,
    deadline,
    signal,
    child,
    undoes: undoes?.instance ?? 0,
    each: each === null ? null : observeGroup(each, resolve),
  };
}

/** The common counters and results of the groups of both kernels. */
type GroupView = Omit<Group, 'items' | 'initial' | 'added' | 'results' | 'failures'> & {
  readonly results: readonly (Payload | null)[];
  readonly failures: readonly { readonly index: number; readonly failure: Failure }[];
};

function observeGroup(group: GroupView, resolve: Resolve): ObservedGroup {
  const { total, created, active, members, completed, max, threshold, concurrency, last } = group;
  return {
    total,
    created,
    active,
    members,
    completed,
    max,
    threshold,
    concurrency: concurrency >= max ? 0 : concurrency,
    results: Array.from({ length: total }, (_, index) =>
      observePayload(group.results[index] ?? null, resolve),
    ),
    failures: group.failures.map(({ index, failure }) => ({ index, code: failure.code })),
    last,
  };
}

export function observePayload(payload: Payload | null, resolve: Resolve): Json {
  return payload === null ? null : withoutMessages(materialise(payload, resolve));
}

export function codeOf(failure: Failure | null): string | null {
  return failure === null ? null : failure.code;
}

export function byId<T extends { readonly id: number }>(all: readonly T[]): T[] {
  return [...all].sort((a, b) => a.id - b.id);
}
