/** The keys of a node, by its kind and its container. Parser, proposals, messages and schema use this table. */
import type { Located } from '../document/located.ts';
import type { ShapeFields } from '../document/read-shape.ts';
import {
  type JsonSchema,
  type Keys,
  type MapShape,
  restrict,
  shape,
  type ValueType,
} from '../document/shape.ts';
import { boolean, described, integer, nested, oneOf, text } from '../document/value-types.ts';
import {
  args,
  condition,
  expression,
  name,
  namedSchema,
  onErrorShape,
  optionShape,
  params,
  template,
  undoShape,
  whoShape,
} from './part-shapes.ts';
import type { NodeKind } from './schema.ts';

/** In the graph itself, as a branch of a parallel, as the step of a loop, as a step of a compensation. */
export type NodeContainer = 'graph' | 'branch' | 'loop' | 'compensation';

type Refer = Parameters<ValueType<Located>['schema']>[0];

export const nodes = (
  container: NodeContainer,
  around: (node: JsonSchema) => JsonSchema,
): ValueType<Located> => described('nodes', (refer) => around(schemaOfNode(container, refer)));

/** Every key of any node. */
export const nodeShape = shape({
  name: 'node',
  what: 'A node',
  keys: {
    call: {
      type: text,
      what: 'The called operation',
      doc: 'The operation to call: its name, or connector.operation.',
      example: 'crm.find',
    },
    workflow: { type: name, doc: 'The workflow to run, of this document.' },
    args,
    on: {
      type: described('list of options', (refer) => ({ type: 'array', items: refer(optionShape) })),
      doc: 'The paths. The first one whose condition is true is taken.',
      placeholder: [{ default: 'end' }],
    },
    branches: {
      type: nodes('branch', (node) => ({
        anyOf: [namedSchema(node, { minProperties: 1 }), { type: 'array', items: node, minItems: 1 }],
      })),
      doc: 'The nodes that run at the same time, by name or as a list.',
      placeholder: {},
    },
    items: {
      type: expression,
      doc: 'The list whose items are handled.',
      placeholder: [],
      aliases: ['over', 'in', 'list'],
    },
    as: {
      type: text,
      what: 'The name of an item',
      doc: 'The name by which the step refers to its item. Without it, the step cannot refer to it.',
      aliases: ['item', 'var'],
    },
    step: {
      type: nodes('loop', (node) => node),
      doc: 'The node that runs for each item.',
      placeholder: { call: 'todo' },
      aliases: ['steps', 'do', 'body'],
    },
    concurrency: { type: integer({ minimum: 1 }), default: 10, doc: 'How many items are handled at once.' },
    max_iterations: {
      type: integer({ minimum: 1 }),
      doc: 'The node fails if the list has more items. Default: 10,000.',
    },
    message: {
      type: template,
      doc: 'The question, or the message of the failure.',
      placeholder: 'What is the message?',
      aliases: ['prompt', 'question'],
    },
    expects: {
      type: params(),
      doc: 'The fields of the answer, by name: a type, or a map.',
      example: { yes: 'bool' },
    },
    who: {
      type: nested(whoShape),
      doc: 'Who may answer. Default: every principal that may answer questions.',
    },
    wait: { type: expression, doc: 'How long to wait, or until when.', example: '10 minutes' },
    steps: {
      type: nodes('compensation', (node) => ({ type: 'array', items: node, minItems: 1 })),
      doc: 'The calls that undo what was done, in order.',
      placeholder: [],
    },
    on_partial_failure: {
      type: name,
      doc: 'What a failed part means: abort (the default) stops the others, continue lets them continue; of a parallel also the name of a compensate node, which runs.',
    },
    output: {
      type: text,
      what: 'The name of an output',
      doc: 'The name of the output. Default: the name of the node.',
      aliases: ['result'],
    },
    on_error: {
      type: nested(onErrorShape),
      doc: 'Retries, and the node that runs when all have failed.',
    },
    timeout: {
      type: expression,
      doc: 'The node fails if it takes longer. Default: no limit.',
      example: '30 seconds',
    },
    undo: { type: nested(undoShape), doc: 'The call that undoes this one if the work around it is undone.' },
    on_uncertain: {
      type: oneOf(['retry', 'ask', 'fail']),
      default: 'ask',
      doc: 'What happens if it is unknown whether the call was performed.',
    },
    type: {
      type: described('kind', {}),
      doc: 'The kind of the node. A call, a workflow and a wait need none.',
    },
    description: { type: text, what: 'A description', doc: 'What the node does.' },
    depends_on: {
      type: described('names', (refer) => {
        const one = name.schema(refer);
        return { anyOf: [one, { type: 'array', items: one }] };
      }),
      doc: 'The nodes that must be settled before this one starts.',
      aliases: ['needs', 'after', 'requires'],
    },
    join: {
      type: oneOf(['settled', 'all', 'any']),
      default: 'settled',
      doc: 'Starts when all dependencies are settled and one has completed, when all have completed, or with the first.',
    },
    if: { type: condition, doc: 'The node is skipped if this is false.', aliases: ['when', 'condition'] },
    name: { type: name, doc: 'The name of a branch in a list.' },
    ignore_error: {
      type: boolean,
      default: false,
      doc: 'Whether the next steps run although this one failed.',
    },
  },
});

