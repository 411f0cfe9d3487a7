/** Checks how a net is connected: its input and output condition, and a path between them through every element. */
import type { YawlCondition } from '../model/schema.ts';
import { type CheckContext, fault } from './check-context.ts';
import { labelOfDecomposition } from './element-label.ts';
import { type NetElement, type NetElements, reachedFrom } from './net-elements.ts';

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
  const { label, at, previous } = element;
  const kind = element.kind === 'condition' ? element.condition.kind : 'task';
  if (kind === 'input' && previous.length > 0) {
    const labels = previous.slice(0, maxListed).map((each) => each.label);
    const list = [...labels, ...(previous.length > maxListed ? ['…'] : [])].join(', ');
    fault(violations, at, {
      rule: 'input-condition-preset',
      message: `${label} preset must be empty: [${list}]`,
      expected: 'no flow into the input condition',
      actual: `flows from ${list}`,
    });
  }
  if (kind !== 'input' && previous.length === 0)
    fault(violations, at, {
      rule: 'empty-preset',
      message: `${label} preset size must be > 0`,
      expected: 'a flow that leads to it',
      actual: 'none',
    });
  // Flows to unknown elements are reported separately.
  if ((kind === 'task' || kind === 'plain') && element.flows.length === 0)
    fault(violations, at, {
      rule: 'empty-postset',
      message: `${label} postset size must be > 0`,
      expected: 'a flow that leads on',
      actual: 'none',
    });
}

/** More neighbours are not listed. */
const maxListed = 10;

function checkPaths({ all, input, output }: NetElements, { violations }: CheckContext): void {
  if (input === undefined || output === undefined) return;
  const forward = reachedFrom([input], ({ next }) => next);
  const backward = reachedFrom([output], (element) => (element === input ? [] : element.previous));
  for (const element of all) {
    const { at, label } = element;
    if (!forward.has(element))
      fault(violations, at, {
        rule: 'not-reachable',
        message: `${label} is not on a forward directed path from i to o.`,
        expected: 'a path from the input condition to it',
        actual: 'none',
      });
    if (!backward.has(element))
      fault(violations, at, {
        rule: 'leads-nowhere',
        message: `${label} is not on a backward directed path from i to o.`,
        expected: 'a path from it to the output condition',
        actual: 'none',
      });
  }
}
