/** Removes the dependencies by which nodes wait for each other, so that the rest of the workflow can be checked. */
import { planFlow } from './flow-plan.ts';
import type { GraphNode, GraphWorkflow, Pointer } from './schema.ts';

export interface DependencyCycle {
  /** In the order of the file. */
  readonly names: readonly string[];
  /** The dependency to remove, and its node. */
  readonly node: GraphNode;
  readonly pointer: Pointer;
}

export function normalizeDependencies(workflow: GraphWorkflow): {
  readonly workflow: GraphWorkflow;
  readonly cycles: readonly DependencyCycle[];
} {
  const found: DependencyCycle[] = [];
  let nodes = workflow.nodes;
  for (;;) {
    const [cycle] = planFlow(nodes).cycles;
    if (cycle === undefined)
      return { workflow: found.length === 0 ? workflow : { ...workflow, nodes }, cycles: found };
    const names = cycle.map((at) => nodes[at]?.name ?? '');
    const node = nodes[cycle[0] ?? 0];
    const pointer = node?.dependsOn.find(({ name }) => names.includes(name));
    if (node === undefined || pointer === undefined) return { workflow, cycles: found };
    const original = workflow.nodes.find(({ name }) => name === node.name) ?? node;
    found.push({ names, node: original, pointer });
    const withoutCycles = { ...node, dependsOn: node.dependsOn.filter((each) => each !== pointer) };
    nodes = nodes.map((each) => (each === node ? withoutCycles : each));
  }
}
