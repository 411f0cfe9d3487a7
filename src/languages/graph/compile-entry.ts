/**
 * Compiles the entry of a node: the join of its dependencies, and the gate that a route opens. Everything is net and
 * nothing is data, so the soundness analysis covers it. Tokens that wait in vain are removed by OR-joins, which the
 * kernel decides last: when nothing else can happen and nothing more can arrive.
 */
import type { Task } from '../../kernel/index.ts';
import { flowsTo, inputPlace, type NetDraft, partId, passTask } from '../net-draft.ts';
import type { TaskEntry } from './compile-parts.ts';
import type { CompileContext } from './compile-work.ts';
import { awaitsAll, type FlowPlan, type FlowRoute, isGated, needsNoGate } from './flow-plan.ts';
import { dependencyPlace, routePlace, startPlace } from './place-names.ts';

/** The context for compiling the graph of one workflow. */
export interface GraphContext {
  readonly context: CompileContext;
  readonly net: NetDraft;
  readonly plan: FlowPlan;
}

/** @returns the places from which the node starts */
export function compileEntry(graphContext: GraphContext, at: number): TaskEntry {
  const { plan } = graphContext;
  const name = nodeName(plan, at);
  const routes = (plan.routesTo[at] ?? []).filter(({ from }) => plan.reachable[from]);
  const dependencies = dependenciesOf(plan, at);
  const inside = routes.filter((route) => dependencies.length === 0 || plan.isLoop(route));
  const direct = inside.map((route) => routeEntryPlace(graphContext, route));
  if (plan.roots.includes(at)) direct.unshift(needsStartTask(plan) ? startPlace(name) : inputPlace);
  const entry =
    dependencies.length === 0
      ? ({ from: direct, join: 'xor' } as const)
      : compileDependencies(graphContext, at, dependencies, direct);
  return beginPass(graphContext, at, entry);
}

/** The dependencies that a node waits for: none if a route to it implies that they have settled. */
const dependenciesOf = (plan: FlowPlan, at: number): readonly number[] =>
  needsNoGate(plan, at) ? [] : (plan.dependencies[at] ?? []).filter((from) => plan.reachable[from]);

/** Whether the start does more than start one node. */
export const needsStartTask = (plan: FlowPlan): boolean =>
  plan.roots.length > 1 || passTokens(plan, -1).length > 0;

/** The tokens that are created at the start of each pass of a loop, or of the run (-1). */
export function passTokens(plan: FlowPlan, pass: number): readonly string[] {
  return plan.nodes.flatMap((_, at) =>
    plan.reachable[at] && plan.entryPassOf[at] === pass ? (joinToken(plan, at) ?? []) : [],
  );
}

/** The token that the first arrival of `join: any` takes, or that lets a gate settle if no dependency completed. */
function joinToken(plan: FlowPlan, at: number): string | undefined {
  const name = nodeName(plan, at);
  if (isAnyJoin(plan, at)) return partId(name, 'first');
  return isGated(plan, at) && !isAllJoin(plan, at) ? partId(name, 'armed') : undefined;
}

/** Tokens that a join may leave in a pass. */
function sideTokens(plan: FlowPlan, at: number): readonly string[] {
  const name = nodeName(plan, at);
  return [
    ...[joinToken(plan, at)].filter((token) => token !== undefined),
    ...(isAnyJoin(plan, at) ? [partId(name, 'over')] : []),
    ...(isGated(plan, at) ? [partId(name, 'settled')] : []),
  ];
}

/**
 * Compiles the wait for the dependencies of a node.
 * @returns the places from which it continues, including routes back into a loop
 */
function compileDependencies(
  graphContext: GraphContext,
  at: number,
  dependencies: readonly number[],
  direct: readonly string[],
): TaskEntry {
  const { plan } = graphContext;
  const name = nodeName(plan, at);
  const places = dependencies.map((each) => dependencyPlace(nodeName(plan, each), name));
  const gated = isGated(plan, at);
  if (isAnyJoin(plan, at) || isAllJoin(plan, at) || gated) {
    const ready = partId(name, 'ready');
    const settled = gated ? partId(name, 'settled') : ready;
    if (isAnyJoin(plan, at)) addAnyJoin(graphContext, at, places, settled);
    else if (isAllJoin(plan, at)) addAllJoin(graphContext, at, places, settled);
    else
      addTask(
        graphContext,
        at,
        'join',
        { from: [partId(name, 'armed'), ...places], ...orJoin(plan, at) },
        settled,
      );
    if (gated) addGates(graphContext, at, settled, ready);
    return { from: [ready, ...direct], join: 'xor' };
  }
  const join = awaitsAll(plan, at) ? ({ join: 'and' } as const) : orJoin(plan, at);
  if (direct.length === 0) return { from: places, ...join };
  const ready = partId(name, 'ready');
  addTask(graphContext, at, 'join', { from: places, ...join }, ready);
  return { from: [ready, ...direct], join: 'xor' };
}

