/**
 * Computes the control flow between the nodes of one workflow: roots, routes, loops, and nodes that always complete.
 * Uses names only; the check and the compiler both use it.
 */
import { closureOf, dominatorsOf } from './node-sets.ts';
import type { GraphNode } from './schema.ts';

export interface FlowRoute {
  readonly from: number;
  readonly to: number;
  /** Chosen by a branch, or taken after a failure. */
  readonly kind: 'goto' | 'failure';
}

export interface FlowPlan {
  readonly nodes: readonly GraphNode[];
  readonly indexOf: (name: string) => number | undefined;
  readonly dependencies: readonly (readonly number[])[];
  readonly dependents: readonly (readonly number[])[];
  readonly routes: readonly FlowRoute[];
  /** The routes to each node, and from it. */
  readonly routesTo: readonly (readonly FlowRoute[])[];
  readonly routesFrom: readonly (readonly FlowRoute[])[];
  /** The routes to each node that do not lead back. */
  readonly entries: readonly (readonly FlowRoute[])[];
  readonly roots: readonly number[];
  /**
   * Roots of cycles without entry that are not the first of their cycle in the file: the author may have intended
   * another.
   */
  readonly arbitrary: readonly number[];
  readonly reachable: readonly boolean[];
  /** Completes in every run that does not fail; in a loop, in every pass. */
  readonly alwaysCompletes: readonly boolean[];
  /** The first node of the innermost loop that it is part of; -1 outside loops. */
  readonly passOf: readonly number[];
  /** The same for the entry of a node: the first node of a loop is entered from outside the loop. */
  readonly entryPassOf: readonly number[];
  readonly inLoop: readonly boolean[];
  /** The routes back of the loops that contain a node. */
  readonly backRoutes: (at: number) => readonly FlowRoute[];
  /** Whether a route leads back: its target dominates its source, or the source waits for the target. */
  readonly isLoop: (route: FlowRoute) => boolean;
  /** Whether every path to `b` passes `a`. */
  readonly dominates: (a: number, b: number) => boolean;
  readonly reaches: (a: number, b: number) => boolean;
}

export function planFlow(nodes: readonly GraphNode[]): FlowPlan {
  const index = new Map(nodes.map(({ name }, at) => [name, at]));
  const indexesOf = (names: readonly string[]): number[] =>
    [...new Set(names)].flatMap((name) => index.get(name) ?? []);
  const dependencies = nodes.map((node) => indexesOf(node.dependsOn.map(({ name }) => name)));
  const dependents = invert(dependencies);
  const routes = nodes.flatMap((node, from) => [
    ...indexesOf(gotosOf(node)).map((to): FlowRoute => ({ from, to, kind: 'goto' })),
    ...indexesOf(failureTargetsOf(node)).map((to): FlowRoute => ({ from, to, kind: 'failure' })),
  ]);
  const routesTo: FlowRoute[][] = nodes.map(() => []);
  const routesFrom: FlowRoute[][] = nodes.map(() => []);
  for (const route of routes) {
    routesTo[route.to]?.push(route);
    routesFrom[route.from]?.push(route);
  }
  const next = nodes.map((_, from) => [
    ...new Set([...(dependents[from] ?? []), ...(routesFrom[from] ?? []).map(({ to }) => to)]),
  ]);
  const { has: reaches } = closureOf(next);
  const sources = nodes.map((_, at) => [
    ...(dependencies[at] ?? []),
    ...(routesTo[at] ?? []).map(({ from }) => from),
  ]);
  const { roots, arbitrary } = findRoots(nodes, dependencies, sources, reaches);
  const reachable = nodes.map((_, at) => roots.some((root) => root === at || reaches(root, at)));
  const dominators = dominatorsOf(roots, next);
  const dominates = (a: number, b: number): boolean => dominators.has(b, a);
  const inLoop = nodes.map((_, at) => reaches(at, at));
  const { has: waits } = closureOf(dependents);
  // A node that waits for another, directly or indirectly, can only lead back to it.
  const isLoop = ({ from, to }: FlowRoute): boolean => dominates(to, from) || waits(to, from);
  const back = routes.filter(isLoop);
  const loops = findLoops(back, invert(next), reaches);
  const passOf = nodes.map((_, at) => innermost(loops, at, -1));
  const entryPassOf = nodes.map((_, at) => innermost(loops, at, at));
  const entries = routesTo.map((list) => list.filter((route) => !isLoop(route)));
  const isFirst = (at: number): boolean => roots.includes(at) || passOf[at] === at;
  return {
    nodes,
    indexOf: (name) => index.get(name),
    dependencies,
    dependents,
    routes,
    routesTo,
    routesFrom,
    entries,
    roots,
    arbitrary,
    reachable,
    alwaysCompletes: findAlwaysCompleting(
      nodes,
      dependencies,
      passOf,
      isFirst,
      (at) => passOf[at] !== at && (entries[at] ?? []).length > 0,
    ),
    passOf,
    entryPassOf,
    inLoop,
    backRoutes: (at) => back.filter((route) => route.to !== at && loops.get(route.to)?.has(at)),
    isLoop,
    dominates,
    reaches,
  };
}

