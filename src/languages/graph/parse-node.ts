/** One node: its kind, then what every node has, then what its kind has. */
import { findNearest, type Json } from '../../expression/index.ts';
import { removeItem } from '../document/list-edits.ts';
import { findEntry, type Located, type LocatedMap } from '../document/located.ts';
import { insertEntry, removeEntry } from '../document/map-edits.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import {
  describe,
  type Fields,
  readBool,
  readChoice,
  readFields,
  readName,
  readText,
  report,
} from './fields.ts';
import { elsewhere, keysOf, kindByKeys, kindsAt, nodeKinds, type Standing, typedKinds } from './node-keys.ts';
import type { NodeText } from './node-text.ts';
import { readOnError } from './parse-on-error.ts';
import { readPointer } from './parse-pointer.ts';
import { readCondition, readExpressionValue } from './parse-value.ts';
import { readCall, readWork } from './parse-work.ts';
import type { GraphNode, NodeKind, Pointer } from './schema.ts';
import type { Scope } from './scope.ts';

export function readNode(scope: Scope, text: NodeText, standing: Standing): GraphNode | undefined {
  const { reporter } = scope;
  const { value, name, at } = text;
  if (value.kind !== 'map') {
    report(reporter, value, {
      rule: 'wrong-type',
      message: `The node “${name}” is a map of keys and values.`,
      expected: 'a map like { call: search }',
      actual: describe(value),
      suggestion: { text: `Remove “${name}”.`, edits: text.remove(reporter) },
    });
    return undefined;
  }
  const kind = readKind(scope, text, value, standing);
  const reported = value.entries.flatMap(({ key }) => (isSecondKind(value, key, kind) ? [key] : []));
  const fields = readFields(reporter, value, {
    what: `${kind === 'error' ? 'An' : 'A'} ${kind} node`,
    keys: [...keysOf(kind, standing), ...reported],
    elsewhere: elsewhere(kind, standing),
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
    dependsOn: readDependencies(scope, fields),
    join: readChoice(reporter, fields.value('join'), ['settled', 'all', 'any'], 'join', 'settled'),
    condition: condition === undefined ? null : readCondition(reporter, condition, '“if”'),
    output: readOutput(scope, fields),
    ...onError,
    timeout: timeout === undefined ? null : readExpressionValue(reporter, timeout),
    onUncertain: readChoice(
      reporter,
      fields.value('on_uncertain'),
      ['retry', 'ask', 'fail'],
      'on_uncertain',
      'ask',
    ),
    undo: undo === undefined ? null : readUndo(scope, undo),
    ignoreError: readBool(reporter, fields.value('ignore_error')) ?? false,
  };
}

/** `type` where it is said, else what the keys tell. */
function readKind(scope: Scope, text: NodeText, map: LocatedMap, standing: Standing): NodeKind {
  const { reporter } = scope;
  const allowed = kindsAt(standing);
  const written = findEntry(map, 'type');
  const told = kindByKeys((key) => findEntry(map, key) !== undefined) ?? kindByNearKeys(map);
  const type = written?.value.kind === 'scalar' ? String(written.value.value) : undefined;
  const named = nodeKinds.find((kind) => kind === type);
  if (written !== undefined && (named === undefined || !allowed.includes(named))) {
    const near = findNearest(type ?? '', allowed);
    const meant =
      allowed.find((kind) => kind === near) ?? (told !== undefined && allowed.includes(told) ? told : 'call');
    report(reporter, written.value, {
      rule: 'bad-value',
      message:
        named === undefined
          ? `There is no type “${type ?? describe(written.value)}”.`
          : `A ${named} node cannot stand here.`,
      expected: allowed.join(', '),
      actual: describe(written.value),
      suggestion:
        written.value.kind === 'scalar'
          ? { text: `Write ${meant}`, edits: replaceScalar(reporter.source, written.value, meant) }
          : undefined,
    });
    return meant;
  }
  if (named !== undefined) return named;
  if (told === undefined) return reportKindless(scope, text);
  if (typedKinds.includes(told)) reportUntyped(scope, map, text, told);
  else reportSecondKind(scope, map, told);
  return told;
}

function kindByNearKeys(map: LocatedMap): NodeKind | undefined {
  return kindByKeys((key) => map.entries.some((entry) => findNearest(entry.key, [key]) !== undefined));
}

function reportKindless({ reporter }: Scope, { name, at, remove }: NodeText): NodeKind {
  reporter.report({
    at: at.span,
    path: at.path,
    rule: 'node-kind',
    message: `“${name}” says nothing about what to do.`,
    expected: `call, workflow, wait, or type: ${typedKinds.join(', ')}`,
    actual: 'none of them',
    suggestion: { text: `Remove “${name}”, or let it call something.`, edits: remove(reporter) },
  });
  return 'call';
}

function reportUntyped({ reporter }: Scope, map: LocatedMap, { name, at }: NodeText, kind: NodeKind): void {
  reporter.report({
    at: at.span,
    path: at.path,
    rule: 'missing-key',
    message: `“${name}” looks like a ${kind} node, but does not say so.`,
    expected: `type: ${kind}`,
    actual: 'no type',
    suggestion: { text: `Add type: ${kind}`, edits: insertEntry(reporter.source, map, 'type', kind) },
  });
}

function reportSecondKind({ reporter }: Scope, map: LocatedMap, first: NodeKind): void {
  const second = map.entries.find(({ key }) => isSecondKind(map, key, first));
  if (second === undefined) return;
  reporter.report({
    at: second.keySpan,
    path: second.value.path,
    rule: 'node-kind',
    message: `A node does one thing: this one already has “${first}”.`,
    expected: 'one of call, workflow, wait',
    actual: `${first} and ${second.key}`,
    suggestion: {
      text: `Remove “${second.key}”, or make it a node of its own.`,
      edits: removeEntry(reporter.source, map, second),
    },
  });
}

/** Where no type decides, the first of these keys does; another beside it is one too many. */
function isSecondKind(map: LocatedMap, key: string, first: NodeKind): boolean {
  return (
    findEntry(map, 'type') === undefined &&
    key !== first &&
    ['call', 'workflow', 'wait'].includes(key) &&
    !typedKinds.includes(first)
  );
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

function readDependencies(scope: Scope, fields: Fields): readonly Pointer[] {
  const entry = fields.entry('depends_on');
  if (entry === undefined) return [];
  const { source } = scope.reporter;
  const list = entry.value.kind === 'list' ? entry.value : undefined;
  return (list?.items ?? [entry.value]).flatMap((item, at) => {
    const edits = () =>
      list === undefined || list.items.length === 1
        ? removeEntry(source, fields.map, entry)
        : removeItem(source, list, at);
    const otherwise = () => ({ text: 'Do not depend on it.', edits: edits() });
    return readPointer(scope, item, scope.nodeNames, { rule: 'unknown-node', what: 'node', otherwise }) ?? [];
  });
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
  const fields = readFields(scope.reporter, located, {
    what: 'An undo',
    keys: ['call', 'args'],
    required: { call: scope.operations?.names[0] ?? 'todo' },
  });
  return fields === undefined ? null : readCall(scope, fields);
}
