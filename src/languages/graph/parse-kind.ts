/** Determines the kind of a node, from its type or from its keys. */

import { findNearest } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import { findEntry, type LocatedEntry, type LocatedMap } from '../document/located.ts';
import { insertEntry, removeEntry } from '../document/map-edits.ts';
import { report } from '../document/report.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import type { GraphParseContext } from './graph-parse-context.ts';
import { kindByKeys, kindsIn, knownKeys, type NodeContainer, nodeKinds, typedKinds } from './node-keys.ts';
import type { NodeKind } from './schema.ts';
import type { UnparsedNode } from './unparsed-node.ts';

/**
 * `type` if present, otherwise derived from the keys.
 * @returns undefined if neither says it, which is reported
 */
export function readNodeKind(
  context: GraphParseContext,
  text: UnparsedNode,
  map: LocatedMap,
  container: NodeContainer,
): NodeKind | undefined {
  const { reporter } = context;
  const allowed = kindsIn(container);
  const written = findEntry(map, 'type') ?? misspeltType(map);
  const kindFromKeys = kindByKeys((key) => findEntry(map, key) !== undefined) ?? kindByNearKeys(map);
  const type = written?.value.kind === 'scalar' ? String(written.value.value) : undefined;
  const named = nodeKinds.find((kind) => kind === type);
  if (written !== undefined && (named === undefined || !allowed.includes(named))) {
    const near = findNearest(type ?? '', allowed);
    const meant =
      allowed.find((kind) => kind === near) ??
      (kindFromKeys !== undefined && allowed.includes(kindFromKeys) ? kindFromKeys : 'call');
    report(reporter, written.value, {
      rule: 'bad-value',
      message:
        named === undefined
          ? `Unknown type “${type ?? describeLocated(written.value)}”.`
          : `A ${named} node is not allowed here.`,
      expected: allowed.join(', '),
      actual: describeLocated(written.value),
      suggestion:
        written.value.kind === 'scalar'
          ? { text: `Write ${meant}`, edits: replaceScalar(reporter.source, written.value, meant) }
          : undefined,
    });
    return meant;
  }
  if (named !== undefined) return named;
  if (kindFromKeys === undefined) reportKindless(context, text, map);
  else if (typedKinds.includes(kindFromKeys)) reportUntyped(context, map, text, kindFromKeys);
  else reportSecondKind(context, map, kindFromKeys);
  return kindFromKeys;
}

/** The key parser reports an invalid value; a valid one counts. */
function misspeltType(map: LocatedMap): LocatedEntry | undefined {
  return map.entries.find(({ key }) => !knownKeys.has(key) && findNearest(key, ['type']) !== undefined);
}

function kindByNearKeys(map: LocatedMap): NodeKind | undefined {
  return kindByKeys((key) => map.entries.some((entry) => findNearest(entry.key, [key]) !== undefined));
}

function reportKindless(context: GraphParseContext, { name, at }: UnparsedNode, map: LocatedMap): void {
  const { reporter } = context;
  const operation = likelyOperation(context, name);
  reporter.report({
    at: at.span,
    path: at.path,
    rule: 'node-kind',
    message: `“${name}” has no action.`,
    expected: `call, workflow, wait, or type: ${typedKinds.join(', ')}`,
    actual: 'none of these keys',
    suggestion: {
      text: `Add call: ${operation}`,
      edits: insertEntry(reporter.source, map, 'call', operation),
    },
  });
}

/** The operation that a node of that name was likely intended to call. */
export function likelyOperation({ operations }: GraphParseContext, name: string): string {
  const known = operations?.names ?? [];
  return known.find((each) => each === name) ?? findNearest(name, known) ?? known[0] ?? 'todo';
}

function reportUntyped(
  { reporter }: GraphParseContext,
  map: LocatedMap,
  { name, at }: UnparsedNode,
  kind: NodeKind,
): void {
  reporter.report({
    at: at.span,
    path: at.path,
    rule: 'missing-key',
    message: `“${name}” looks like a ${kind} node, but has no type.`,
    expected: `type: ${kind}`,
    actual: 'no type',
    suggestion: { text: `Add type: ${kind}`, edits: insertEntry(reporter.source, map, 'type', kind) },
  });
}

function reportSecondKind({ reporter }: GraphParseContext, map: LocatedMap, first: NodeKind): void {
  const second = map.entries.find(({ key }) => isSecondKind(map, key, first));
  if (second === undefined) return;
  reporter.report({
    at: second.keySpan,
    path: second.value.path,
    rule: 'node-kind',
    message: `A node can have only one action. This one already has “${first}”.`,
    expected: 'one of call, workflow, wait',
    actual: `${first} and ${second.key}`,
    suggestion: {
      text: `Remove “${second.key}”, or move it into a separate node.`,
      edits: removeEntry(reporter.source, map, second),
    },
  });
}

/** Without a type, the first of these keys decides; a second one is an error. */
export function isSecondKind(map: LocatedMap, key: string, first: NodeKind): boolean {
  return (
    key !== first &&
    ['call', 'workflow', 'wait'].includes(key) &&
    !typedKinds.includes(first) &&
    findEntry(map, 'type') === undefined
  );
}
