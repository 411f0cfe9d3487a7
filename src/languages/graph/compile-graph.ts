/**
 * The nodes of a workflow become the tasks of its net. A node that nothing waits for ends its path, and the run ends
 * when no path is left: so a last node may run more than once, and nothing is cut off.
 */
import type { Tree } from '../../expression/index.ts';
import type { Assign, Catch, Flow, Task } from '../../kernel/index.ts';
import { bindTree, decision, evaluate } from './bind-tree.ts';
import { type Entry, guarded, partNets } from './compile-parts.ts';
import { type Bench, compileNode } from './compile-work.ts';
import { awaitsAll, type FlowPlan, failureTargetsOf, isGated, type Route } from './flow-plan.ts';
import { resultVariable } from './last-nodes.ts';
import { variableOf } from './names.ts';
import {
  dependencyPlace,
  flowsTo,
  inputPlace,
  type NetDraft,
  part,
  passTask,
  routePlace,
  startPlace,
} from './net-draft.ts';
import type { BranchOption, GraphNode } from './schema.ts';

/** What compiling the graph of one workflow goes by. */
interface Layout {
  readonly bench: Bench;
  readonly net: NetDraft;
  readonly plan: FlowPlan;
  /** Variables that count within one pass of a loop, by the node they belong to. */
  readonly perPass: ReadonlyMap<number, readonly PassVariable[]>;
}

interface PassVariable {
  readonly name: string;
  readonly initial: 0 | false;
}

export function compileGraph(bench: Bench, net: NetDraft, plan: FlowPlan): void {
  const perPass = new Map(plan.nodes.map((_, at) => [at, passVariablesOf(plan, at)]));
  const layout: Layout = { bench, net, plan, perPass };
  for (const { name, initial } of [...perPass.values()].flat()) net.variables.push({ name, initial });
  if (plan.roots.length > 1) {
    const source = bench.shop.sourceOf(placeOf(plan, plan.roots[0] ?? 0));
    const flows = plan.roots.map((root) => ({ to: startPlace(nameOf(plan, root)) }));
    net.tasks.push(passTask('/start', source, { from: [inputPlace], join: 'and', split: 'and', flows }));
  }
  plan.nodes.forEach((node, at) => {
    if (plan.reachable[at]) addNode(layout, node, at);
  });
}

function addNode(layout: Layout, node: GraphNode, at: number): void {
  const { bench, net, plan } = layout;
  const entry = enter(layout, node, at);
  const waiting = (plan.dependents[at] ?? []).filter((to) => plan.reachable[to]);
  const next = waiting.map((to) => dependencyPlace(node.name, nameOf(plan, to)));
  const [failure] = failureTargetsOf(node);
  const target = plan.nodes.find(({ name }) => name === failure);
  const caught = target === undefined ? {} : { catch: catchOf(layout, node, target) };
  const byFailure = plan.routes.some(({ to, kind }) => to === at && kind === 'failure');
  const onUnset = byFailure ? ({ onUnset: 'skip' } as const) : {};
  const result = next.length === 0 ? resultVariable(plan, node) : variableOf(node);
  const also = result === variableOf(node) ? undefined : result;
  const { flows, split } = leave(layout, node, at, next);
  net.tasks.push(compileNode(bench, partNets, node, { ...entry, flows, split, also, ...caught, ...onUnset }));
}

/** The join, the gate and the condition before a node. @returns from where the node itself starts */
function enter(layout: Layout, node: GraphNode, at: number): Entry {
  const { bench, net, plan } = layout;
  const { name } = node;
  const routes = plan.routes.filter(({ from, to }) => to === at && plan.reachable[from]);
  const dependencies = (plan.dependencies[at] ?? []).filter((from) => plan.reachable[from]);
  const direct = routes
    .filter((route) => dependencies.length === 0 || plan.isLoop(route))
    .map((route) => arrive(layout, route));
  if (plan.roots.includes(at)) direct.unshift(plan.roots.length > 1 ? startPlace(name) : inputPlace);
  const entry =
    dependencies.length === 0
      ? ({ from: direct, join: 'xor' } as const)
      : settle(
          layout,
          at,
          dependencies,
          routes.filter((route) => !plan.isLoop(route)),
          direct,
        );
  const start = guarded(bench, net, node, entry, null);
  return start === entry.from ? entry : { from: start, join: 'and' };
}

