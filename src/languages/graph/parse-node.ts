/** Parses one node: its kind, then the common keys, then the keys of its kind. */

import type { Json } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import type { Located, LocatedMap } from '../document/located.ts';
import { insertEntry } from '../document/map-edits.ts';
import { type MapFields, readMap } from '../document/read-map.ts';
import { readName } from '../document/read-name.ts';
import { readBoolean, readOneOf, readText } from '../document/read-value.ts';
import { report } from '../document/report.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import type { GraphParseContext } from './graph-parse-context.ts';
import { keysOf, misplacedKeyHints, type NodeContainer, synonymsOf } from './node-keys.ts';
import { readDependencies } from './parse-dependencies.ts';
import { isSecondKind, likelyOperation, readNodeKind } from './parse-kind.ts';
import { readOnError } from './parse-on-error.ts';
import { readConditionFormula, readExpressionValue } from './parse-value.ts';
import { readCall, readWork } from './parse-work.ts';
import { missingScalar, placeholderNode } from './placeholder-node.ts';
import { reportStrayKeys } from './report-stray-keys.ts';
import type { GraphNode, NodeKind, Pointer } from './schema.ts';
import type { UnparsedNode } from './unparsed-node.ts';

export function readNode(
  context: GraphParseContext,
  text: UnparsedNode,
  container: NodeContainer,
): GraphNode | undefined {
  const { reporter } = context;
  const { value, name, at } = text;
  if (value.kind !== 'map') return readNoMap(context, text, value);
  const kind = readNodeKind(context, text, value, container);
  const second = value.entries.flatMap(({ key }) => (isSecondKind(value, key, kind) ? [key] : []));
  const reported = [...second, ...reportStrayKeys(reporter, value)];
  const fields = readMap(reporter, value, {
    what: `${kind === 'error' ? 'An' : 'A'} ${kind} node`,
    keys: [...keysOf(kind, container), ...reported],
    misplacedKeys: misplacedKeyHints(kind, container),
    synonyms: synonymsOf(kind),
    required: requiredOf(kind, context),
  });
  if (fields === undefined) return undefined;
  const onError = readOnError(context, fields, kind, container);
  const condition = fields.value('if');
  const timeout = fields.value('timeout');
  const undo = fields.value('undo');
  return {
    name,
    at,
    map: value,
    description: readText(reporter, fields.value('description'), 'A description') ?? '',
    work: readWork(context, name, kind, fields, readNode),
    dependsOn: readDependencies(context, name, fields),
    join: readOneOf(reporter, fields.value('join'), ['settled', 'all', 'any'], 'join', 'settled'),
    condition: condition === undefined ? null : readConditionFormula(reporter, condition, '“if”'),
    output: readOutput(context, fields),
    ...onError,
    timeout: timeout === undefined ? null : readExpressionValue(reporter, timeout),
    onUncertain: readOneOf(
      reporter,
      fields.value('on_uncertain'),
      ['retry', 'ask', 'fail'],
      'on_uncertain',
      'ask',
    ),
    undo: undo === undefined ? null : readUndo(context, undo),
    ignoreError: readBoolean(reporter, fields.value('ignore_error'), 'ignore_error') ?? false,
  };
}

/** A text in place of a node is most likely the operation to call. */
function readNoMap(
  context: GraphParseContext,
  { name, at }: UnparsedNode,
  value: Exclude<Located, LocatedMap>,
): GraphNode {
  const { reporter } = context;
  const isText = value.kind === 'scalar' && typeof value.value === 'string';
  const operation = isText ? String(value.value) : likelyOperation(context, name);
  report(reporter, value.span.start === value.span.end ? { ...value, span: at.span } : value, {
    rule: 'wrong-type',
    message: `The node “${name}” must be a map of keys and values.`,
    expected: 'a map like { call: search }',
    actual: describeLocated(value),
    suggestion: {
      text: `Add call: ${operation}`,
      edits:
        value.kind === 'scalar' && value.value === null
          ? insertEntry(reporter.source, value, 'call', operation)
          : [{ span: value.span, text: JSON.stringify({ call: operation }) }],
    },
  });
  const pointer = { name: operation, scalar: { ...missingScalar, path: value.path } };
  return placeholderNode(name, at, { kind: 'call', operation: pointer, args: [] });
}

/** The required keys of a kind, with placeholder values. */
function requiredOf(kind: NodeKind, { workflowNames }: GraphParseContext): Readonly<Record<string, Json>> {
  switch (kind) {
    case 'branch':
      return { on: [{ default: 'end' }] };
    case 'parallel':
      return { branches: {} };
    case 'foreach':
      return { items: [], step: { call: 'todo' } };
    case 'yield':
    case 'error':
      return { message: 'What is the message?' };
    case 'compensate':
      return { steps: [] };
    case 'workflow':
      return { workflow: workflowNames[0] ?? '' };
    case 'call':
    case 'wait':
      return {};
  }
}

function readOutput({ reporter }: GraphParseContext, fields: MapFields): Pointer | null {
  const located = fields.value('output');
  const text = readText(reporter, located, 'The name of an output');
  if (located?.kind !== 'scalar' || text === undefined) return null;
  const place = { span: located.span, path: located.path };
  const rewrite = (name: string) => replaceScalar(reporter.source, located, name);
  return { name: readName(reporter, text, place, 'An output', rewrite), scalar: located };
}

function readUndo(context: GraphParseContext, located: Located) {
  const fields = readMap(context.reporter, located, {
    what: 'An undo',
    keys: ['call', 'args'],
    required: { call: context.operations?.names[0] ?? 'todo' },
  });
  return fields === undefined ? null : readCall(context, fields);
}
