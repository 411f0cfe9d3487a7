/** How the parts of a net hang together: its two ends, and a way from one to the other through everything. */
import { type CheckContext, fault } from './check-context.ts';
import { labelOfDecomposition } from './element-label.ts';
import { type NetElement, type NetElements, reachedFrom } from './net-elements.ts';
import type { YawlCondition } from './schema.ts';

export function checkNet(elements: NetElements, context: CheckContext): void {
  checkEnd(elements, 'input', context);
  checkEnd(elements, 'output', context);
  for (const element of elements.all) checkNeighbours(element, context);
  checkPaths(elements, context);
}

function checkEnd(
  { net }: NetElements,
  kind: Exclude<YawlCondition['kind'], 'plain'>,
  { violations }: CheckContext,
): void {
  const ends = net.conditions.filter((condition) => condition.kind === kind);
  const expected = `one ${kind} condition`;
  if (ends.length === 0)
    fault(violations, net.at, {
      rule: `missing-${kind}-condition`,
      message: `${labelOfDecomposition(net)} must contain ${kind} condition.`,
      expected,
      actual: 'none',
    });
  for (const { at } of ends.slice(1))
    fault(violations, at, {
      rule: `several-${kind}-conditions`,
      message: `Only one ${kind === 'input' ? 'Input' : 'Output'} Condition allowed per net.`,
      expected,
      actual: String(ends.length),
    });
}

function checkNeighbours(element: NetElement, { violations }: CheckContext): void {
  const { label, at, previous, next } = element;
  const kind = element.kind === 'condition' ? element.condition.kind : 'task';
  const list = (neighbours: readonly NetElement[]): string => {
    const labels = neighbours.map((each) => each.label);
    return [...labels.slice(0, mostListed), ...(labels.length > mostListed ? ['…'] : [])].join(', ');
  };
  if (kind === 'input' && previous.length > 0)
    fault(violations, at, {
      rule: 'input-condition-preset',
      message: `${label} preset must be empty: [${list(previous)}]`,
      expected: 'no flow into the input condition',
      actual: `flows from ${list(previous)}`,
    });
  if (kind === 'output' && next.length > 0)
    fault(violations, at, {
      rule: 'output-condition-postset',
      message: `${label} postset must be empty: [${list(next)}]`,
      expected: 'no flow out of the output condition',
      actual: `flows to ${list(next)}`,
    });
  if (kind !== 'input' && previous.length === 0)
    fault(violations, at, {
      rule: 'empty-preset',
      message: `${label} preset size must be > 0`,
      expected: 'a flow that leads to it',
      actual: 'none',
    });
  // Flows that name nothing are told by themselves.
  if ((kind === 'task' || kind === 'plain') && element.flows.length === 0)
    fault(violations, at, {
      rule: 'empty-postset',
      message: `${label} postset size must be > 0`,
      expected: 'a flow that leads on',
      actual: 'none',
    });
}

/** More neighbours than these are not listed. */
const mostListed = 10;

function checkPaths({ all, input, output }: NetElements, { violations }: CheckContext): void {
  if (input === undefined || output === undefined) return;
  const isAt = (element: NetElement, kind: YawlCondition['kind']): boolean =>
    element.kind === 'condition' && element.condition.kind === kind;
  const forward = reachedFrom([input], (element) => (isAt(element, 'output') ? [] : element.next));
  const backward = reachedFrom([output], (element) => (isAt(element, 'input') ? [] : element.previous));
  for (const element of all) {
    const { at, label } = element;
    if (!forward.has(element))
      fault(violations, at, {
        rule: 'not-reachable',
        message: `${label} is not on a forward directed path from i to o.`,
        expected: 'a way from the input condition to it',
        actual: 'none',
      });
    if (!backward.has(element))
      fault(violations, at, {
        rule: 'leads-nowhere',
        message: `${label} is not on a backward directed path from i to o.`,
        expected: 'a way from it to the output condition',
        actual: 'none',
      });
  }
}
