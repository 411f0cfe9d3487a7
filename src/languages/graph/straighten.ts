/** Takes out the dependencies by which nodes wait for each other, so that everything else can still be looked at. */
import { planFlow } from './flow-plan.ts';
import type { GraphNode, GraphWorkflow, Pointer } from './schema.ts';

export interface Circle {
  /** In the order of the file. */
  readonly names: readonly string[];
  /** The dependency that would have to go, and whose it is. */
  readonly node: GraphNode;
  readonly pointer: Pointer;
}

export function straighten(workflow: GraphWorkflow): {
  readonly workflow: GraphWorkflow;
  readonly circles: readonly Circle[];
} {
  const found: Circle[] = [];
  let nodes = workflow.nodes;
  for (;;) {
    const [circle] = planFlow(nodes).circles;
    if (circle === undefined)
      return { workflow: found.length === 0 ? workflow : { ...workflow, nodes }, circles: found };
    const names = circle.map((at) => nodes[at]?.name ?? '');
    const node = nodes[circle[0] ?? 0];
    const pointer = node?.dependsOn.find(({ name }) => names.includes(name));
    if (node === undefined || pointer === undefined) return { workflow, circles: found };
    const original = workflow.nodes.find(({ name }) => name === node.name) ?? node;
    found.push({ names, node: original, pointer });
    const freed = { ...node, dependsOn: node.dependsOn.filter((each) => each !== pointer) };
    nodes = nodes.map((each) => (each === node ? freed : each));
  }
}
