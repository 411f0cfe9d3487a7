/** Checks what a flow may have (predicate, ordering, default), by the kind of its source. */
import type { Reporter } from '../../document/reporter.ts';
import type { YawlFlow } from '../model/schema.ts';
import { implicitId } from '../model/wire-net.ts';
import { type CheckContext, fault } from './check-context.ts';
import type { ConditionElement, NetElement, NetElements, TaskElement } from './net-elements.ts';

export function checkFlows({ all, byId }: NetElements, { violations }: CheckContext): void {
  for (const element of all) {
    const seen = new Set<string>();
    for (const flow of element.flows) {
      const target = byId.get(flow.to);
      if (target === undefined) reportUnknown(element, flow, violations);
      else checkTarget(element, flow, target, seen.has(flow.to), violations);
      seen.add(flow.to);
    }
    if (element.kind === 'task') checkSplit(element, byId, violations);
    else checkCondition(element, violations);
  }
}

function reportUnknown({ label }: NetElement, { to, at }: YawlFlow, violations: Reporter): void {
  fault(violations, at, {
    rule: 'unknown-target',
    message: `${label} flows into “${to}”, which is not a task or condition of its net.`,
    expected: 'the id of a task or condition of the net',
    actual: to,
  });
}

function checkTarget(
  from: NetElement,
  { to, at }: YawlFlow,
  target: NetElement,
  isRepeated: boolean,
  violations: Reporter,
): void {
  if (isRepeated)
    fault(violations, at, {
      rule: 'repeated-flow',
      message: `${from.label} flows into “${to}” more than once.`,
      expected: 'one flow from one element to another',
      actual: 'several',
    });
  if (target.kind === 'task') return;
  if (from.kind === 'condition')
    fault(violations, at, {
      rule: 'condition-to-condition',
      message: `${from.label} [error] any flow from any condition [${from.label}] to any other YConditionInterface [${target.label}] is not allowed.`,
      expected: 'a flow to a task',
      actual: 'a flow to a condition',
    });
  if (target.condition.kind === 'input')
    fault(violations, at, {
      rule: 'flow-into-input',
      message: `${from.label} [error] any flow into an InputCondition [${target.label}] is not allowed.`,
      expected: 'a flow to another element',
      actual: 'a flow to the input condition',
    });
}

function checkCondition({ label, flows }: ConditionElement, violations: Reporter): void {
  const opening = `${label} [error] any flow from any condition [${label}]`;
  for (const { at, predicate, ordering, isDefault } of flows) {
    if (predicate !== null)
      fault(violations, predicate.at, {
        rule: 'condition-predicate',
        message: `${opening} may not contain a predicate.`,
        expected: 'no predicate: the task that starts first takes the token',
        actual: 'a predicate',
      });
    if (ordering !== null)
      fault(violations, predicate?.at ?? at, {
        rule: 'condition-ordering',
        message: `${opening} may not contain an evaluation ordering.`,
        expected: 'no ordering',
        actual: String(ordering),
      });
    if (isDefault)
      fault(violations, at, {
        rule: 'condition-default',
        message: `${opening} may not be a default flow.`,
        expected: 'no default flow',
        actual: 'a default flow',
      });
  }
}

function checkSplit(element: TaskElement, byId: ReadonlyMap<string, NetElement>, violations: Reporter): void {
  const { task, label, at } = element;
  for (const flow of task.flows) checkTaskFlow(element, flow, violations);
  if (task.split === 'and') return;
  const defaults = task.flows.filter(({ isDefault }) => isDefault).length;
  if (defaults !== 1)
    fault(violations, at, {
      rule: 'default-flow-count',
      message: `${label} the postset of any OR/XOR split must have exactly one default flow (not ${defaults})`,
      expected: 'one default flow',
      actual: String(defaults),
    });
  if (task.split === 'xor') checkOrderings(element, byId, violations);
}

function checkTaskFlow({ task, label }: TaskElement, flow: YawlFlow, violations: Reporter): void {
  const { at, predicate, ordering, isDefault } = flow;
  const { split } = task;
  const opening = `${label} any flow from any ${split.toUpperCase()}-split [${label}]`;
  if (split === 'and') {
    if (predicate !== null)
      fault(violations, predicate.at, {
        rule: 'and-split-predicate',
        message: `${opening} may not have an xpath predicate.`,
        expected: 'no predicate: an AND-split takes every flow',
        actual: 'a predicate',
      });
    if (isDefault)
      fault(violations, at, {
        rule: 'and-split-default',
        message: `${opening} may not have a default flow.`,
        expected: 'no default flow: an AND-split takes every flow',
        actual: 'a default flow',
      });
  }
  if (split !== 'xor' && ordering !== null)
    fault(violations, predicate?.at ?? at, {
      rule: 'unwanted-ordering',
      message: `${label} any flow from any non XOR-split [${label}] may not have an evaluation ordering.`,
      expected: 'no ordering: only an XOR-split tries its flows one after the other',
      actual: String(ordering),
    });
  if (split === 'or' && predicate === null)
    fault(violations, at, {
      rule: 'or-split-predicate',
      message: `${opening} must have a predicate.`,
      expected: 'a predicate, for the default flow too',
      actual: 'none',
    });
  if (split === 'xor') checkExclusive(opening, label, flow, violations);
}

function checkExclusive(opening: string, label: string, flow: YawlFlow, violations: Reporter): void {
  const { at, predicate, ordering, isDefault } = flow;
  if (predicate === null) {
    if (!isDefault)
      fault(violations, at, {
        rule: 'xor-split-predicate',
        message: `${label} any flow from any XOR/OR-split [${label}] must have either a predicate or be a default flow.`,
        expected: 'a predicate, or the default flow',
        actual: 'neither',
      });
    return;
  }
  if (isDefault)
    fault(violations, predicate.at, {
      rule: 'xor-split-both',
      message: `${opening} must have either a predicate or be a default flow (cannot be both).`,
      expected: 'a predicate, or the default flow',
      actual: 'both',
    });
  if (ordering === null)
    fault(violations, predicate.at, {
      rule: 'missing-ordering',
      message: `${opening} that has a predicate, must have an evaluation ordering.`,
      expected: 'an ordering: a number that no other flow of the task has',
      actual: 'none',
    });
}

function checkOrderings(
  { task, label }: TaskElement,
  byId: ReadonlyMap<string, NetElement>,
  violations: Reporter,
): void {
  const taken = new Set<number>();
  for (const { to, at, predicate, ordering } of task.flows) {
    if (ordering === null) continue;
    const target = byId.get(to);
    const place = target?.kind === 'task' ? `Condition:${implicitId(task.id, to)}` : (target?.label ?? to);
    if (taken.has(ordering))
      fault(violations, predicate?.at ?? at, {
        rule: 'repeated-ordering',
        message: `${label} no two elements may possess the same ordering (Flow:from[${label}]to[${place}]) for the same task.`,
        expected: 'a number that no other flow of the task has',
        actual: String(ordering),
      });
    taken.add(ordering);
  }
}
