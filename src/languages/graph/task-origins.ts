/** Maps tasks of the compiled net to nodes: generated tasks are named after their node. */

import { partId } from '../net-draft.ts';
import { nodesInScope } from './name-bindings.ts';
import type { GraphNode } from './schema.ts';

export interface TaskOrigins {
  /** The node of a task; for a net without a task, the node whose parts it runs. */
  readonly nodeOf: (net: string, task: string | null) => GraphNode | undefined;
  /** Whether the author sees a task: it is a node, and not a part of one. */
  readonly isNode: (net: string, task: string) => boolean;
}

/** @param nodes every node of the workflow */
export function createTaskOrigins(workflow: string, nodes: readonly GraphNode[]): TaskOrigins {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const byNet = new Map(nodes.map((node) => [partId(workflow, node.name), node]));
  const nodeOf = (net: string, task: string | null): GraphNode | undefined => {
    if (task === null) return byNet.get(net);
    const [before = '', target] = task.split('⇢');
    return byName.get(task) ?? byName.get((target ?? before).split('/')[0] ?? '') ?? byNet.get(net);
  };
  return { nodeOf, isNode: (net, task) => nodeOf(net, task)?.name === task };
}

/** Includes the steps of loops and compensations. */
export function everyNode(nodes: readonly GraphNode[]): GraphNode[] {
  return nodesInScope(nodes).flatMap((node) => {
    if (node.work.kind === 'compensate') return [node, ...everyNode(node.work.steps)];
    return node.work.kind === 'foreach' ? [node, ...everyNode([node.work.step])] : [node];
  });
}
