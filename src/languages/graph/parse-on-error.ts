/** Parses error handling: the retries of a node, and the fallback after them. */

import { describeLocated } from '../document/describe.ts';
import type { Located } from '../document/located.ts';
import { removeEntry } from '../document/map-edits.ts';
import { readShape, type ShapeFields } from '../document/read-shape.ts';
import { report } from '../document/report.ts';
import type { GraphParseContext } from './graph-parse-context.ts';
import { type NodeContainer, type NodeFields, onErrorKeys } from './node-keys.ts';
import { readPointer } from './parse-pointer.ts';
import { onErrorShape } from './part-shapes.ts';
import type { NodeKind, NodeRetry, Pointer } from './schema.ts';

export function readOnError(
  context: GraphParseContext,
  node: NodeFields,
  kind: NodeKind,
  container: NodeContainer,
): { readonly retry: NodeRetry | null; readonly fallback: Pointer | null } {
  const { reporter } = context;
  const located = node.value('on_error');
  const none = { retry: null, fallback: null };
  if (located === undefined) return none;
  const partial = node.value('on_partial_failure');
  const isCompensated = partial?.kind === 'scalar' && context.compensations.includes(String(partial.value));
  const hasFallback = container === 'graph' && !isCompensated;
  const fields = readShape(reporter, located, onErrorShape, {
    only: onErrorKeys(kind, hasFallback),
    whyMisplaced: (key) => {
      if (key === 'retry') return 'only calls are retried; in a loop it is a key of the step';
      if (key === 'delay' || key === 'backoff') return 'only calls are retried';
      if (key !== 'fallback') return undefined;
      return isCompensated
        ? 'on_partial_failure already handles failures'
        : 'only a node of the graph can have a fallback';
    },
  });
  if (fields === undefined) return none;
  const [limit, delay, backoff] = [fields.read('retry'), fields.read('delay'), fields.read('backoff')];
  const fallback = fields.value('fallback');
  return {
    retry: limit === 0 ? null : { limit, delay, backoff },
    fallback: fallback === undefined ? null : readFallback(context, node, fields, fallback),
  };
}

function readFallback(
  context: GraphParseContext,
  node: NodeFields,
  fields: ShapeFields<typeof onErrorShape.keys>,
  located: Located,
): Pointer | null {
  const { reporter } = context;
  const entry = fields.entry('fallback');
  const remove = () => (entry === undefined ? [] : removeEntry(reporter.source, fields.map, entry));
  const otherwise = () => ({ text: 'Remove it.', edits: remove() });
  const target = { rule: 'unknown-node', what: 'node', otherwise };
  const pointer = readPointer(context, located, context.nodeNames, target) ?? null;
  const isItself = pointer !== null && node.map.path.endsWith(`.${pointer.name}`);
  if (!isItself) return pointer;
  report(reporter, located, {
    rule: 'bad-value',
    message: 'A node cannot be its own fallback.',
    expected: 'another node',
    actual: describeLocated(located),
    suggestion: {
      text: 'Remove it. Use “retry” to run the node again.',
      edits: remove(),
    },
  });
  return null;
}
