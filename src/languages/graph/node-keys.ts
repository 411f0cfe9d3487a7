/** The keys of a node, by its kind and its container. Parser, proposals and messages use this table. */
import type { NodeKind } from './schema.ts';

/** In the graph itself, as a branch of a parallel, as the step of a loop, as a step of a compensation. */
export type NodeContainer = 'graph' | 'branch' | 'loop' | 'compensation';

const ownKeys: Readonly<Record<NodeKind, readonly string[]>> = {
  call: ['call', 'args', 'output', 'on_error', 'timeout', 'undo', 'on_uncertain'],
  workflow: ['workflow', 'args', 'output', 'on_error', 'timeout'],
  branch: ['on'],
  parallel: ['branches', 'on_partial_failure', 'output', 'on_error', 'timeout'],
  foreach: [
    'items',
    'as',
    'step',
    'concurrency',
    'max_iterations',
    'on_partial_failure',
    'output',
    'on_error',
  ],
  yield: ['message', 'expects', 'who', 'output', 'on_error', 'timeout'],
  wait: ['wait'],
  compensate: ['steps'],
  error: ['message'],
};

export const nodeKinds = Object.keys(ownKeys) as readonly NodeKind[];

/** Kinds that `type` must declare because their keys do not identify them. */
export const typedKinds: readonly NodeKind[] = [
  'branch',
  'parallel',
  'foreach',
  'yield',
  'compensate',
  'error',
];

const kindsOf: Readonly<Record<NodeContainer, readonly NodeKind[]>> = {
  graph: nodeKinds,
  branch: ['call', 'workflow', 'foreach', 'parallel', 'yield', 'wait'],
  loop: ['call', 'workflow', 'yield', 'parallel', 'foreach', 'wait'],
  compensation: ['call', 'workflow'],
};

export const kindsIn = (container: NodeContainer): readonly NodeKind[] => kindsOf[container];

const containerKeys: Readonly<Record<NodeContainer, readonly string[]>> = {
  graph: ['type', 'description', 'depends_on', 'join', 'if'],
  branch: ['type', 'description', 'name', 'if'],
  loop: ['type', 'description'],
  compensation: ['type', 'description', 'if', 'ignore_error'],
};

export function keysOf(kind: NodeKind, container: NodeContainer): readonly string[] {
  const own = ownKeys[kind].filter(
    (key) => key !== 'output' || container === 'graph' || container === 'branch',
  );
  return [...own, ...containerKeys[container]];
}

/** Keys of other nodes, and why this one cannot have them. */
export function misplacedKeyHints(
  kind: NodeKind,
  container: NodeContainer,
): Readonly<Record<string, string>> {
  const here = keysOf(kind, container);
  const reasons = new Map<string, string>();
  for (const each of nodeKinds) {
    for (const key of ownKeys[each])
      reasons.set(key, `it is a key of a ${each} node, and this is a ${kind} node`);
  }
  for (const key of containerKeys.graph)
    reasons.set(key, `it is a key of a node of the graph, and this is ${places[container]}`);
  reasons.set('ignore_error', 'it is a key of a step of a compensate node');
  if (ownKeys[kind].includes('output'))
    reasons.set('output', `the output of ${places[container]} is part of the output of the outer node`);
  for (const key of here) reasons.delete(key);
  return Object.fromEntries(reasons);
}

const places: Readonly<Record<NodeContainer, string>> = {
  graph: 'a node of the graph',
  branch: 'a branch of a parallel',
  loop: 'the step of a loop',
  compensation: 'a step of a compensation',
};

/** Names of these keys in other engines. */
export const synonymsOf = (kind: NodeKind): Readonly<Record<string, string>> => ({
  needs: 'depends_on',
  after: 'depends_on',
  requires: 'depends_on',
  when: 'if',
  condition: 'if',
  prompt: 'message',
  question: 'message',
  parameters: 'args',
  inputs: 'args',
  with: 'args',
  arguments: 'args',
  result: 'output',
  ...(kind === 'foreach'
    ? {
        steps: 'step',
        do: 'step',
        body: 'step',
        item: 'as',
        var: 'as',
        over: 'items',
        in: 'items',
        list: 'items',
      }
    : {}),
});

/** Every key of any node. */
export const knownKeys: ReadonlySet<string> = new Set(
  [...Object.values(ownKeys), ...Object.values(containerKeys)].flat(),
);

/** Keys of exactly one kind, which identify the kind that an author intended. */
export function kindByKeys(has: (key: string) => boolean): NodeKind | undefined {
  const kindsByKey: readonly (readonly [string, NodeKind])[] = [
    ['call', 'call'],
    ['workflow', 'workflow'],
    ['wait', 'wait'],
    ['on', 'branch'],
    ['branches', 'parallel'],
    ['items', 'foreach'],
    ['step', 'foreach'],
    ['expects', 'yield'],
    ['who', 'yield'],
    ['steps', 'compensate'],
    ['message', 'error'],
  ];
  return kindsByKey.find(([key]) => has(key))?.[1];
}
