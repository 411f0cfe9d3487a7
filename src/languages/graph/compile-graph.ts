/**
 * Compiles the nodes of a workflow into the tasks of its net. A node without successors ends its path, and the run
 * ends when no path is left: so a last node may run more than once, and no path is cut off.
 */
import type { Tree } from '../../expression/index.ts';
import type { Catch, Flow, Task } from '../../kernel/index.ts';
import { flowsTo, inputPlace, type NetDraft, partId, passTask } from '../net-draft.ts';
import { bindTree, evalTree, toDecisionTest } from './bind-tree.ts';
import {
  compileEntry,
  type GraphContext,
  needsStartTask,
  nodeName,
  nodeSpan,
  passTokens,
} from './compile-entry.ts';
import { addConditionTask, partNets, type TaskEntry } from './compile-parts.ts';
import { type CompileContext, compileNode } from './compile-work.ts';
import { type FlowPlan, failureTargetsOf, needsNoGate } from './flow-plan.ts';
import { variableOf } from './name-bindings.ts';
import { dependencyPlace, routePlace, startPlace } from './place-names.ts';
import type { BranchOption, GraphNode } from './schema.ts';

/** @param results the variable in which each last node stores its output */
export function compileGraph(
  context: CompileContext,
  net: NetDraft,
  plan: FlowPlan,
  results: ReadonlyMap<GraphNode, string>,
): void {
  const graphContext: GraphContext = { context, net, plan };
  if (needsStartTask(plan)) {
    const source = context.workflowContext.sourceOf(nodeSpan(plan, plan.roots[0] ?? 0));
    const flows = flowsTo([
      ...plan.roots.map((root) => startPlace(nodeName(plan, root))),
      ...passTokens(plan, -1),
    ]);
    net.tasks.push(passTask('/start', source, { from: [inputPlace], join: 'and', split: 'and', flows }));
  }
  plan.nodes.forEach((node, at) => {
    if (plan.reachable[at]) addNode(graphContext, node, at, results.get(node) ?? variableOf(node));
  });
}

function addNode(graphContext: GraphContext, node: GraphNode, at: number, result: string): void {
  const { context, net, plan } = graphContext;
  const before = compileEntry(graphContext, at);
  const from = addConditionTask(context, net, node, before, null);
  const entry: TaskEntry = from === before.from ? before : { from, join: 'and' };
  const waiting = (plan.dependents[at] ?? []).filter((to) => plan.reachable[to] && !needsNoGate(plan, to));
  const next = waiting.map((to) => dependencyPlace(node.name, nodeName(plan, to)));
  const [failure] = failureTargetsOf(node);
  const target = plan.nodes[plan.indexOf(failure ?? '') ?? -1];
  const caught = target === undefined ? {} : { catch: catchOf(graphContext, node, target) };
  const byFailure = plan.routesTo[at]?.some(({ kind }) => kind === 'failure');
  const onUnset = byFailure ? ({ onUnset: 'skip' } as const) : {};
  const extraVariable = result === variableOf(node) ? undefined : result;
  const { flows, split } = leave(graphContext, node, at, next);
  net.tasks.push(
    compileNode(context, partNets, node, { ...entry, flows, split, extraVariable, ...caught, ...onUnset }),
  );
}

/** Stores a failure that leads to a compensation: after its steps the run fails with it. */
function catchOf({ net }: GraphContext, node: GraphNode, target: GraphNode): Catch {
  const to = routePlace(node.name, target.name);
  if (target.work.kind !== 'compensate') return { to };
  const as = partId(target.name, 'cause');
  if (!net.variables.some(({ name }) => name === as)) net.variables.push({ name: as, initial: null });
  return { to, as };
}

/** The flows out of a node. */
function leave(
  graphContext: GraphContext,
  node: GraphNode,
  at: number,
  next: readonly string[],
): Pick<Task, 'flows' | 'split'> {
  if (node.work.kind === 'branch') return leaveBranch(graphContext, node, node.work.options, next);
  if (node.work.kind === 'compensate') return leaveCompensation(graphContext, node, at, next);
  return { flows: flowsTo(next), split: 'and' };
}

function leaveBranch(
  { context, net }: GraphContext,
  node: GraphNode,
  options: readonly BranchOption[],
  next: readonly string[],
): Pick<Task, 'flows' | 'split'> {
  const flows = options.map(({ when, goto }): Flow => {
    const to = goto === null ? null : routePlace(node.name, goto.name);
    return when === null
      ? { to, default: true }
      : { to, guard: evalTree(toDecisionTest(bindTree(when.tree, context.names))) };
  });
  if (next.length === 0) return { flows, split: 'xor' };
  const route = partId(node.name, 'route');
  const source = context.workflowContext.sourceOf(node.at.span);
  net.tasks.push(passTask(route, source, { from: [route], join: 'and', split: 'xor', flows }));
  return { flows: flowsTo([...next, route]), split: 'and' };
}

function leaveCompensation(
  { context, net, plan }: GraphContext,
  node: GraphNode,
  at: number,
  next: readonly string[],
): Pick<Task, 'flows' | 'split'> {
  const routes = (plan.routesTo[at] ?? []).filter(({ from }) => plan.reachable[from]);
  if (routes.every(({ kind }) => kind !== 'failure')) return { flows: flowsTo(next), split: 'and' };
  const cause = partId(node.name, 'cause');
  const fail = partId(node.name, 'fail');
  const source = context.workflowContext.sourceOf(node.at.span);
  net.tasks.push({
    id: fail,
    from: [fail],
    join: 'and',
    split: 'and',
    flows: [{ to: null }],
    work: { kind: 'fail', failure: { kind: 'read', name: cause } },
    source,
  });
  const onlyFailures = routes.length > 0 && routes.every(({ kind }) => kind === 'failure');
  if (onlyFailures && (plan.dependencies[at] ?? []).length === 0)
    return { flows: [{ to: fail }], split: 'and' };
  const on = partId(node.name, 'on');
  net.tasks.push(passTask(on, source, { from: [on], join: 'and', split: 'and', flows: flowsTo(next) }));
  const failed: Tree = {
    kind: 'binary',
    operator: '!=',
    left: { kind: 'name', name: cause },
    right: { kind: 'literal', value: null },
  };
  return {
    flows: [
      { to: fail, guard: evalTree(failed) },
      { to: on, default: true },
    ],
    split: 'xor',
  };
}