/** `join: any` of several: the first arrival of a pass continues, later ones end. */
const isAnyJoin = (plan: FlowPlan, at: number): boolean =>
  plan.nodes[at]?.join === 'any' && dependenciesOf(plan, at).length > 1;

/** `join: all` with a dependency that may be skipped. */
const isAllJoin = (plan: FlowPlan, at: number): boolean =>
  plan.nodes[at]?.join === 'all' && dependenciesOf(plan, at).length > 1 && !awaitsAll(plan, at);

function addAnyJoin(graphContext: GraphContext, at: number, places: readonly string[], to: string): void {
  const name = nodeName(graphContext.plan, at);
  const [first, over] = [partId(name, 'first'), partId(name, 'over')];
  places.forEach((place, index) => {
    addTask(graphContext, at, `first/${index + 1}`, { from: [place, first], join: 'and' }, to, over);
    addTask(graphContext, at, `later/${index + 1}`, { from: [place, over], join: 'and' }, over);
  });
  addSweep(graphContext, at, 'unused', [first, ...places]);
  addSweep(graphContext, at, 'over', [over, ...places]);
}

function addAllJoin(graphContext: GraphContext, at: number, places: readonly string[], to: string): void {
  addTask(graphContext, at, 'join', { from: places, join: 'and' }, to);
  addSweep(graphContext, at, 'skip', places);
}

/** Each route continues once the dependencies have settled; remaining tokens of both are removed. */
function addGates(graphContext: GraphContext, at: number, settled: string, ready: string): void {
  const { plan } = graphContext;
  const gates = (plan.entries[at] ?? [])
    .filter((route) => plan.reachable[route.from])
    .map((route) => routePlace(nodeName(plan, route.from), nodeName(plan, at)));
  gates.forEach((gate, index) => {
    addTask(graphContext, at, `gate/${index + 1}`, { from: [gate, settled], join: 'and' }, ready, settled);
  });
  addSweep(graphContext, at, 'close', [settled, ...gates]);
}

function addSweep(graphContext: GraphContext, at: number, what: string, places: readonly string[]): void {
  addTask(graphContext, at, what, { from: places, ...orJoin(graphContext.plan, at) });
}

function addTask(
  { context, net, plan }: GraphContext,
  at: number,
  what: string,
  entry: TaskEntry,
  ...to: readonly string[]
): void {
  const source = context.workflowContext.sourceOf(nodeSpan(plan, at));
  const id = partId(nodeName(plan, at), what);
  net.tasks.push(passTask(id, source, { ...entry, split: 'and', flows: flowsTo(to) }));
}

/** A join inside a loop settles in each pass: it does not wait for tokens of another pass. */
function orJoin(plan: FlowPlan, at: number): Pick<Task, 'join' | 'ignores'> {
  const ignores = plan.backRoutes(at).map((route) => loopBackTask(plan, route));
  return ignores.length === 0 ? { join: 'or' } : { join: 'or', ignores };
}

/** The route back into a loop is a separate task, so that joins can ignore it. */
function routeEntryPlace({ context, net, plan }: GraphContext, route: FlowRoute): string {
  const place = routePlace(nodeName(plan, route.from), nodeName(plan, route.to));
  if (!plan.isLoop(route)) return place;
  const loopBack = loopBackTask(plan, route);
  const source = context.workflowContext.sourceOf(nodeSpan(plan, route.to));
  net.tasks.push(
    passTask(loopBack, source, { from: [place], join: 'and', split: 'and', flows: [{ to: loopBack }] }),
  );
  return loopBack;
}

const loopBackTask = (plan: FlowPlan, { from, to }: FlowRoute): string =>
  partId(routePlace(nodeName(plan, from), nodeName(plan, to)), 'again');

/** The first node of a loop creates the tokens of each pass and removes those left from the last pass. */
function beginPass({ context, net, plan }: GraphContext, at: number, entry: TaskEntry): TaskEntry {
  const tokens = plan.passOf[at] === at ? passTokens(plan, at) : [];
  if (tokens.length === 0) return entry;
  const begun = partId(nodeName(plan, at), 'pass');
  const places = plan.nodes.flatMap((_, each) =>
    plan.entryPassOf[each] === at ? sideTokens(plan, each) : [],
  );
  const source = context.workflowContext.sourceOf(nodeSpan(plan, at));
  const flows = flowsTo([begun, ...tokens]);
  net.tasks.push(passTask(begun, source, { ...entry, split: 'and', flows, cancels: { places, tasks: [] } }));
  return { from: [begun], join: 'and' };
}

export const nodeName = (plan: FlowPlan, at: number): string => plan.nodes[at]?.name ?? '';

export const nodeSpan = (plan: FlowPlan, at: number) => plan.nodes[at]?.at.span ?? { start: 0, end: 0 };
