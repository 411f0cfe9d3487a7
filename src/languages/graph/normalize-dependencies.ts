/** Removes the dependencies by which nodes wait for each other, so that the rest of the workflow can be checked. */
import { findCyclic } from '../find-cyclic.ts';
import type { GraphNode, GraphWorkflow, Pointer } from './schema.ts';

export interface DependencyCycle {
  /** In the order of the file. */
  readonly names: readonly string[];
  /** The dependency to remove, and its node. */
  readonly node: GraphNode;
  readonly pointer: Pointer;
}

/** Further cycles are removed without a report. */
const maxCycles = 100;

export function normalizeDependencies(workflow: GraphWorkflow): {
  readonly workflow: GraphWorkflow;
  readonly cycles: readonly DependencyCycle[];
} {
  const found: DependencyCycle[] = [];
  let nodes = workflow.nodes;
  for (;;) {
    const { cyclic, dependencies } = findCycles(nodes);
    const node = nodes.find((each) => cyclic.has(each));
    if (node === undefined)
      return { workflow: found.length === 0 ? workflow : { ...workflow, nodes }, cycles: found };
    if (found.length === maxCycles) {
      const names = new Set([...cyclic].map(({ name }) => name));
      nodes = nodes.map((each) =>
        cyclic.has(each) ? waitingOnlyFor(each, (to) => !names.has(to.name)) : each,
      );
      continue;
    }
    const names = namesInCycle(node, cyclic, dependencies);
    const pointer = node.dependsOn.find(({ name }) => names.includes(name));
    if (pointer === undefined) return { workflow, cycles: found };
    const original = workflow.nodes.find(({ name }) => name === node.name) ?? node;
    found.push({ names, node: original, pointer });
    const withoutCycle = waitingOnlyFor(node, (each) => each !== pointer);
    nodes = nodes.map((each) => (each === node ? withoutCycle : each));
  }
}

type Dependencies = (node: GraphNode) => readonly GraphNode[];

function findCycles(nodes: readonly GraphNode[]): {
  readonly cyclic: ReadonlySet<GraphNode>;
  readonly dependencies: Dependencies;
} {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const dependencies: Dependencies = ({ dependsOn }) =>
    dependsOn.flatMap(({ name }) => byName.get(name) ?? []);
  return { cyclic: findCyclic(nodes, dependencies), dependencies };
}

const waitingOnlyFor = (node: GraphNode, isKept: (pointer: Pointer) => boolean): GraphNode => ({
  ...node,
  dependsOn: node.dependsOn.filter(isKept),
});

/** The nodes that the node waits for and that wait for it. */
function namesInCycle(
  node: GraphNode,
  cyclic: ReadonlySet<GraphNode>,
  dependencies: Dependencies,
): readonly string[] {
  const dependents = new Map([...cyclic].map((each): [GraphNode, GraphNode[]] => [each, []]));
  for (const each of cyclic) for (const to of dependencies(each)) dependents.get(to)?.push(each);
  const before = reachedFrom(node, (each) => dependencies(each).filter((to) => cyclic.has(to)));
  const after = reachedFrom(node, (each) => dependents.get(each) ?? []);
  return [...cyclic].filter((each) => before.has(each) && after.has(each)).map(({ name }) => name);
}

function reachedFrom(node: GraphNode, next: Dependencies): ReadonlySet<GraphNode> {
  const reached = new Set([node]);
  for (const each of reached) for (const to of next(each)) reached.add(to);
  return reached;
}
