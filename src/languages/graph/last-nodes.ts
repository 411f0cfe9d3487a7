/** Finds the nodes that end a path, and the variables with their outputs after the run. */

import { partId } from '../net-draft.ts';
import type { FlowPlan } from './flow-plan.ts';
import { hasOutput, variableOf } from './name-bindings.ts';
import type { PlannedWorkflow } from './plan-workflow.ts';
import type { GraphNode } from './schema.ts';

/** Nodes after which a path ends. */
export function lastNodes({ nodes, dependents, reachable }: FlowPlan): readonly GraphNode[] {
  return nodes.filter((_, at) => reachable[at] && (dependents[at] ?? []).length === 0);
}

/** By last node: its output variable, or a separate variable if a node that is not last sets the same output. */
export function resultVariables({ flow, inScope }: PlannedWorkflow): ReadonlyMap<GraphNode, string> {
  const last = new Set(lastNodes(flow));
  const taken = new Set(inScope.filter((node) => hasOutput(node) && !last.has(node)).map(variableOf));
  return new Map(
    [...last].filter(hasOutput).map((node) => {
      const variable = variableOf(node);
      return [node, taken.has(variable) ? partId(variable, 'result') : variable];
    }),
  );
}
