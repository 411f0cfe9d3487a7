/** Decides whether two nodes can run at the same time, or only one instead of the other or after it. */
import type { FlowPlan, FlowRoute } from './flow-plan.ts';
import { nodesInScope } from './name-bindings.ts';
import type { GraphNode } from './schema.ts';

export type AreExclusive = (a: GraphNode, b: GraphNode) => boolean;

/** Limit of steps for all questions about one workflow. Pairs that cannot be decided within it count as exclusive. */
const maxSteps = 2_000_000;

export function createAreExclusive(plan: FlowPlan): AreExclusive {
  let left = maxSteps;
  const indexes = new Map(plan.nodes.flatMap((node, at) => nodesInScope([node]).map((each) => [each, at])));
  const known = new Map<FlowRoute, ReadonlySet<number>>();
  const deciding = plan.routesFrom.filter((options) => options.length > 0);

  /** The nodes that are reached if a route is never taken. */
  const reachedWithout = (closed: FlowRoute): ReadonlySet<number> => {
    const before = known.get(closed);
    if (before !== undefined) return before;
    const seen = new Set(plan.roots);
    for (const at of seen) {
      left -= 1 + (plan.dependents[at] ?? []).length;
      for (const to of plan.dependents[at] ?? []) seen.add(to);
      for (const route of plan.routesFrom[at] ?? []) if (route !== closed) seen.add(route.to);
    }
    known.set(closed, seen);
    return seen;
  };

  const isDecidedBy = (options: readonly FlowRoute[], one: number, other: number): boolean => {
    left -= options.length;
    const needs = (node: number) => options.filter((option) => !reachedWithout(option).has(node));
    const [forOne, forOther] = [needs(one), needs(other)];
    if (forOne.some((option) => forOther.some((each) => each !== option))) return true;
    // It completed for one of them and failed for the other.
    const failed = (list: readonly FlowRoute[], at: number) =>
      list.some(({ kind, from }) => kind === 'failure' && from === at);
    return failed(forOne, other) || failed(forOther, one);
  };

  return (a, b) => {
    const [one, other] = [indexes.get(a) ?? -1, indexes.get(b) ?? -1];
    // Branches of one parallel.
    if (one === other) return false;
    left -= 1;
    if (plan.reaches(one, other) || plan.reaches(other, one)) return true;
    return deciding.some((options) => left <= 0 || isDecidedBy(options, one, other)) || left <= 0;
  };
}
