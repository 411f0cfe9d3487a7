/** Checks that a name means one thing: a parameter, an output or a node. A node's own output may have its name. */
import { findEntry } from '../document/located.ts';
import { removeEntry } from '../document/map-edits.ts';
import type { Reporter } from '../document/reporter.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import { hasOutput } from './name-bindings.ts';
import type { PlannedWorkflow } from './plan-workflow.ts';
import type { GraphNode, Pointer } from './schema.ts';

export function checkWorkflowNames(
  { workflow, inScope, everyNode }: PlannedWorkflow,
  reporter: Reporter,
): void {
  const taken = new Map(workflow.params.map(({ name }) => [name, 'a parameter']));
  for (const node of inScope) {
    const other = taken.get(node.name);
    if (other !== undefined) reportNode(node, other, reporter);
    else taken.set(node.name, 'a node');
  }
  for (const { work } of everyNode) {
    const other = work.kind === 'foreach' && work.as !== null ? taken.get(work.as.name) : undefined;
    if (other !== undefined && work.kind === 'foreach' && work.as !== null)
      reportItem(work.as, other, reporter);
  }
  for (const node of inScope) {
    if (node.output === null || node.output.name === node.name || !hasOutput(node)) continue;
    const other = taken.get(node.output.name);
    if (other !== undefined) reportOutput(node, other, reporter);
  }
}

function reportNode(node: GraphNode, other: string, reporter: Reporter): void {
  reporter.report({
    at: node.at.span,
    path: node.at.path,
    rule: 'name-clash',
    message: `“${node.name}” is already the name of ${other}.`,
    expected: 'a unique name',
    actual: node.name,
    suggestion: {
      text: `Rename the node to “${node.name}_node”.`,
      edits: [{ span: node.at.span, text: `${node.name}_node` }],
    },
  });
}

function reportItem({ name, scalar }: Pointer, other: string, reporter: Reporter): void {
  reporter.report({
    at: scalar.span,
    path: scalar.path,
    rule: 'name-clash',
    message: `“${name}” is already the name of ${other}, so the step could not refer to it.`,
    expected: 'a unique name',
    actual: name,
    suggestion: {
      text: `Rename the item to “each_${name}”.`,
      edits: replaceScalar(reporter.source, scalar, `each_${name}`),
    },
  });
}

function reportOutput(node: GraphNode, other: string, reporter: Reporter): void {
  const entry = findEntry(node.map, 'output');
  if (node.output === null || entry === undefined) return;
  reporter.report({
    at: node.output.scalar.span,
    path: node.output.scalar.path,
    rule: 'name-clash',
    message: `“${node.output.name}” is already the name of ${other}.`,
    expected: 'a unique name',
    actual: node.output.name,
    suggestion: {
      text: `Remove it. The output is then named “${node.name}”.`,
      edits: removeEntry(reporter.source, node.map, entry),
    },
  });
}