type NodeKey = keyof typeof nodeShape.keys;
export type NodeFields = ShapeFields<typeof nodeShape.keys>;

export const ownKeys: Readonly<Record<NodeKind, readonly NodeKey[]>> = {
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

const containerKeys: Readonly<Record<NodeContainer, readonly NodeKey[]>> = {
  graph: ['type', 'description', 'depends_on', 'join', 'if'],
  branch: ['type', 'description', 'name', 'if'],
  loop: ['type', 'description'],
  compensation: ['type', 'description', 'if', 'ignore_error'],
};

export function keysOf(kind: NodeKind, container: NodeContainer): readonly NodeKey[] {
  const own = ownKeys[kind].filter(
    (key) => key !== 'output' || container === 'graph' || container === 'branch',
  );
  return [...own, ...containerKeys[container]];
}

/** What the error handling of a node can be. */
export const onErrorKeys = (kind: NodeKind, hasFallback: boolean): readonly string[] => [
  ...(kind === 'call' || kind === 'workflow' || kind === 'parallel' ? ['retry', 'delay', 'backoff'] : []),
  ...(hasFallback ? ['fallback'] : []),
];

/** A node of one of the kinds that its container can have. */
function schemaOfNode(container: NodeContainer, refer: Refer): JsonSchema {
  return {
    anyOf: kindsOf[container].map((kind) => refer(shapeOfKind(kind, container))),
  };
}

function shapeOfKind(kind: NodeKind, container: NodeContainer): MapShape {
  const { keys } = nodeShape;
  const decisive = typedKinds.includes(kind) ? 'type' : kind;
  const special: Keys = {
    ...keys,
    type: { ...keys.type, type: described(kind, { const: kind }) },
    on_error: { ...keys.on_error, ...onErrorOf(onErrorKeys(kind, container === 'graph')) },
    on_partial_failure:
      kind === 'foreach'
        ? { ...keys.on_partial_failure, type: oneOf(['abort', 'continue']) }
        : keys.on_partial_failure,
  };
  // It is required, and proposed by editors.
  const decided = Object.entries(special).map(([key, each]) => [
    key,
    key === decisive ? { ...each, placeholder: kind } : each,
  ]);
  const shaped = { ...nodeShape, keys: Object.fromEntries(decided) };
  return restrict(shaped, keysOf(kind, container), `${kind}_in_${container}`);
}

function onErrorOf(keys: readonly string[]) {
  const isRetried = keys.includes('retry');
  const name = `on_error${isRetried ? '_retry' : ''}${keys.includes('fallback') ? '_fallback' : ''}`;
  return {
    type: nested(restrict(onErrorShape, keys, name)),
    ...(isRetried ? { example: { retry: 2, delay: '5 seconds' } } : {}),
  };
}

/** Why this node cannot have a key of other nodes. */
export function whyMisplaced(key: string, kind: NodeKind, container: NodeContainer): string | undefined {
  const isOneOf = (keys: readonly string[]): boolean => keys.includes(key);
  if (key === 'output' && isOneOf(ownKeys[kind]))
    return `the output of ${places[container]} is part of the output of the outer node`;
  if (key === 'ignore_error') return 'it is a key of a step of a compensate node';
  if (isOneOf(containerKeys.graph))
    return `it is a key of a node of the graph, and this is ${places[container]}`;
  const other = nodeKinds.findLast((each) => isOneOf(ownKeys[each]));
  return other === undefined ? undefined : `it is a key of a ${other} node, and this is a ${kind} node`;
}

const places: Readonly<Record<NodeContainer, string>> = {
  graph: 'a node of the graph',
  branch: 'a branch of a parallel',
  loop: 'the step of a loop',
  compensation: 'a step of a compensation',
};

/** Every key of any node. */
export const knownKeys: ReadonlySet<string> = new Set(Object.keys(nodeShape.keys));

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
