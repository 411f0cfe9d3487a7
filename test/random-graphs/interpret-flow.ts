/** Computes the control flow between nodes from names alone. */
import { dependenciesOf, kindOf, type NodeData, targetOf, type WorkflowData } from './document-data.ts';

export interface FlowOf {
  readonly names: readonly string[];
  /** Nodes that may lead to this one by a route that is not a loop. */
  readonly routesTo: (name: string) => readonly string[];
  /** Starts without a route or dependency. */
  readonly isFirst: (name: string) => boolean;
  /** A route back: every path to its source passes its target. */
  readonly isBack: (from: string, to: string) => boolean;
  /** The source and target of a route back, and all nodes between. */
  readonly between: (from: string, to: string) => readonly string[];
  /** No node depends on it. */
  readonly isLast: (name: string) => boolean;
  /** A failure may lead to it. */
  readonly isFallback: (name: string) => boolean;
}

export function flowOf({ graph }: WorkflowData): FlowOf {
  const names = Object.keys(graph);
  const nodeOf = (name: string): NodeData => graph[name] ?? {};
  const failuresOf = (name: string): readonly string[] => failureTargets(nodeOf(name), names);
  const routesFrom = (name: string): readonly string[] => [
    ...(nodeOf(name).on ?? []).map(targetOf).filter((to) => names.includes(to)),
    ...failuresOf(name),
  ];
  const dependents = (name: string): readonly string[] =>
    names.filter((each) => dependenciesOf(nodeOf(each)).includes(name));
  const next = (name: string): readonly string[] => [...routesFrom(name), ...dependents(name)];
  const reached = new Map(names.map((name) => [name, closure(next(name), next)]));
  const reaches = (from: string, to: string): boolean => reached.get(from)?.has(to) ?? false;
  const loopOf = (name: string): readonly string[] =>
    names.filter((each) => each === name || (reaches(each, name) && reaches(name, each)));
  const sources = (name: string): readonly string[] =>
    names.filter((from) => routesFrom(from).includes(name));
  // A loop without an entry begins at its first node without dependencies.
  const isEntry = (name: string): boolean => {
    const loop = loopOf(name);
    const isEntered = loop.some((each) =>
      [...sources(each), ...dependenciesOf(nodeOf(each))].some((from) => !loop.includes(from)),
    );
    const waiting = (each: string): boolean => dependenciesOf(nodeOf(each)).length > 0;
    return !isEntered && loop.find((each) => !waiting(each)) === name;
  };
  const isFirst = (name: string): boolean =>
    dependenciesOf(nodeOf(name)).length === 0 &&
    !['error', 'compensate'].includes(kindOf(nodeOf(name))) &&
    isEntry(name);
  const firsts = names.filter(isFirst);
  const isBack = (from: string, to: string): boolean => {
    const others = firsts.filter((name) => name !== to);
    return !closure(others, (name) => next(name).filter((each) => each !== to)).has(from);
  };
  const between = (from: string, to: string): readonly string[] =>
    names.filter((name) => {
      if (name === from || name === to) return true;
      return closure([name], (each) => next(each).filter((further) => further !== to)).has(from);
    });
  return {
    names,
    between,
    isFirst,
    isBack,
    routesTo: (name) => sources(name).filter((from) => !isBack(from, name)),
    isLast: (name) => dependents(name).length === 0,
    isFallback: (name) => names.some((from) => failuresOf(from).includes(name)),
  };
}

function closure(start: readonly string[], next: (name: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set(start);
  for (const each of seen) for (const further of next(each)) seen.add(further);
  return seen;
}

/** The target after a failure, instead of failing the run. */
export function failureTargets(
  { on_partial_failure: partial = '', on_error: onError }: NodeData,
  names: readonly string[],
): readonly string[] {
  return [partial, onError?.fallback ?? ''].filter((name) => names.includes(name));
}
