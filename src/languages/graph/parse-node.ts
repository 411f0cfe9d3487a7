/** One node: its kind, then what every node has, then what its kind has. */

import type { Json } from '../../expression/index.ts';
import { describe } from '../document/describe.ts';
import type { Located, LocatedMap } from '../document/located.ts';
import { insertEntry } from '../document/map-edits.ts';
import { type Fields, readMap } from '../document/read-map.ts';
import { readName } from '../document/read-name.ts';
import { readBoolean, readOneOf, readText } from '../document/read-value.ts';
import { report } from '../document/report.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import { elsewhere, keysOf, type Standing, synonymsOf } from './node-keys.ts';
import type { NodeText } from './node-text.ts';
import { readDependencies } from './parse-dependencies.ts';
import { isSecondKind, likelyOperation, readKind } from './parse-kind.ts';
import { readOnError } from './parse-on-error.ts';
import { reportStrayKeys } from './parse-stray.ts';
import { readCondition, readExpressionValue } from './parse-value.ts';
import { readCall, readWork } from './parse-work.ts';
import { nowhere, placeholder } from './placeholder.ts';
import type { GraphNode, NodeKind, Pointer } from './schema.ts';
import type { Scope } from './scope.ts';

export function readNode(scope: Scope, text: NodeText, standing: Standing): GraphNode | undefined {
  const { reporter } = scope;
  const { value, name, at } = text;
  if (value.kind !== 'map') return readNoMap(scope, text, value);
  const kind = readKind(scope, text, value, standing);
  const second = value.entries.flatMap(({ key }) => (isSecondKind(value, key, kind) ? [key] : []));
  const reported = [...second, ...reportStrayKeys(reporter, value)];
  const fields = readMap(reporter, value, {
    what: `${kind === 'error' ? 'An' : 'A'} ${kind} node`,
    keys: [...keysOf(kind, standing), ...reported],
    elsewhere: elsewhere(kind, standing),
    synonyms: synonymsOf(kind),
    required: requiredOf(kind, scope),
  });
  if (fields === undefined) return undefined;
  const onError = readOnError(scope, fields, kind, standing);
  const condition = fields.value('if');
  const timeout = fields.value('timeout');
  const undo = fields.value('undo');
  return {
    name,
    at,
    map: value,
    description: readText(reporter, fields.value('description'), 'A description') ?? '',
    work: readWork(scope, name, kind, fields, readNode),
    dependsOn: readDependencies(scope, name, fields),
    join: readOneOf(reporter, fields.value('join'), ['settled', 'all', 'any'], 'join', 'settled'),
    condition: condition === undefined ? null : readCondition(reporter, condition, '“if”'),
    output: readOutput(scope, fields),
    ...onError,
    timeout: timeout === undefined ? null : readExpressionValue(reporter, timeout),
    onUncertain: readOneOf(
      reporter,
      fields.value('on_uncertain'),
      ['retry', 'ask', 'fail'],
      'on_uncertain',
      'ask',
    ),
    undo: undo === undefined ? null : readUndo(scope, undo),
    ignoreError: readBoolean(reporter, fields.value('ignore_error'), 'ignore_error') ?? false,
  };
}

/** A text where a node should be is most likely what it is to call. */
function readNoMap(scope: Scope, { name, at }: NodeText, value: Exclude<Located, LocatedMap>): GraphNode {
  const { reporter } = scope;
  const isText = value.kind === 'scalar' && typeof value.value === 'string';
  const operation = isText ? String(value.value) : likelyOperation(scope, name);
  report(reporter, value.span.start === value.span.end ? { ...value, span: at.span } : value, {
    rule: 'wrong-type',
    message: `The node “${name}” is a map of keys and values.`,
    expected: 'a map like { call: search }',
    actual: describe(value),
    suggestion: {
      text: `Let it call something: call: ${operation}`,
      edits:
        value.kind === 'scalar' && value.value === null
          ? insertEntry(reporter.source, value, 'call', operation)
          : [{ span: value.span, text: JSON.stringify({ call: operation }) }],
    },
  });
  const pointer = { name: operation, scalar: { ...nowhere, path: value.path } };
  return placeholder(name, at, { kind: 'call', operation: pointer, args: [] });
}

/** What a kind cannot do without, with something that could stand in. */
function requiredOf(kind: NodeKind, { workflowNames }: Scope): Readonly<Record<string, Json>> {
  switch (kind) {
    case 'branch':
      return { on: [{ default: 'end' }] };
    case 'parallel':
      return { branches: {} };
    case 'foreach':
      return { items: [], step: { call: 'todo' } };
    case 'yield':
    case 'error':
      return { message: 'What is to be said?' };
    case 'compensate':
      return { steps: [] };
    case 'workflow':
      return { workflow: workflowNames[0] ?? '' };
    case 'call':
    case 'wait':
      return {};
  }
}

function readOutput({ reporter }: Scope, fields: Fields): Pointer | null {
  const located = fields.value('output');
  const text = readText(reporter, located, 'The name of an output');
  if (located?.kind !== 'scalar' || text === undefined) return null;
  const place = { span: located.span, path: located.path };
  const rewrite = (name: string) => replaceScalar(reporter.source, located, name);
  return { name: readName(reporter, text, place, 'An output', rewrite), scalar: located };
}

function readUndo(scope: Scope, located: Located) {
  const fields = readMap(scope.reporter, located, {
    what: 'An undo',
    keys: ['call', 'args'],
    required: { call: scope.operations?.names[0] ?? 'todo' },
  });
  return fields === undefined ? null : readCall(scope, fields);
}
