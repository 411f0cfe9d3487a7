/** Plans a workflow: what its checks and its compilation have in common is computed here, once. */
import { type FlowPlan, planFlow } from './flow-plan.ts';
import { createNameBindings, type NameBindings, nodesInScope, type ResultTypeOf } from './name-bindings.ts';
import type { GraphNode, GraphWorkflow } from './schema.ts';
import { createTaskOrigins, everyNode, type TaskOrigins } from './task-origins.ts';

export interface PlannedWorkflow {
  readonly workflow: GraphWorkflow;
  readonly flow: FlowPlan;
  /** Nodes whose outputs are in scope for the whole workflow. */
  readonly inScope: readonly GraphNode[];
  /** The same with the steps of loops and compensations. */
  readonly everyNode: readonly GraphNode[];
  readonly names: NameBindings;
  readonly origins: TaskOrigins;
}

/** @param workflow its dependencies have no cycles */
export function planWorkflow(workflow: GraphWorkflow, resultOf: ResultTypeOf): PlannedWorkflow {
  const inScope = nodesInScope(workflow.nodes);
  const all = everyNode(workflow.nodes);
  return {
    workflow,
    flow: planFlow(workflow.nodes),
    inScope,
    everyNode: all,
    names: createNameBindings(workflow.params, inScope, resultOf),
    origins: createTaskOrigins(workflow.name, all),
  };
}
