/** Which node a task of the compiled net comes from: tasks of ours are named after the node that they serve. */

import { partId } from '../net-draft.ts';
import { nodesInScope } from './name-bindings.ts';
import type { GraphNode, GraphWorkflow } from './schema.ts';

export interface TaskOrigins {
  /** The node that a task is, or serves; of a net without a task, the node whose parts it plays. */
  readonly nodeOf: (net: string, task: string | null) => GraphNode | undefined;
  /** Whether a task is what an author sees: a node, and not a part of one. */
  readonly isNode: (net: string, task: string) => boolean;
}

export function originsOf({ name: workflow, nodes }: GraphWorkflow): TaskOrigins {
  const all = everyNode(nodes);
  const byName = new Map(all.map((node) => [node.name, node]));
  const byNet = new Map(all.map((node) => [partId(workflow, node.name), node]));
  const nodeOf = (net: string, task: string | null): GraphNode | undefined => {
    if (task === null) return byNet.get(net);
    const [before = '', target] = task.split('⇢');
    return byName.get(task) ?? byName.get((target ?? before).split('/')[0] ?? '') ?? byNet.get(net);
  };
  return { nodeOf, isNode: (net, task) => nodeOf(net, task)?.name === task };
}

/** Also the steps of loops and compensations. */
export function everyNode(nodes: readonly GraphNode[]): GraphNode[] {
  return nodesInScope(nodes).flatMap((node) => {
    if (node.work.kind === 'compensate') return [node, ...everyNode(node.work.steps)];
    return node.work.kind === 'foreach' ? [node, ...everyNode([node.work.step])] : [node];
  });
}
