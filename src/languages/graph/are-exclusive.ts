/** Decides whether two nodes can run at the same time, or only one instead of the other or after it. */
import type { FlowPlan, FlowRoute } from './flow-plan.ts';
import { nodesInScope } from './name-bindings.ts';
import type { GraphNode } from './schema.ts';

export function areExclusive(plan: FlowPlan, a: GraphNode, b: GraphNode): boolean {
  const [left, right] = [indexOf(plan, a), indexOf(plan, b)];
  // Branches of one parallel.
  if (left === right) return false;
  if (plan.reaches(left, right) || plan.reaches(right, left)) return true;
  return plan.nodes.some((_, at) => {
    const options = routesOutOf(plan, at);
    const taken = options.map((route) => reachedWithout(plan, route));
    const needs = (node: number) =>
      options.map((_, option) => option).filter((option) => !taken[option]?.has(node));
    const [forLeft, forRight] = [needs(left), needs(right)];
    if (forLeft.some((option) => forRight.some((other) => other !== option))) return true;
    // It completed for one of them and failed for the other.
    const failed = (list: readonly number[]) => list.some((option) => options[option]?.kind === 'failure');
    return (failed(forLeft) && at === right) || (failed(forRight) && at === left);
  });
}

/** The node of the graph that contains a branch. */
function indexOf(plan: FlowPlan, node: GraphNode): number {
  return plan.nodes.findIndex((each) => nodesInScope([each]).includes(node));
}

function routesOutOf(plan: FlowPlan, at: number): readonly FlowRoute[] {
  return plan.routes.filter(({ from }) => from === at);
}

function reachedWithout(plan: FlowPlan, closed: FlowRoute): ReadonlySet<number> {
  const seen = new Set(plan.roots);
  for (const at of seen) {
    for (const to of plan.dependents[at] ?? []) seen.add(to);
    for (const route of routesOutOf(plan, at)) if (route !== closed) seen.add(route.to);
  }
  return seen;
}
