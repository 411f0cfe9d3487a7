/** How nodes lead to each other, told from names alone. */
import { dependenciesOf, kindOf, type NodeData, targetOf, type WorkflowData } from './document-data.ts';

export interface FlowOf {
  readonly names: readonly string[];
  /** Nodes that may lead to this one by a route, without being after it. */
  readonly routesTo: (name: string) => readonly string[];
  /** Starts by itself. */
  readonly isFirst: (name: string) => boolean;
  readonly reaches: (from: string, to: string) => boolean;
  /** Nothing depends on it. */
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
  const after = (name: string): ReadonlySet<string> => {
    const seen = new Set([...routesFrom(name), ...dependents(name)]);
    for (const each of seen) for (const next of [...routesFrom(each), ...dependents(each)]) seen.add(next);
    return seen;
  };
  const reached = new Map(names.map((name) => [name, after(name)]));
  const reaches = (from: string, to: string): boolean => reached.get(from)?.has(to) ?? false;
  const sources = (name: string): readonly string[] =>
    names.filter((from) => routesFrom(from).includes(name));
  // A loop that nothing leads into begins at the first of its nodes that waits for nothing.
  const isEntry = (name: string): boolean => {
    const loop = names.filter((each) => each === name || (reaches(each, name) && reaches(name, each)));
    const isEntered = loop.some((each) =>
      [...sources(each), ...dependenciesOf(nodeOf(each))].some((from) => !loop.includes(from)),
    );
    const waiting = (each: string): boolean => dependenciesOf(nodeOf(each)).length > 0;
    return !isEntered && loop.find((each) => !waiting(each)) === name;
  };
  return {
    names,
    reaches,
    routesTo: (name) => sources(name).filter((from) => !reaches(name, from)),
    isFirst: (name) =>
      dependenciesOf(nodeOf(name)).length === 0 &&
      !['error', 'compensate'].includes(kindOf(nodeOf(name))) &&
      isEntry(name),
    isLast: (name) => dependents(name).length === 0,
    isFallback: (name) => names.some((from) => failuresOf(from).includes(name)),
  };
}

/** Where a failure leads instead of failing the run. */
export function failureTargets(
  { on_partial_failure: partial = '', on_error: onError }: NodeData,
  names: readonly string[],
): readonly string[] {
  return [partial, onError?.fallback ?? ''].filter((name) => names.includes(name));
}