/** Waits for what a node depends on. @returns from where it goes on, the ways back into a loop among them */
function settle(
  layout: Layout,
  at: number,
  dependencies: readonly number[],
  routes: readonly Route[],
  direct: readonly string[],
): Entry {
  const { bench, net, plan } = layout;
  const name = nameOf(plan, at);
  const source = bench.shop.sourceOf(placeOf(plan, at));
  const gates = routes.map((route) => addGate(layout, route));
  const places = dependencies.map((each) => dependencyPlace(nameOf(plan, each), name));
  const surely = gates.length === 0 && awaitsAll(plan, at);
  const all = countsAll(plan, at);
  const join: Pick<Task, 'join' | 'ignores'> = isFirstOnly(plan, at)
    ? { join: 'xor' }
    : surely || all
      ? { join: 'and' }
      : orJoin(plan, at);
  const guards = joinGuards(plan, at);
  if (guards.length === 0 && direct.length === 0 && !all) return { from: places, ...join };
  const ready = part(name, 'ready');
  const flows = guards.length === 0 ? [{ to: ready }] : onlyIf(guards, ready);
  const outputs = isFirstOnly(plan, at) ? { outputs: [countUp(name)] } : {};
  net.tasks.push(
    passTask(part(name, 'join'), source, {
      from: [...places, ...gates],
      ...join,
      split: 'xor',
      flows,
      ...outputs,
    }),
  );
  // Whatever has come when nothing more can come, and not everything has: the node is skipped.
  const skip = { from: places, ...orJoin(plan, at), split: 'and', flows: [{ to: null }] } as const;
  if (all) net.tasks.push(passTask(part(name, 'skip'), source, skip));
  return { from: [ready, ...direct], join: 'xor' };
}

/** `join: any` of several: the first of a pass runs the node, those after it end. */
const isFirstOnly = (plan: FlowPlan, at: number): boolean =>
  plan.nodes[at]?.join === 'any' && (plan.dependencies[at] ?? []).length > 1 && !isGated(plan, at);

/** `join: all` where something may be left out. */
function countsAll(plan: FlowPlan, at: number): boolean {
  const from = plan.dependencies[at] ?? [];
  const isUnsure = from.length > 1 && !awaitsAll(plan, at);
  return plan.nodes[at]?.join === 'all' && isUnsure && !isGated(plan, at);
}

const routedVariable = (name: string): string => part(name, 'routed');
const countVariable = (name: string): string => part(name, 'count');

function passVariablesOf(plan: FlowPlan, at: number): PassVariable[] {
  const name = nameOf(plan, at);
  return [
    ...(isFirstOnly(plan, at) ? [{ name: countVariable(name), initial: 0 } as const] : []),
    ...(isGated(plan, at) ? [{ name: routedVariable(name), initial: false } as const] : []),
  ];
}

function joinGuards(plan: FlowPlan, at: number): Tree[] {
  const name = nameOf(plan, at);
  const count: Tree = { kind: 'name', name: countVariable(name) };
  const first: Tree = { kind: 'binary', operator: '==', left: count, right: { kind: 'literal', value: 1 } };
  return [
    ...(isFirstOnly(plan, at) ? [first] : []),
    ...(isGated(plan, at) ? [{ kind: 'name', name: routedVariable(name) } as const] : []),
  ];
}

const onlyIf = (guards: readonly Tree[], to: string): Flow[] => [
  { to, guard: evaluate(guards.reduce((left, right) => ({ kind: 'binary', operator: '&&', left, right }))) },
  { to: null, default: true },
];

const countUp = (name: string): Assign => ({
  to: countVariable(name),
  value: evaluate({
    kind: 'binary',
    operator: '+',
    left: { kind: 'name', name: countVariable(name) },
    right: { kind: 'literal', value: 1 },
  }),
});

/** A route into a node that also depends on others opens its gate; the node runs once those have settled. */
function addGate({ bench, net, plan }: Layout, route: Route): string {
  const [from, to] = [nameOf(plan, route.from), nameOf(plan, route.to)];
  const gate = part(routePlace(from, to), 'gate');
  net.tasks.push(
    passTask(gate, bench.shop.sourceOf(placeOf(plan, route.to)), {
      from: [routePlace(from, to)],
      join: 'and',
      split: 'and',
      flows: [{ to: gate }],
      outputs: [{ to: routedVariable(to), value: { kind: 'value', value: true } }],
    }),
  );
  return gate;
}

