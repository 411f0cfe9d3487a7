/** Links one task: resolves names and compiles expressions. */
import type { Assign, Bound, Expression, Flow, Task, Timeout, Undo, Work } from '../model/program.ts';
import type { RoutingTask } from '../or-join/routing-net.ts';
import type { Compiler } from './compile-expression.ts';
import type {
  LinkedAssign,
  LinkedEach,
  LinkedExpression,
  LinkedFlow,
  LinkedTask,
  LinkedTimeout,
  LinkedUndo,
  LinkedWork,
} from './linked.ts';
import { type Names, needsOf } from './names.ts';
import type { Report } from './problem.ts';

/** The environment of a task while it is linked. */
export interface TaskContext {
  readonly compiler: Compiler;
  readonly names: Names;
  readonly report: Report;
  /** Index of a place or task by id; -1, and reported, if it does not exist. */
  readonly place: (id: string) => number;
  readonly task: (id: string) => number;
  readonly net: (id: string) => { readonly index: number; readonly names: Names } | undefined;
}

/** `linkNet` fills in the properties that depend on other tasks of the net. */
export type TaskDraft = Omit<LinkedTask, Neighbourly> & { -readonly [Key in Neighbourly]: LinkedTask[Key] };
type Neighbourly = 'visit' | 'visitLimit' | 'contested' | 'competes';

export const linkTask = (task: Task, index: number, context: TaskContext): TaskDraft => {
  const flows = flowsInOrder(task);
  const routing = routeTask(task, flows, context);
  // Each property by name: with a spread an object of this size takes ten times as long.
  return {
    inputs: routing.inputs,
    join: routing.join,
    split: routing.split,
    outputs: routing.outputs,
    caught: routing.caught,
    ends: routing.ends,
    cancelPlaces: routing.cancelPlaces,
    cancelTasks: routing.cancelTasks,
    ignores: routing.ignores,
    index,
    id: task.id,
    flows: flows.map(
      (flow, at): LinkedFlow => ({
        to: routing.outputs[at]!,
        name: flow.to,
        guard: optional(flow.guard, context),
        isDefault: flow.default === true,
      }),
    ),
    work: linkWork(task.work, task.each !== undefined, context),
    each: task.each === undefined ? null : linkEach(task.each, context),
    sets: linkAssigns(task.outputs, context, context.names),
    retry: task.retry ?? null,
    catchName: task.catch?.to ?? null,
    catchAs: task.catch?.as === undefined ? null : writable(task.catch.as, context, context.names),
    undo: task.undo === undefined ? null : linkUndo(task.undo, context),
    timeout: task.timeout === undefined ? null : linkTimeout(task.timeout, context),
    skipUnset: task.onUnset === 'skip' ? inputReferences(task.work, context) : null,
    visit: -1,
    visitLimit: 0,
    contested: false,
    competes: false,
  };
};

/** By order, then as listed; the default last [K4.1]. */
export const flowsInOrder = (task: Task): readonly Flow[] =>
  task.flows
    .map((flow, listed) => ({ flow, listed, isDefault: flow.default === true }))
    .sort(
      (a, b) =>
        Number(a.isDefault) - Number(b.isDefault) ||
        (a.flow.order ?? 0) - (b.flow.order ?? 0) ||
        a.listed - b.listed,
    )
    .map(({ flow }) => flow);

/** The routing of a task by index, its flows in list order. */
export const routeTask = (
  task: Task,
  flows: readonly Flow[],
  { place, task: taskAt }: Pick<TaskContext, 'place' | 'task'>,
): RoutingTask => ({
  inputs: [...new Set(task.from.map(place))].sort((a, b) => a - b),
  join: task.join,
  split: task.split,
  outputs: flows.map(({ to }) => (to === null ? -1 : place(to))),
  caught: task.catch === undefined ? -2 : task.catch.to === null ? -1 : place(task.catch.to),
  ends: task.work.kind !== 'fail' || task.each !== undefined,
  cancelPlaces: (task.cancels?.places ?? []).map(place),
  cancelTasks: (task.cancels?.tasks ?? []).map(taskAt),
  ignores: (task.ignores ?? []).map(taskAt),
});

