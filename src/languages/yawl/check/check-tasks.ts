/** Checks the properties of a task other than its flows: instances, cancellation set, decomposition. */
import type { Reporter } from '../../document/reporter.ts';
import { parseBound } from '../model/parse-bound.ts';
import type { YawlMultiple } from '../model/schema.ts';
import { implicitId } from '../model/wire-net.ts';
import { type CheckContext, fault } from './check-context.ts';
import type { NetElements, TaskElement } from './net-elements.ts';

export function checkTasks(elements: NetElements, context: CheckContext): void {
  const implicit = implicitOf(elements);
  for (const element of elements.tasks) {
    checkDecomposition(element, context);
    checkRemoves(element, elements, implicit, context.violations);
    if (element.task.multiple !== null) checkMultiple(element, element.task.multiple, context.violations);
  }
}

function checkDecomposition({ task, label }: TaskElement, context: CheckContext): void {
  const { decomposition } = task;
  if (decomposition === null || context.decompositions.has(decomposition.name)) return;
  fault(context.violations, decomposition.at, {
    rule: 'unknown-decomposition',
    message: `${label} decomposes to “${decomposition.name}”, which this specification does not have.`,
    expected: 'the id of a decomposition of this specification',
    actual: decomposition.name,
  });
}

/** Ids of the implicit conditions. */
function implicitOf({ tasks }: NetElements): ReadonlySet<string> {
  const ids = tasks.flatMap(({ id, next }) =>
    next.flatMap((target) => (target.kind === 'task' ? [implicitId(id, target.id)] : [])),
  );
  return new Set(ids);
}

function checkRemoves(
  { task, label }: TaskElement,
  { byId }: NetElements,
  implicit: ReadonlySet<string>,
  violations: Reporter,
): void {
  const message = `${label} refers to a non existent element in its remove set.`;
  for (const { name, at } of task.removes) {
    if (!byId.has(name))
      fault(violations, at, {
        rule: 'unknown-removed',
        message,
        expected: 'the id of a task or condition of the net',
        actual: name,
      });
  }
  for (const { from, to, at } of task.removesFlows) {
    if (!implicit.has(implicitId(from, to)))
      fault(violations, at, {
        rule: 'unknown-removed',
        message,
        expected: 'a flow from one task to another',
        actual: `[${from} -> ${to}]`,
      });
  }
}

function checkMultiple({ task, label }: TaskElement, multiple: YawlMultiple, violations: Reporter): void {
  const minimum = parseBound(multiple.minimum.text);
  const maximum = parseBound(multiple.maximum.text);
  const threshold = parseBound(multiple.threshold.text);
  const atLeastOne = 'a number from 1, or a query';
  if (minimum !== null && minimum < 1)
    fault(violations, multiple.minimum.at, {
      rule: 'minimum-below-one',
      message: `${label} minInstances < 1`,
      expected: atLeastOne,
      actual: String(minimum),
    });
  if (minimum !== null && maximum !== null && minimum > maximum)
    fault(violations, multiple.minimum.at, {
      rule: 'minimum-above-maximum',
      message: `${label}.minInstances > _maxInstances`,
      expected: `at most ${maximum}, the maximum`,
      actual: String(minimum),
    });
  if (maximum !== null && maximum < 1)
    fault(violations, multiple.maximum.at, {
      rule: 'maximum-below-one',
      message: `${label}.maxInstances < 1`,
      expected: atLeastOne,
      actual: String(maximum),
    });
  if (threshold !== null && threshold < 1)
    fault(violations, multiple.threshold.at, {
      rule: 'threshold-below-one',
      message: `${label}.threshold < 1`,
      expected: atLeastOne,
      actual: String(threshold),
    });
  if (!['static', 'dynamic'].includes(multiple.creation.toLowerCase()))
    fault(violations, multiple.at, {
      rule: 'unknown-creation-mode',
      message: `${label}.creationMode does not equal 'static' or 'dynamic'`,
      expected: 'static or dynamic',
      actual: multiple.creation,
    });
  if (task.decomposition === null && ((maximum ?? 2) > 1 || (threshold ?? 2) > 1))
    fault(violations, multiple.at, {
      rule: 'multiple-without-decomposition',
      message: `${label} cannot have multiple instances and a blank work description.`,
      expected: 'a decomposition, or no more than one instance',
      actual: 'no decomposition',
    });
}
