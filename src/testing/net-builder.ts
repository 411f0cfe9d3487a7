/** Builds programs concisely for tests, benchmarks and examples. Every default is the simplest choice. */
import type {
  CallWork,
  Expression,
  Flow,
  Json,
  Limits,
  Net,
  OfferWork,
  Program,
  Task,
  Undo,
  Variable,
  WaitWork,
  Work,
} from '../kernel/index.ts';

type TaskOptions = Partial<Omit<Task, 'id' | 'from' | 'flows'>> & { readonly flows?: readonly Flow[] };

/**
 * A task. `from` and `to` are places (`null` ends a path); use `flows` instead of `to` with guards. Default:
 * AND-join, AND-split and a call with the name of the task.
 */
export const task = (
  id: string,
  from: string | readonly string[],
  to: string | null | readonly (string | null)[],
  options: TaskOptions = {},
): Task => ({
  id,
  from: asList(from),
  join: 'and',
  split: 'and',
  flows: asList(to).map((place) => ({ to: place })),
  work: call(id),
  ...options,
});

/** A net from the place `i` to the place `o`; its places are those that tasks name. */
export const net = (id: string, tasks: readonly Task[], options: Partial<Net> = {}): Net => {
  const places = new Set(['i', 'o']);
  for (const each of tasks) {
    for (const place of each.from) places.add(place);
    for (const { to } of each.flows) if (to !== null) places.add(to);
    if (typeof each.catch?.to === 'string') places.add(each.catch.to);
  }
  return {
    id,
    input: 'i',
    output: 'o',
    places: [...places].map((place) => ({ id: place })),
    tasks,
    variables: [],
    onFailure: 'abort',
    ...options,
  };
};

/** A program of several nets, the first of which is the root. */
export const program = (nets: readonly [Net, ...Net[]], limits?: Limits): Program => ({
  semantics: 1,
  root: nets[0].id,
  nets,
  ...(limits === undefined ? {} : { limits }),
});

/** A program of one net. */
export const oneNet = (
  tasks: readonly Task[],
  options: Partial<Net> & { readonly limits?: Limits } = {},
): Program => {
  const { limits, ...rest } = options;
  return program([net('main', tasks, rest)], limits);
};

export const call = (operation: string, options: Partial<CallWork> = {}): CallWork => ({
  kind: 'call',
  connector: 'test',
  operation,
  onUncertain: 'ask',
  ...options,
});

export const offer = (input?: Expression, options: Partial<OfferWork> = {}): Work => ({
  kind: 'offer',
  item: null,
  ...(input === undefined ? {} : { input }),
  ...options,
});

export const subnet = (
  id: string,
  scope: 'own' | 'share' | 'inherit' = 'own',
  input: { readonly [name: string]: Expression } = {},
): Work => ({ kind: 'net', net: id, scope, input: assigns(input) });

/** Waits for a duration, a time, or a signal. */
export const wait = (what: Omit<WaitWork, 'kind'>): Work => ({ kind: 'wait', ...what });

/** An undo that calls the given operation. */
export const undo = (operation: string, options: Partial<Undo> = {}): Undo => ({
  connector: 'test',
  operation,
  ...options,
});

export const pass: Work = { kind: 'pass' };

export const failing = (code: string): Work => ({
  kind: 'fail',
  failure: value({ code, message: `${code} on purpose` }),
});

export const value = (json: Json): Expression => ({ kind: 'value', value: json });

export const read = (name: string): Expression => ({ kind: 'read', name });

/** An object composed of parts. */
export const record = (parts: { readonly [name: string]: Expression }): Expression => ({
  kind: 'record',
  fields: Object.entries(parts).map(([name, part]) => ({ name, value: part })),
});

export const assigns = (values: { readonly [name: string]: Expression }) =>
  Object.entries(values).map(([to, expression]) => ({ to, value: expression }));

export const variables = (...names: readonly string[]): readonly Variable[] =>
  names.map((name) => ({ name }));

/** A flow with a guard; without one it is the default flow. */
export const flow = (to: string | null, guard?: Expression): Flow =>
  guard === undefined ? { to, default: true } : { to, guard };

const asList = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T]);