const linkWork = (work: Work, isMultiple: boolean, context: TaskContext): LinkedWork => {
  switch (work.kind) {
    case 'call':
      return {
        kind: 'call',
        connector: work.connector ?? '',
        operation: work.operation,
        input: optional(work.input, context),
        onUncertain: work.onUncertain,
      };
    case 'offer': {
      const input = optional(work.input, context);
      return {
        kind: 'offer',
        item: work.item,
        input,
        waitsForHold: work.takes === 'hold',
        // The input of an instance depends on its item, which does not exist yet.
        enabling: work.enabling === undefined && !isMultiple ? input : optional(work.enabling, context),
        whom: optional(work.whom, context),
        unfinished: optional(work.unfinished, context),
      };
    }
    case 'net': {
      const below = context.net(work.net);
      if (below === undefined) {
        context.report('unknown-net', `Net “${work.net}” does not exist.`);
        return { kind: 'net', net: -1, input: [] };
      }
      return { kind: 'net', net: below.index, input: linkAssigns(work.input, context, below.names) };
    }
    case 'wait':
      return {
        kind: 'wait',
        for: optional(work.for, context),
        until: optional(work.until, context),
        signal: optional(work.signal, context),
      };
    case 'pass':
      return work;
    case 'fail':
      return { kind: 'fail', failure: compiled(work.failure, context) };
  }
};

const linkEach = (each: NonNullable<Task['each']>, context: TaskContext): LinkedEach => ({
  items: optional(each.items, context),
  min: bound(each.min, context),
  max: bound(each.max, context),
  threshold: bound(each.threshold, context),
  concurrency: bound(each.concurrency, context),
  dynamic: each.create === 'dynamic',
  goesOn: each.failures === 'continue',
  collect: optional(each.collect, context),
});

const linkUndo = (undo: Undo, context: TaskContext): LinkedUndo => ({
  connector: undo.connector ?? '',
  operation: undo.operation,
  input: optional(undo.input, context),
  retry: undo.retry ?? null,
  onUncertain: undo.onUncertain ?? 'ask',
  required: undo.required ?? false,
});

const linkTimeout = (timeout: Timeout, context: TaskContext): LinkedTimeout => {
  const location = timeout.status === undefined ? null : writable(timeout.status, context, context.names);
  const reference = timeout.status === undefined ? undefined : context.compiler.reference(timeout.status);
  return {
    after: optional(timeout.after, context),
    until: optional(timeout.until, context),
    from: typeof timeout.from === 'object' ? compiled(timeout.from, context) : (timeout.from ?? 'start'),
    goesOn: timeout.onRelease === 'go-on',
    onExpiry: timeout.onExpiry ?? 'fail',
    status: location === null || reference === undefined ? null : { location, reference },
  };
};

/** Values are read in this net, and written where the names are declared: here, or in the nested net. */
const linkAssigns = (
  assigns: readonly Assign[] | undefined,
  context: TaskContext,
  target: Names,
): readonly LinkedAssign[] =>
  (assigns ?? []).flatMap(({ to, value }) => {
    const location = writable(to, context, target);
    const read = compiled(value, context);
    return location === null ? [] : [{ to: location, value: read }];
  });

const writable = (name: string, context: TaskContext, target: Names) => {
  const location = target.writable(name);
  if (location === undefined)
    context.report('unknown-name', `Variable “${name}” does not exist and cannot be assigned.`);
  return location ?? null;
};

const inputReferences = (work: Work, context: TaskContext): readonly number[] => {
  const inputs: readonly Expression[] =
    work.kind === 'net'
      ? (work.input ?? []).map(({ value }) => value)
      : (work.kind === 'call' || work.kind === 'offer') && work.input !== undefined
        ? [work.input]
        : [];
  return inputs.flatMap(needsOf).flatMap((name) => context.compiler.reference(name) ?? []);
};

const compiled = (expression: Expression, { compiler, report }: TaskContext): LinkedExpression =>
  compiler.compile(expression, report);

const optional = (expression: Expression | undefined, context: TaskContext): LinkedExpression | null =>
  expression === undefined ? null : compiled(expression, context);

const bound = (value: Bound | undefined, context: TaskContext): LinkedExpression | null =>
  typeof value === 'number' ? optional({ kind: 'value', value }, context) : optional(value, context);
