/** Nodes that have both dependencies and a route to them, with one of the two taken away. */
import { type FlowPlan, isGated, planFlow } from './flow-plan.ts';
import type { GraphNode, GraphWorkflow } from './schema.ts';

/** Where every way to the route leads through the dependencies, they have settled when it is taken: the route is enough. */
export function withoutSettledGates(workflow: GraphWorkflow): GraphWorkflow {
  return freed(workflow, (plan, at) =>
    plan.routes.every(
      (route) =>
        route.to !== at ||
        plan.isLoop(route) ||
        (plan.dependencies[at] ?? []).every((each) => plan.dominates(each, route.from)),
    ),
  );
}

/** As if routes alone decided: what they bring is there, whatever a join of both seems to allow. */
export const withoutGates = (workflow: GraphWorkflow): GraphWorkflow => freed(workflow, () => true);

function freed(workflow: GraphWorkflow, applies: (plan: FlowPlan, at: number) => boolean): GraphWorkflow {
  const plan = planFlow(workflow.nodes);
  const free = (node: GraphNode, at: number): GraphNode =>
    isGated(plan, at) && applies(plan, at) ? { ...node, dependsOn: [] } : node;
  const nodes = workflow.nodes.map(free);
  // What starts first is told by the dependencies too.
  const isSame = String(planFlow(nodes).roots) === String(plan.roots);
  return isSame && nodes.some((node, at) => node !== workflow.nodes[at]) ? { ...workflow, nodes } : workflow;
}