/** A new pass of a loop forgets what was counted in the last one, but not how the loop was entered. */
function arrive({ bench, net, plan, perPass }: Layout, route: Route): string {
  const place = routePlace(nameOf(plan, route.from), nameOf(plan, route.to));
  if (!plan.isLoop(route)) return place;
  const again = againTask(plan, route);
  const forgotten = [...perPass].flatMap(([at, variables]) =>
    at !== route.to && plan.dominates(route.to, at) ? variables : [],
  );
  const outputs: Assign[] = forgotten.map(({ name, initial }) => ({
    to: name,
    value: { kind: 'value', value: initial },
  }));
  const task = { from: [place], join: 'and', split: 'and', flows: [{ to: again }] } as const;
  net.tasks.push(
    passTask(
      again,
      bench.shop.sourceOf(placeOf(plan, route.to)),
      outputs.length === 0 ? task : { ...task, outputs },
    ),
  );
  return again;
}

const againTask = (plan: FlowPlan, { from, to }: Route): string =>
  part(routePlace(nameOf(plan, from), nameOf(plan, to)), 'again');

/** A join inside a loop settles in each pass: what another pass may bring is not waited for. */
function orJoin(plan: FlowPlan, at: number): Pick<Task, 'join' | 'ignores'> {
  const ignores = plan.waysBack(at).map((route) => againTask(plan, route));
  return ignores.length === 0 ? { join: 'or' } : { join: 'or', ignores };
}

/** A failure that leads to a compensation is kept: when its steps are done the run fails with it. */
function catchOf({ net }: Layout, node: GraphNode, target: GraphNode): Catch {
  const to = routePlace(node.name, target.name);
  if (target.work.kind !== 'compensate') return { to };
  const as = part(target.name, 'cause');
  if (!net.variables.some(({ name }) => name === as)) net.variables.push({ name: as, initial: null });
  return { to, as };
}

/** The ways out of a node. */
function leave(
  layout: Layout,
  node: GraphNode,
  at: number,
  next: readonly string[],
): Pick<Task, 'flows' | 'split'> {
  if (node.work.kind === 'branch') return leaveBranch(layout, node, node.work.options, next);
  if (node.work.kind === 'compensate') return leaveCompensation(layout, node, at, next);
  return { flows: flowsTo(next), split: 'and' };
}

function leaveBranch(
  { bench, net }: Layout,
  node: GraphNode,
  options: readonly BranchOption[],
  next: readonly string[],
): Pick<Task, 'flows' | 'split'> {
  const flows = options.map(({ when, goto }): Flow => {
    const to = goto === null ? null : routePlace(node.name, goto.name);
    return when === null
      ? { to, default: true }
      : { to, guard: evaluate(decision(bindTree(when.tree, bench.names))) };
  });
  if (next.length === 0) return { flows, split: 'xor' };
  const route = part(node.name, 'route');
  const source = bench.shop.sourceOf(node.at.span);
  net.tasks.push(passTask(route, source, { from: [route], join: 'and', split: 'xor', flows }));
  return { flows: flowsTo([...next, route]), split: 'and' };
}

function leaveCompensation(
  { bench, net, plan }: Layout,
  node: GraphNode,
  at: number,
  next: readonly string[],
): Pick<Task, 'flows' | 'split'> {
  const routes = plan.routes.filter(({ from, to }) => to === at && plan.reachable[from]);
  if (routes.every(({ kind }) => kind !== 'failure')) return { flows: flowsTo(next), split: 'and' };
  const cause = part(node.name, 'cause');
  const fail = part(node.name, 'fail');
  const source = bench.shop.sourceOf(node.at.span);
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
  const on = part(node.name, 'on');
  net.tasks.push(passTask(on, source, { from: [on], join: 'and', split: 'and', flows: flowsTo(next) }));
  const failed: Tree = {
    kind: 'binary',
    operator: '!=',
    left: { kind: 'name', name: cause },
    right: { kind: 'literal', value: null },
  };
  return {
    flows: [
      { to: fail, guard: evaluate(failed) },
      { to: on, default: true },
    ],
    split: 'xor',
  };
}

const nameOf = (plan: FlowPlan, at: number): string => plan.nodes[at]?.name ?? '';

const placeOf = (plan: FlowPlan, at: number) => plan.nodes[at]?.at.span ?? { start: 0, end: 0 };
