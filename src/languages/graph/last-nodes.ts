/** Where paths end, and where what a last node gave is found when the run has ended. */
import type { FlowPlan } from './flow-plan.ts';
import { hasOutput, nodesInScope, variableOf } from './names.ts';
import { part } from './net-draft.ts';
import type { GraphNode } from './schema.ts';

/** Nodes after which a path ends. */
export function lastNodes({ nodes, dependents, reachable }: FlowPlan): readonly GraphNode[] {
  return nodes.filter((_, at) => reachable[at] && (dependents[at] ?? []).length === 0);
}

/** Its output; or a variable of its own where another node, which is not last, sets that output too. */
export function resultVariable(plan: FlowPlan, node: GraphNode): string {
  const variable = variableOf(node);
  const last = lastNodes(plan);
  const isShared = nodesInScope(plan.nodes).some(
    (other) => hasOutput(other) && variableOf(other) === variable && !last.includes(other),
  );
  return isShared ? part(node.name, 'result') : variable;
}