/** Nodes that wait for each other by `depends_on`. */
export function findDependencyCycles(nodes: readonly GraphNode[]): readonly (readonly number[])[] {
  const index = new Map(nodes.map(({ name }, at) => [name, at]));
  const { has } = closureOf(nodes.map((node) => node.dependsOn.flatMap(({ name }) => index.get(name) ?? [])));
  const found = new Set<number>();
  return nodes.flatMap((_, at) => {
    if (found.has(at) || !has(at, at)) return [];
    const cycle = [...nodes.keys()].filter((other) => has(at, other) && has(other, at));
    for (const member of cycle) found.add(member);
    return [cycle];
  });
}

export function gotosOf({ work }: GraphNode): string[] {
  if (work.kind !== 'branch') return [];
  return work.options.flatMap(({ goto }) => goto?.name ?? []);
}

/** The targets after a failure of the node, instead of failing the run. */
export function failureTargetsOf({ work, fallback }: GraphNode): string[] {
  const partial =
    work.kind === 'parallel' && work.onFailure.kind === 'compensate' ? [work.onFailure.node.name] : [];
  return [...partial, ...(fallback === null ? [] : [fallback.name])];
}

/** A node that only runs as the target of a route. */
export const needsRoute = ({ work }: GraphNode): boolean =>
  work.kind === 'error' || work.kind === 'compensate';

/**
 * The node has dependencies and a route from outside a loop: it runs on the route, after the dependencies have
 * settled.
 */
export const isGated = (plan: FlowPlan, at: number): boolean =>
  (plan.dependencies[at] ?? []).length > 0 && routesInto(plan, at).length > 0 && !needsNoGate(plan, at);

/** Every path to the routes passes the dependencies: they have settled when a route is taken. */
export const needsNoGate = (plan: FlowPlan, at: number): boolean =>
  routesInto(plan, at).length > 0 &&
  routesInto(plan, at).every(({ from }) =>
    (plan.dependencies[at] ?? []).every((each) => plan.dominates(each, from)),
  );

const routesInto = (plan: FlowPlan, at: number): readonly FlowRoute[] => plan.entries[at] ?? [];

function findRoots(
  nodes: readonly GraphNode[],
  dependencies: readonly (readonly number[])[],
  sources: readonly (readonly number[])[],
  reaches: (a: number, b: number) => boolean,
): { roots: number[]; arbitrary: number[] } {
  const together = (a: number, b: number): boolean => a === b || (reaches(a, b) && reaches(b, a));
  const isEntered = (at: number): boolean =>
    nodes.some(
      (_, member) => together(at, member) && (sources[member] ?? []).some((from) => !together(from, at)),
    );
  const roots: number[] = [];
  const arbitrary: number[] = [];
  nodes.forEach((node, at) => {
    if ((dependencies[at] ?? []).length > 0) return;
    if ((sources[at] ?? []).length === 0) {
      if (!needsRoute(node)) roots.push(at);
    } else if (!isEntered(at) && !roots.some((root) => together(root, at))) {
      roots.push(at);
      if (nodes.some((_, other) => other < at && together(other, at))) arbitrary.push(at);
    }
  });
  return { roots, arbitrary };
}

/**
 * The nodes of each loop by its first node: those from which the route back is reached without passing the first
 * node.
 */
function findLoops(
  back: readonly FlowRoute[],
  before: readonly (readonly number[])[],
  reaches: (a: number, b: number) => boolean,
): ReadonlyMap<number, ReadonlySet<number>> {
  const loops = new Map<number, Set<number>>();
  for (const { from, to } of back) {
    const body = loops.get(to) ?? new Set([to]);
    loops.set(to, body);
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (body.has(at) || !reaches(to, at)) continue;
      body.add(at);
      for (const each of before[at] ?? []) if (!body.has(each)) open.push(each);
    }
  }
  return loops;
}

/** The smallest loop with the node, except the one that begins with `not`. */
function innermost(loops: ReadonlyMap<number, ReadonlySet<number>>, at: number, not: number): number {
  const around = [...loops].filter(([first, body]) => first !== not && body.has(at));
  return around.sort(([, a], [, b]) => a.size - b.size)[0]?.[0] ?? -1;
}

function findAlwaysCompleting(
  nodes: readonly GraphNode[],
  dependencies: readonly (readonly number[])[],
  passOf: readonly number[],
  isFirst: (at: number) => boolean,
  isRouted: (at: number) => boolean,
): boolean[] {
  const known: (boolean | undefined)[] = nodes.map(() => undefined);
  const decide = (at: number): boolean => {
    const before = known[at];
    if (before !== undefined) return before;
    known[at] = false;
    const node = nodes[at];
    const own =
      node !== undefined &&
      node.condition === null &&
      failureTargetsOf(node).length === 0 &&
      !needsRoute(node) &&
      !isRouted(at);
    const from = dependencies[at] ?? [];
    const surely = (each: number): boolean => passOf[each] === passOf[at] && decide(each);
    const enough = node?.join === 'all' ? from.every(surely) : from.some(surely);
    known[at] = own && (isFirst(at) || (from.length > 0 && enough));
    return known[at] ?? false;
  };
  return nodes.map((_, at) => decide(at));
}

/** All dependencies of a node complete before it, once for each of its executions. */
export function awaitsAll(plan: FlowPlan, at: number): boolean {
  return (plan.dependencies[at] ?? []).every(
    (each) => plan.alwaysCompletes[each] && plan.passOf[each] === plan.entryPassOf[at],
  );
}

function invert(lists: readonly (readonly number[])[]): number[][] {
  const inverse: number[][] = lists.map(() => []);
  lists.forEach((list, from) => {
    for (const to of list) inverse[to]?.push(from);
  });
  return inverse;
}
