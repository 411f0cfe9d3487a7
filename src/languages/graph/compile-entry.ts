/**
 * What comes before a node: the join of what it depends on, and the gate that a route opens. All of it is net, none of
 * it data, so that the analysis sees it as it is. Tokens that wait for something that does not come are swept away by
 * OR-joins, which are decided last: when nothing else can happen and nothing more can arrive.
 */
import type { Task } from '../../kernel/index.ts';
import { flowsTo, inputPlace, type NetDraft, part, passTask } from '../net-draft.ts';
import type { Entry } from './compile-parts.ts';
import type { Bench } from './compile-work.ts';
import { awaitsAll, type FlowPlan, isGated, needsNoGate, type Route } from './flow-plan.ts';
import { dependencyPlace, routePlace, startPlace } from './place-names.ts';

/** What compiling the graph of one workflow goes by. */
export interface Layout {
  readonly bench: Bench;
  readonly net: NetDraft;
  readonly plan: FlowPlan;
}

/** @returns from where the node starts */
export function enter(layout: Layout, at: number): Entry {
  const { plan } = layout;
  const name = nameOf(plan, at);
  const routes = plan.routes.filter(({ from, to }) => to === at && plan.reachable[from]);
  const dependencies = dependenciesOf(plan, at);
  const inside = routes.filter((route) => dependencies.length === 0 || plan.isLoop(route));
  const direct = inside.map((route) => arrive(layout, route));
  if (plan.roots.includes(at)) direct.unshift(startsApart(plan) ? startPlace(name) : inputPlace);
  const entry =
    dependencies.length === 0
      ? ({ from: direct, join: 'xor' } as const)
      : settle(layout, at, dependencies, direct);
  return beginPass(layout, at, entry);
}

/** What a node waits for: nothing where a route to it says that all of it has settled. */
export const dependenciesOf = (plan: FlowPlan, at: number): readonly number[] =>
  needsNoGate(plan, at) ? [] : (plan.dependencies[at] ?? []).filter((from) => plan.reachable[from]);

/** Whether the start has more to do than to start one node. */
export const startsApart = (plan: FlowPlan): boolean =>
  plan.roots.length > 1 || passTokens(plan, -1).length > 0;

/** What is laid out at the beginning of each pass of a loop, or of the run (-1). */
export function passTokens(plan: FlowPlan, pass: number): readonly string[] {
  return plan.nodes.flatMap((_, at) =>
    plan.reachable[at] && plan.entryPassOf[at] === pass ? (tokenOf(plan, at) ?? []) : [],
  );
}

/** The token that the first of `join: any` takes; or that lets a gate settle although nothing it depends on completed. */
function tokenOf(plan: FlowPlan, at: number): string | undefined {
  const name = nameOf(plan, at);
  if (isFirstOnly(plan, at)) return part(name, 'first');
  return isGated(plan, at) && !countsAll(plan, at) ? part(name, 'armed') : undefined;
}

/** What a join may leave behind in a pass. */
function sideTokens(plan: FlowPlan, at: number): readonly string[] {
  const name = nameOf(plan, at);
  return [
    ...[tokenOf(plan, at)].filter((token) => token !== undefined),
    ...(isFirstOnly(plan, at) ? [part(name, 'over')] : []),
    ...(isGated(plan, at) ? [part(name, 'settled')] : []),
  ];
}

/** Waits for what a node depends on. @returns from where it goes on, the ways back into a loop among them */
function settle(
  layout: Layout,
  at: number,
  dependencies: readonly number[],
  direct: readonly string[],
): Entry {
  const { plan } = layout;
  const name = nameOf(plan, at);
  const places = dependencies.map((each) => dependencyPlace(nameOf(plan, each), name));
  const gated = isGated(plan, at);
  if (isFirstOnly(plan, at) || countsAll(plan, at) || gated) {
    const ready = part(name, 'ready');
    const settled = gated ? part(name, 'settled') : ready;
    if (isFirstOnly(plan, at)) takeFirst(layout, at, places, settled);
    else if (countsAll(plan, at)) takeAll(layout, at, places, settled);
    else add(layout, at, 'join', { from: [part(name, 'armed'), ...places], ...orJoin(plan, at) }, settled);
    if (gated) openGates(layout, at, settled, ready);
    return { from: [ready, ...direct], join: 'xor' };
  }
  const join = awaitsAll(plan, at) ? ({ join: 'and' } as const) : orJoin(plan, at);
  if (direct.length === 0) return { from: places, ...join };
  const ready = part(name, 'ready');
  add(layout, at, 'join', { from: places, ...join }, ready);
  return { from: [ready, ...direct], join: 'xor' };
}

