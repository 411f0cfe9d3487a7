/** Parses one node: its kind, then the common keys, then the keys of its kind. */
import type { Json } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import type { Located, LocatedMap } from '../document/located.ts';
import { insertEntry } from '../document/map-edits.ts';
import { readName } from '../document/read-name.ts';
import { readShape } from '../document/read-shape.ts';
import { report } from '../document/report.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import type { GraphParseContext } from './graph-parse-context.ts';
import { keysOf, type NodeContainer, type NodeFields, nodeShape, whyMisplaced } from './node-keys.ts';
import { readDependencies } from './parse-dependencies.ts';
import { isSecondKind, likelyOperation, readNodeKind } from './parse-kind.ts';
import { readOnError } from './parse-on-error.ts';
import { readConditionFormula, readExpressionValue } from './parse-value.ts';
import { readCall, readWork } from './parse-work.ts';
import { undoShape } from './part-shapes.ts';
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
  const found = readNodeKind(context, text, value, container);
  const kind = found ?? 'call';
  const second = value.entries.flatMap(({ key }) => (isSecondKind(value, key, kind) ? [key] : []));
  const reported = [...second, ...reportStrayKeys(reporter, value)];
  const fields = readShape(reporter, value, nodeShape, {
    what: `${kind === 'error' ? 'An' : 'A'} ${kind} node`,
    only: [...keysOf(kind, container), ...reported],
    whyMisplaced: (key) => whyMisplaced(key, kind, container),
    placeholders: found === undefined ? {} : neededBy(found, context, name),
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
    description: fields.read('description') ?? '',
    work: readWork(context, name, kind, fields, readNode),
    dependsOn: readDependencies(context, name, fields),
    join: fields.read('join'),
    condition: condition === undefined ? null : readConditionFormula(reporter, condition, '“if”'),
    output: readOutput(context, fields),
    ...onError,
    timeout: timeout === undefined ? null : readExpressionValue(reporter, timeout),
    onUncertain: fields.read('on_uncertain'),
    undo: undo === undefined ? null : readUndo(context, undo),
    ignoreError: fields.read('ignore_error'),
  };
}

/** The key that decides about the kind, if the node does not have it because `type` names the kind. */
function neededBy(kind: NodeKind, context: GraphParseContext, name: string): Readonly<Record<string, Json>> {
  switch (kind) {
    case 'call':
      return { call: likelyOperation(context, name) };
    case 'workflow':
      return { workflow: context.workflowNames[0] ?? '' };
    case 'wait':
      return { wait: '1 minute' };
    default:
      return {};
  }
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

function readOutput({ reporter }: GraphParseContext, fields: NodeFields): Pointer | null {
  const located = fields.value('output');
  const text = fields.read('output');
  if (located?.kind !== 'scalar' || text === undefined) return null;
  const place = { span: located.span, path: located.path };
  const rewrite = (name: string) => replaceScalar(reporter.source, located, name);
  return { name: readName(reporter, text, place, 'An output', rewrite), scalar: located };
}

function readUndo(context: GraphParseContext, located: Located) {
  const fields = readShape(context.reporter, located, undoShape, {
    placeholders: { call: context.operations?.names[0] ?? 'todo' },
  });
  return fields === undefined ? null : readCall(context, fields);
}
