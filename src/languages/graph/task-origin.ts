/** Which node a task of the compiled net comes from: tasks of ours are named after the node that they serve. */
import { nodesInScope } from './names.ts';
import { part } from './net-draft.ts';
import type { GraphNode, GraphWorkflow } from './schema.ts';

export function nodeOfTask(workflow: GraphWorkflow, net: string, task: string | null): GraphNode | undefined {
  const all = everyNode(workflow.nodes);
  const named = (name: string) => all.find((node) => node.name === name);
  const owner = all.find((node) => part(workflow.name, node.name) === net);
  if (task === null) return owner;
  const [before = '', target] = task.split('⇢');
  return named(task) ?? named((target ?? before).split('/')[0] ?? '') ?? owner;
}

/** Also the steps of loops and compensations. */
export function everyNode(nodes: readonly GraphNode[]): GraphNode[] {
  return nodesInScope(nodes).flatMap((node) => {
    if (node.work.kind === 'compensate') return [node, ...everyNode(node.work.steps)];
    return node.work.kind === 'foreach' ? [node, ...everyNode([node.work.step])] : [node];
  });
}

/** Whether a task is what an author sees: a node, and not a part of one. */
export const isNode = (workflow: GraphWorkflow, net: string, task: string): boolean =>
  nodeOfTask(workflow, net, task)?.name === task;
