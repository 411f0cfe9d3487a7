/** Checks that a case reaches work: finds loops and nets without any, and decompositions and timers that are not used. */

import { findCyclic } from '../../find-cyclic.ts';
import type { YawlNet } from '../model/schema.ts';
import { type CheckContext, fault } from './check-context.ts';
import { labelOfDecomposition, netOfTask } from './element-label.ts';
import { type ConditionElement, type NetElement, type NetElements, reachedFrom } from './net-elements.ts';

export function checkWork(context: CheckContext): void {
  const { nets, used, warnings } = context;
  // Without a root net nothing is used. That is reported separately.
  if (used.size > 0) checkUsage(context);
  checkLoops(context);
  for (const elements of nets) {
    checkEmptyPath(elements, context);
    for (const { task, label } of elements.tasks) {
      if (task.timer !== null && task.decomposition === null)
        fault(warnings, task.timer.at, {
          rule: 'timer-without-work',
          message: `The task [${label}] has timer settings but no decomposition. The timer settings will be ignored at runtime.`,
          expected: 'a decomposition, or no timer',
          actual: 'a timer alone',
        });
    }
  }
}

function checkUsage({ specification, used, warnings }: CheckContext): void {
  for (const decomposition of specification.decompositions) {
    if (used.has(decomposition)) continue;
    fault(warnings, decomposition.at, {
      rule: 'unused-decomposition',
      message: `The decomposition [${decomposition.id}] is not being used in this specification.`,
      expected: 'a task that a case can reach and that decomposes to it',
      actual: 'none',
    });
  }
}

/** Finds cycles without work: empty tasks after empty tasks, and nets whose first tasks are empty or composite. */
function checkLoops({ nets, used, decompositions, violations, warnings }: CheckContext): void {
  const inputs = new Map<YawlNet, ConditionElement | undefined>(nets.map(({ net, input }) => [net, input]));
  const isComposite = (element: NetElement): boolean =>
    element.kind === 'task' && netOfTask(element.task, decompositions) !== undefined;
  const isEmpty = (element: NetElement): boolean =>
    element.kind === 'task' && element.task.decomposition === null;
  const onward = (element: NetElement): readonly NetElement[] => {
    if (element.kind === 'condition')
      return element.next.filter(
        (each) => isEmpty(each) || (element.condition.kind === 'input' && isComposite(each)),
      );
    const inner = netOfTask(element.task, decompositions);
    if (inner === undefined) return element.next.filter((each) => each.kind === 'condition' || isEmpty(each));
    const input = inputs.get(inner);
    return input === undefined ? [] : [input];
  };
  const workless = nets.flatMap(({ all }) =>
    all.filter((each) => each.kind === 'condition' || isEmpty(each) || isComposite(each)),
  );
  const cyclic = findCyclic(workless, onward);
  for (const { net, tasks } of nets) {
    for (const element of tasks) {
      if (!cyclic.has(element)) continue;
      fault(used.has(net) ? violations : warnings, element.at, {
        rule: 'loop-without-work',
        message: `The element (${element.label}) plays a part in an infinite loop/recursion in which no work items may be created.`,
        expected: 'a task with work on every cycle',
        actual: 'none',
      });
    }
  }
}

function checkEmptyPath({ net, input, output }: NetElements, { warnings }: CheckContext): void {
  if (input === undefined || output === undefined) return;
  const isWorkless = (element: NetElement): boolean =>
    element.kind === 'condition' || element.task.decomposition === null;
  const reached = reachedFrom([input], ({ next }) => next.filter(isWorkless));
  if (!reached.has(output)) return;
  fault(warnings, net.at, {
    rule: 'net-without-work',
    message: `It may be possible for the net [${labelOfDecomposition(net)}] to complete without any generated work. Check the empty tasks linking from i to o.`,
    expected: 'a task with work on every path from the input condition to the output condition',
    actual: 'a path through empty tasks only',
  });
}
