/** Links one net: resolves its places and tasks to indexes, and checks its structure. */
import type { Payload } from '../model/payload.ts';
import type { Limits, Net } from '../model/program.ts';
import { createOrJoin } from '../or-join/or-join.ts';
import { measure } from '../values/measure.ts';
import { checkTask } from './check-task.ts';
import { type CompilerOptions, createCompiler } from './compile-expression.ts';
import { consumersOf, leadingTo, onCycles, reachedFrom } from './graph.ts';
import { linkTask, type TaskDraft } from './link-task.ts';
import type { LinkedNet, LinkedTask, Parameter } from './linked.ts';
import type { Names } from './names.ts';
import type { Problems, Report } from './problem.ts';

export interface NetContext {
  readonly index: number;
  readonly names: Names;
  readonly net: (id: string) => { readonly index: number; readonly names: Names } | undefined;
  readonly compilerOptions: CompilerOptions;
  readonly limits: Required<Limits>;
  readonly problems: Problems;
}

export const linkNet = (net: Net, context: NetContext): LinkedNet => {
  const { names, limits, problems } = context;
  const report = problems.at(net.id);
  checkDoubles(net, report);
  const compiler = createCompiler(names, context.compilerOptions, limits.payload);
  const places = new Map(net.places.map(({ id }, index) => [id, index]));
  const taskIndexes = new Map(net.tasks.map(({ id }, index) => [id, index]));
  const placeFor = (say: Report) => (id: string) =>
    find(places, id, () => say('unknown-place', `Place “${id}” does not exist.`));
  const input = placeFor(report)(net.input);
  const output = placeFor(report)(net.output);
  if (input === output)
    report('path', 'Input and output place are the same: a net needs something between them.');
  const drafts = net.tasks.map((task, index) => {
    const say = problems.at(net.id, task.id);
    checkTask(task, say);
    return linkTask(task, index, {
      compiler,
      names,
      report: say,
      place: placeFor(say),
      task: (id) => find(taskIndexes, id, () => say('unknown-task', `Task “${id}” does not exist.`)),
      net: context.net,
    });
  });
  const isComplete = drafts.every((task) =>
    [...task.inputs, ...task.cancelPlaces, ...task.cancelTasks, ...task.ignores].every((at) => at >= 0),
  );
  if (isComplete && input >= 0 && output >= 0) checkPaths(drafts, input, output, net, problems);
  const tasks = finishTasks(net, drafts, net.places.length, limits);
  return {
    index: context.index,
    id: net.id,
    input,
    output,
    places: net.places.map(({ id }) => id),
    tasks,
    consumers: isComplete ? consumersOf(net.places.length, tasks) : [],
    hasOrJoins: tasks.some((task) => task.join === 'or' && !task.competes),
    competingTasks: tasks.filter((task) => task.competes),
    orJoin: createOrJoin({ places: net.places.length, tasks }, limits.orJoin),
    slots: initialSlots(net, names, limits.payload, report),
    parameters: parametersOf(net),
    locations: compiler.locations,
    declared: names.declared,
    result: net.result === undefined ? null : compiler.compile(net.result, report),
    settles: net.onFailure === 'settle',
    visits: tasks.filter(({ visit }) => visit >= 0).length,
  };
};

const find = (indexes: ReadonlyMap<string, number>, id: string, missing: () => void): number => {
  const index = indexes.get(id);
  if (index === undefined) missing();
  return index ?? -1;
};

/** Properties that depend on neighbours: whether a task is on a cycle, and whether its offer competes. */
const finishTasks = (
  net: Net,
  drafts: readonly TaskDraft[],
  places: number,
  limits: Required<Limits>,
): readonly LinkedTask[] => {
  const isComplete = drafts.every(({ inputs }) => inputs.every((place) => place >= 0));
  if (!isComplete) return [];
  const cyclic = onCycles(places, drafts);
  const consumers = consumersOf(places, drafts);
  let visits = 0;
  drafts.forEach((draft, index) => {
    draft.visit = cyclic.has(index) ? visits++ : -1;
    draft.visitLimit = net.tasks[index]!.visits ?? limits.visits;
    draft.contested = draft.inputs.some((place) => consumers[place]!.length > 1);
    draft.competes = draft.work.kind === 'offer' && (draft.contested || draft.work.waitsForHold);
  });
  return drafts;
};

const checkPaths = (
  tasks: readonly TaskDraft[],
  input: number,
  output: number,
  net: Net,
  problems: Problems,
): void => {
  const reached = reachedFrom(tasks, input, net.places.length);
  const leading = leadingTo(tasks, output, net.places.length);
  for (const { index, id, inputs, outputs, caught } of tasks) {
    const report = problems.at(net.id, id);
    if (!reached.has(index)) report('path', 'No path leads from the input place to this task.');
    if (!leading.has(index)) report('path', 'No path leads from this task to the output place or to an end.');
    if (inputs.includes(output)) report('path', 'A task cannot take its token from the output place.');
    if (outputs.includes(input) || caught === input) report('path', 'No flow leads into the input place.');
  }
};

const checkDoubles = (net: Net, report: Report): void => {
  const check = (what: string, ids: readonly string[]): void => {
    const seen = new Set<string>();
    for (const id of ids) {
      if (seen.has(id)) report('duplicate', `Duplicate ${what}: “${id}”.`);
      seen.add(id);
    }
  };
  check(
    'places',
    net.places.map(({ id }) => id),
  );
  check(
    'tasks',
    net.tasks.map(({ id }) => id),
  );
  check(
    'variables',
    net.variables.map(({ name }) => name),
  );
  for (const { name } of net.variables) {
    if (name.startsWith('$'))
      report('unknown-name', `A variable cannot be named “${name}”: names with a dollar sign are reserved.`);
  }
};

const initialSlots = (net: Net, names: Names, limit: number, report: Report): readonly (Payload | null)[] =>
  names.slots.map((name, slot) => {
    const initial = net.variables[slot]?.initial;
    if (initial === undefined) return null;
    if (measure(initial, limit) > limit) report('limit', `The initial value of “${name}” is too large.`);
    return { value: initial };
  });

const parametersOf = (net: Net): readonly Parameter[] =>
  net.variables.flatMap(({ name, parameter }, slot) =>
    parameter === undefined ? [] : [{ name, slot, required: parameter === 'required' }],
  );
