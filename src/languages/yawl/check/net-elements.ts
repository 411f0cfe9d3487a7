/** The tasks and conditions of a net with their neighbours. Implicit conditions are omitted. */
import type { SourceLocation, YawlCondition, YawlFlow, YawlNet, YawlTask } from '../model/schema.ts';
import { type Decompositions, labelOfCondition, labelOfTask } from './element-label.ts';

export type NetElement = TaskElement | ConditionElement;

interface Linked {
  readonly id: string;
  /** As in YAWL's texts. */
  readonly label: string;
  readonly at: SourceLocation;
  readonly flows: readonly YawlFlow[];
  /** Each once. */
  readonly next: readonly NetElement[];
  readonly previous: readonly NetElement[];
}

export interface TaskElement extends Linked {
  readonly kind: 'task';
  readonly task: YawlTask;
}

export interface ConditionElement extends Linked {
  readonly kind: 'condition';
  readonly condition: YawlCondition;
}

export interface NetElements {
  readonly net: YawlNet;
  /** As written, conditions first. */
  readonly all: readonly NetElement[];
  readonly tasks: readonly TaskElement[];
  readonly byId: ReadonlyMap<string, NetElement>;
  /** The first ones. */
  readonly input: ConditionElement | undefined;
  readonly output: ConditionElement | undefined;
}

export function elementsOf(net: YawlNet, decompositions: Decompositions): NetElements {
  const unlinked = (): { next: NetElement[]; previous: NetElement[] } => ({ next: [], previous: [] });
  const conditions = net.conditions.map((condition) => ({
    kind: 'condition' as const,
    id: condition.id,
    label: labelOfCondition(condition),
    at: condition.at,
    flows: condition.flows,
    condition,
    ...unlinked(),
  }));
  const tasks = net.tasks.map((task) => ({
    kind: 'task' as const,
    id: task.id,
    label: labelOfTask(task, decompositions),
    at: task.at,
    flows: task.flows,
    task,
    ...unlinked(),
  }));
  const all = [...conditions, ...tasks];
  const byId = new Map(all.toReversed().map((element) => [element.id, element]));
  for (const element of all) {
    for (const to of new Set(element.flows.map((flow) => flow.to))) {
      const target = byId.get(to);
      if (target === undefined) continue;
      element.next.push(target);
      target.previous.push(element);
    }
  }
  const first = (kind: YawlCondition['kind']): ConditionElement | undefined =>
    conditions.find(({ condition }) => condition.kind === kind);
  return { net, all, tasks, byId, input: first('input'), output: first('output') };
}

/** Everything that can be reached, including the start. */
export function reachedFrom(
  starts: readonly NetElement[],
  onward: (element: NetElement) => readonly NetElement[],
): ReadonlySet<NetElement> {
  const reached = new Set(starts);
  // A set is iterated in insertion order, including what is added meanwhile.
  for (const element of reached) for (const each of onward(element)) reached.add(each);
  return reached;
}
