/**
 * Finds local variables that a task may read before any task has set them. Variables belong to the net. At an AND-join
 * it is enough that one branch sets the variable; at other joins every branch must. The effort is limited.
 */
import type { YawlNet, YawlTask, YawlVariable } from '../model/schema.ts';
import { taskNameOf } from '../model/task-name.ts';
import { type CheckContext, fault } from './check-context.ts';
import type { CheckedQueries } from './check-queries.ts';
import { acceptsEmptyContent } from './check-variables.ts';
import type { NetElement, NetElements, TaskElement } from './net-elements.ts';

export function checkUnset(context: CheckContext, checked: CheckedQueries): void {
  const fuel = { left: maxSteps };
  for (const elements of context.nets) {
    const { net } = elements;
    const given = new Set(net.outputs.map(({ name }) => name));
    // An output of a net has a local variable of the same name, which its author did not declare as one.
    const suspects = net.locals.filter((local) => !given.has(local.name) && needsValue(local));
    if (suspects.length === 0) continue;
    const readers = readersOf(elements, suspects, checked);
    for (const local of suspects) {
      const readingTasks = readers.get(local.name) ?? [];
      if (readingTasks.length === 0) continue;
      if (fuel.left <= 0) {
        reportUnfinished(context, elements);
        return;
      }
      const came = findUnsetPaths(elements, local.name, fuel);
      for (const element of readingTasks) {
        if (context.violations.isFull() || context.warnings.isFull()) return;
        if (came.has(element)) reportUnset(context, net, local, element, came);
      }
    }
  }
}

/** Limit on visited elements, over all variables and nets. */
const maxSteps = 2_000_000;

function needsValue(local: YawlVariable): boolean {
  if (local.shape === null || (local.initial !== null && local.initial.name !== '')) return false;
  return local.shape.type.kind !== 'any' && (isBuiltIn(local) || !acceptsEmptyContent(local.shape));
}

const isBuiltIn = ({ shape, typeName }: YawlVariable): boolean =>
  shape?.type.kind === 'simple' && shape.type.base === typeName;

/** Tasks by the variables whose content their input mappings read, as YAWL detects it: `/Net/variable/…`. */
function readersOf(
  { net, tasks }: NetElements,
  suspects: readonly YawlVariable[],
  checked: CheckedQueries,
): ReadonlyMap<string, readonly TaskElement[]> {
  const names = new Set(suspects.map(({ name }) => name));
  const readers = new Map<string, TaskElement[]>();
  for (const element of tasks) {
    const read = new Set(inputQueriesOf(element.task).flatMap((text) => variablesRead(text, net, checked)));
    for (const name of read) {
      if (!names.has(name)) continue;
      const known = readers.get(name);
      if (known === undefined) readers.set(name, [element]);
      else known.push(element);
    }
  }
  return readers;
}

const inputQueriesOf = ({ starting, multiple }: YawlTask): readonly string[] => [
  ...starting.map(({ query }) => query.text),
  ...(multiple?.input == null ? [] : [multiple.input.expression.text]),
];

function variablesRead(text: string, net: YawlNet, checked: CheckedQueries): readonly string[] {
  const verdict = checked.get(text);
  if (verdict?.kind !== 'accepted' || verdict.paths === null) return [];
  return verdict.paths.flatMap(([root, name]) =>
    root === net.id && name !== undefined && text.includes(`/${net.id}/${name}/`) ? [name] : [],
  );
}

/** For each element that can be reached with the variable unset, its predecessor; `null` at the input condition. */
type Predecessors = ReadonlyMap<NetElement, NetElement | null>;

function findUnsetPaths({ input }: NetElements, name: string, fuel: { left: number }): Predecessors {
  const came = new Map<NetElement, NetElement | null>();
  if (input === undefined) return came;
  const arrived = new Map<NetElement, number>();
  came.set(input, null);
  for (const [element] of came) {
    if (element.kind === 'task' && sets(element.task, name)) continue;
    for (const target of element.next) {
      fuel.left -= 1;
      const count = (arrived.get(target) ?? 0) + 1;
      arrived.set(target, count);
      const waits = target.kind === 'task' && target.task.join === 'and' && count < target.previous.length;
      if (!waits && !came.has(target)) came.set(target, element);
    }
  }
  return came;
}

const sets = ({ completed, multiple }: YawlTask, name: string): boolean =>
  completed.some(({ to }) => to === name) || multiple?.output?.variable.name === name;

function reportUnset(
  { violations, warnings }: CheckContext,
  net: YawlNet,
  { name, typeName }: YawlVariable,
  element: TaskElement,
  came: Predecessors,
): void {
  const task = taskNameOf(element.task);
  const path: string[] = [];
  for (let each: NetElement | null | undefined = element; each != null; each = came.get(each))
    path.push(each.id);
  path.reverse();
  const isText = typeName === 'string';
  const may = isText
    ? 'contain an empty string value when the mapping occurs'
    : 'be uninitialised when the mapping is attempted';
  const advice = isText
    ? ''
    : ` Please assign an initial value to '${name}' or ensure that a task which precedes task '${task}' has a mandatory output mapping to '${name}'.`;
  const mapping = element.task.starting.find(({ query }) => query.text.includes(`/${net.id}/${name}/`));
  fault(isText ? warnings : violations, mapping?.at ?? element.at, {
    rule: isText ? 'maybe-empty' : 'maybe-uninitialised',
    message: `Task '${task}' in Net '${net.id}' references Local Variable '${name}' via an input mapping, however it may be possible for '${name}' to ${may}, via the path [${describeTasks(path)}].${advice}`,
    expected: `an initial value, or a task before that sets ${name}`,
    actual: 'neither',
  });
}

/** Longer paths are shortened. */
const maxShown = 20;

function describeTasks(path: readonly string[]): string {
  const half = maxShown / 2;
  return (path.length <= maxShown ? path : [...path.slice(0, half), '…', ...path.slice(-half)]).join(', ');
}

function reportUnfinished({ warnings }: CheckContext, { net }: NetElements): void {
  fault(warnings, net.at, {
    rule: 'unset-not-checked',
    message: `“${net.id}” has too many variables and tasks to check whether each variable is set before it is read.`,
    expected: 'fewer local variables without an initial value',
    actual: 'too many',
  });
}
