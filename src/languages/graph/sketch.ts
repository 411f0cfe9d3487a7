/** Creates the sketch of a workflow as the author sees it: nodes and branches, conditions on the lines. */
import type { Sketch, SketchKind, SketchLink, SketchNode } from '../../drawing/index.ts';
import { printExpression } from '../../expression/index.ts';
import { awaitsAll, type FlowPlan, failureTargetsOf } from './flow-plan.ts';
import type { PlannedWorkflow } from './plan-workflow.ts';
import type { BranchOption, GraphNode, GraphWorkflow, NodeKind, Respondents } from './schema.ts';

const kinds: Readonly<Record<Exclude<NodeKind, 'parallel'>, SketchKind>> = {
  call: 'call',
  branch: 'branch',
  foreach: 'foreach',
  workflow: 'workflow',
  yield: 'question',
  wait: 'wait',
  compensate: 'compensate',
  error: 'error',
};

export function sketchOf({ workflow, flow: plan }: PlannedWorkflow): Sketch {
  const { nodes } = plan;
  const links = nodes.flatMap((node, at): SketchLink[] => [
    ...(plan.dependents[at] ?? []).flatMap((to) => between(node, nodes[to], null)),
    ...routesOf(node, plan),
  ]);
  const nextCounts = new Map<string, number>();
  for (const { from, kind } of links)
    if (kind === 'next') nextCounts.set(from, (nextCounts.get(from) ?? 0) + 1);
  return {
    title: workflow.name,
    nodes: nodes.flatMap((node, at) => boxesOf(node, plan, at, nextCounts)),
    links,
    begins: plan.roots.flatMap((at) => idsOf(nodes[at])),
    remarks: remarksOf(workflow),
  };
}

const idsOf = (node: GraphNode | undefined): string[] =>
  node === undefined ? [] : branchesOf(node).map(({ name }) => name);

function between(from: GraphNode, to: GraphNode | undefined, label: string | null): SketchLink[] {
  return idsOf(from).flatMap((a) =>
    idsOf(to).map((b): SketchLink => ({ from: a, to: b, label, kind: 'next' })),
  );
}

function routesOf(node: GraphNode, { nodes, indexOf }: FlowPlan): SketchLink[] {
  const named = (name: string) => nodes[indexOf(name) ?? -1];
  const gotos =
    node.work.kind === 'branch'
      ? node.work.options.flatMap((option) =>
          option.goto === null ? [] : between(node, named(option.goto.name), conditionOf(option)),
        )
      : [];
  const failures = failureTargetsOf(node).flatMap((name) =>
    between(node, named(name), null).map((link): SketchLink => ({ ...link, kind: 'failure' })),
  );
  return [...gotos, ...failures];
}

const conditionOf = ({ when }: BranchOption): string =>
  when === null ? 'else' : plain(printExpression(when.tree));

/** Removes dollar signs, which only distract in a drawing. */
const plain = (text: string): string => text.replaceAll(/\$(?=[A-Za-z_])/g, '');

function boxesOf(
  node: GraphNode,
  plan: FlowPlan,
  at: number,
  nextCounts: ReadonlyMap<string, number>,
): SketchNode[] {
  const join = joinOf(node, plan, at);
  const group = node.work.kind === 'parallel' ? node.name : null;
  return branchesOf(node).map((each) => ({
    id: each.name,
    name: each.name,
    kind: each.work.kind === 'parallel' ? 'pass' : kinds[each.work.kind],
    join,
    split: splitOf(each, nextCounts.get(each.name) ?? 0),
    group,
    remarks: linesOf(each),
  }));
}

/** A parallel is drawn as its branches, recursively. */
function branchesOf(node: GraphNode): GraphNode[] {
  return node.work.kind === 'parallel' ? node.work.branches.flatMap(branchesOf) : [node];
}

function joinOf({ join }: GraphNode, plan: FlowPlan, at: number): SketchNode['join'] {
  const from = plan.dependencies[at] ?? [];
  if (from.length < 2) return null;
  if (join === 'any') return 'xor';
  return join === 'all' || awaitsAll(plan, at) ? 'and' : 'or';
}

function splitOf({ work }: GraphNode, nextCount: number): SketchNode['split'] {
  if (work.kind === 'branch') return work.options.length > 1 ? 'xor' : null;
  return nextCount > 1 ? 'and' : null;
}

function linesOf(node: GraphNode): string[] {
  const { work, retry, condition, undo } = node;
  const lines: string[] = [];
  if (condition !== null) lines.push(`if ${plain(printExpression(condition.tree))}`);
  if (work.kind === 'call' && work.operation.name !== node.name) lines.push(work.operation.name);
  if (work.kind === 'workflow') lines.push(`workflow ${work.workflow.name}`);
  if (work.kind === 'foreach') lines.push(`for each: ${nameOfWork(work.step)}`);
  if (work.kind === 'compensate') lines.push(...work.steps.map(nameOfWork));
  if (work.kind === 'yield' && work.who !== null) lines.push(`for ${respondentsIn(work.who)}`);
  if (work.kind === 'branch' && work.options.some(({ goto }) => goto === null)) lines.push('or ends here');
  if (retry !== null) lines.push(`↻ ${retry.limit}`);
  if (undo !== null) lines.push(`undo: ${undo.operation.name}`);
  return lines;
}

/** The first names only: a drawing has little room. */
const maxNames = 3;

function respondentsIn({ roles, subjects, kind, fourEyes }: Respondents): string {
  const names = [...roles, ...subjects];
  const shown = names.length > maxNames ? [...names.slice(0, maxNames), '…'] : names;
  const whom = shown.length === 0 ? (kind ?? 'others') : shown.join(', ');
  return fourEyes ? `${whom} (four eyes)` : whom;
}

function nameOfWork({ work }: GraphNode): string {
  if (work.kind === 'call') return work.operation.name;
  return work.kind === 'workflow' ? work.workflow.name : work.kind;
}

function remarksOf({ params, nodes }: GraphWorkflow): string[] {
  const failures = nodes.flatMap(failureRemark);
  if (params.length === 0) return failures;
  const list = params.map(
    (param) => `${param.name} (${param.typeName}${param.required ? '' : ', optional'})`,
  );
  return [...failures, `Params: ${list.join(', ')}`];
}

function failureRemark({ name, work }: GraphNode): string[] {
  if (work.kind !== 'parallel') return [];
  switch (work.onFailure.kind) {
    case 'continue':
      return [`If a branch of ${name} fails: continues with the others`];
    case 'abort':
      return [];
    case 'compensate':
      return [`On failure: ${work.onFailure.node.name}`];
  }
}
