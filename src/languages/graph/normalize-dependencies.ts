/** Removes the dependencies by which nodes wait for each other, so that the rest of the workflow can be checked. */
import { findDependencyCycles } from './flow-plan.ts';
import type { GraphNode, GraphWorkflow, Pointer } from './schema.ts';

export interface DependencyCycle {
  /** In the order of the file. */
  readonly names: readonly string[];
  /** The dependency to remove, and its node. */
  readonly node: GraphNode;
  readonly pointer: Pointer;
}

/** Limit of cycles that are reported one by one: nodes that all wait for each other have very many. */
const maxCycles = 50;

export function normalizeDependencies(workflow: GraphWorkflow): {
  readonly workflow: GraphWorkflow;
  readonly cycles: readonly DependencyCycle[];
} {
  const found: DependencyCycle[] = [];
  let nodes = workflow.nodes;
  for (;;) {
    const cycles = findDependencyCycles(nodes);
    const [cycle] = cycles;
    if (cycle === undefined)
      return { workflow: found.length === 0 ? workflow : { ...workflow, nodes }, cycles: found };
    if (found.length >= maxCycles)
      return { workflow: { ...workflow, nodes: withoutCycles(nodes, cycles) }, cycles: found };
    const names = cycle.map((at) => nodes[at]?.name ?? '');
    const node = nodes[cycle[0] ?? 0];
    const pointer = node?.dependsOn.find(({ name }) => names.includes(name));
    if (node === undefined || pointer === undefined) return { workflow, cycles: found };
    const original = workflow.nodes.find(({ name }) => name === node.name) ?? node;
    found.push({ names, node: original, pointer });
    const changed = { ...node, dependsOn: node.dependsOn.filter((each) => each !== pointer) };
    nodes = nodes.map((each) => (each === node ? changed : each));
  }
}

/** Removes every dependency within a cycle. */
function withoutCycles(
  nodes: readonly GraphNode[],
  cycles: readonly (readonly number[])[],
): readonly GraphNode[] {
  const cycleOf = new Map(cycles.flatMap((cycle) => cycle.map((at) => [nodes[at]?.name, cycle] as const)));
  return nodes.map((node) => {
    const own = cycleOf.get(node.name);
    if (own === undefined) return node;
    return { ...node, dependsOn: node.dependsOn.filter(({ name }) => cycleOf.get(name) !== own) };
  });
}