/** `join: any` of several: the first of a pass goes on, those after it end. */
const isFirstOnly = (plan: FlowPlan, at: number): boolean =>
  plan.nodes[at]?.join === 'any' && dependenciesOf(plan, at).length > 1;

/** `join: all` where something may be left out. */
const countsAll = (plan: FlowPlan, at: number): boolean =>
  plan.nodes[at]?.join === 'all' && dependenciesOf(plan, at).length > 1 && !awaitsAll(plan, at);

function takeFirst(layout: Layout, at: number, places: readonly string[], to: string): void {
  const name = nameOf(layout.plan, at);
  const [first, over] = [part(name, 'first'), part(name, 'over')];
  places.forEach((place, index) => {
    add(layout, at, `first/${index + 1}`, { from: [place, first], join: 'and' }, to, over);
    add(layout, at, `later/${index + 1}`, { from: [place, over], join: 'and' }, over);
  });
  sweep(layout, at, 'unused', [first, ...places]);
  sweep(layout, at, 'over', [over, ...places]);
}

function takeAll(layout: Layout, at: number, places: readonly string[], to: string): void {
  add(layout, at, 'join', { from: places, join: 'and' }, to);
  sweep(layout, at, 'skip', places);
}

/** Each route goes on once the dependencies have settled; what is left of both is swept away. */
function openGates(layout: Layout, at: number, settled: string, ready: string): void {
  const { plan } = layout;
  const gates = plan.routes
    .filter((route) => route.to === at && plan.reachable[route.from] && !plan.isLoop(route))
    .map((route) => routePlace(nameOf(plan, route.from), nameOf(plan, at)));
  gates.forEach((gate, index) => {
    add(layout, at, `gate/${index + 1}`, { from: [gate, settled], join: 'and' }, ready, settled);
  });
  sweep(layout, at, 'close', [settled, ...gates]);
}

function sweep(layout: Layout, at: number, what: string, places: readonly string[]): void {
  add(layout, at, what, { from: places, ...orJoin(layout.plan, at) });
}

function add(
  { bench, net, plan }: Layout,
  at: number,
  what: string,
  entry: Entry,
  ...to: readonly string[]
): void {
  const source = bench.shop.sourceOf(placeOf(plan, at));
  const id = part(nameOf(plan, at), what);
  net.tasks.push(passTask(id, source, { ...entry, split: 'and', flows: flowsTo(to) }));
}

/** A join inside a loop settles in each pass: what another pass may bring is not waited for. */
function orJoin(plan: FlowPlan, at: number): Pick<Task, 'join' | 'ignores'> {
  const ignores = plan.waysBack(at).map((route) => againTask(plan, route));
  return ignores.length === 0 ? { join: 'or' } : { join: 'or', ignores };
}

/** The way back into a loop is a task of its own, so that joins can leave it out of account. */
function arrive({ bench, net, plan }: Layout, route: Route): string {
  const place = routePlace(nameOf(plan, route.from), nameOf(plan, route.to));
  if (!plan.isLoop(route)) return place;
  const again = againTask(plan, route);
  const source = bench.shop.sourceOf(placeOf(plan, route.to));
  net.tasks.push(
    passTask(again, source, { from: [place], join: 'and', split: 'and', flows: [{ to: again }] }),
  );
  return again;
}

const againTask = (plan: FlowPlan, { from, to }: Route): string =>
  part(routePlace(nameOf(plan, from), nameOf(plan, to)), 'again');

/** The first node of a loop lays out what each pass needs, and clears away what is left of the last one. */
function beginPass({ bench, net, plan }: Layout, at: number, entry: Entry): Entry {
  const tokens = plan.passOf[at] === at ? passTokens(plan, at) : [];
  if (tokens.length === 0) return entry;
  const begun = part(nameOf(plan, at), 'pass');
  const places = plan.nodes.flatMap((_, each) =>
    plan.entryPassOf[each] === at ? sideTokens(plan, each) : [],
  );
  const source = bench.shop.sourceOf(placeOf(plan, at));
  const flows = flowsTo([begun, ...tokens]);
  net.tasks.push(passTask(begun, source, { ...entry, split: 'and', flows, cancels: { places, tasks: [] } }));
  return { from: [begun], join: 'and' };
}

export const nameOf = (plan: FlowPlan, at: number): string => plan.nodes[at]?.name ?? '';

export const placeOf = (plan: FlowPlan, at: number) => plan.nodes[at]?.at.span ?? { start: 0, end: 0 };
