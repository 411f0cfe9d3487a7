/** Parses error handling: the retries of a node, and the fallback after them. */

import { parseDuration } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import type { Located } from '../document/located.ts';
import { removeEntry } from '../document/map-edits.ts';
import { type MapFields, readMap } from '../document/read-map.ts';
import { readInteger, readOneOf } from '../document/read-value.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import type { GraphParseContext } from './graph-parse-context.ts';
import type { NodeContainer } from './node-keys.ts';
import { readPointer } from './parse-pointer.ts';
import type { NodeKind, NodeRetry, Pointer } from './schema.ts';

const defaultDelay = 1000;

export function readOnError(
  context: GraphParseContext,
  node: MapFields,
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
  const retries = kind === 'call' || kind === 'workflow' || kind === 'parallel';
  const fields = readMap(reporter, located, {
    what: 'on_error',
    keys: [...(retries ? ['retry', 'delay', 'backoff'] : []), ...(hasFallback ? ['fallback'] : [])],
    misplacedKeys: {
      retry: 'only calls are retried; in a loop it is a key of the step',
      delay: 'only calls are retried',
      backoff: 'only calls are retried',
      fallback: isCompensated
        ? 'on_partial_failure already handles failures'
        : 'only a node of the graph can have a fallback',
    },
  });
  if (fields === undefined) return none;
  const limit = readInteger(reporter, fields.value('retry'), 'retry', { minimum: 0 }) ?? 0;
  const delay = readDelay(reporter, fields.value('delay'));
  const backoff = readOneOf(
    reporter,
    fields.value('backoff'),
    ['fixed', 'linear', 'exponential'],
    'backoff',
    'fixed',
  );
  const fallback = fields.value('fallback');
  return {
    retry: limit === 0 ? null : { limit, delay, backoff },
    fallback: fallback === undefined ? null : readFallback(context, node, fields, fallback),
  };
}

function readFallback(
  context: GraphParseContext,
  node: MapFields,
  fields: MapFields,
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

/** Milliseconds, or a text like `5 seconds`. */
function readDelay(reporter: Reporter, located: Located | undefined): number {
  if (located === undefined) return defaultDelay;
  const value = located.kind === 'scalar' ? located.value : null;
  if (typeof value === 'number' && value >= 0) return value;
  const duration = typeof value === 'string' ? parseDuration(value) : undefined;
  if (duration !== undefined) return duration;
  report(reporter, located, {
    rule: 'bad-value',
    message: 'A delay must be a number of milliseconds or a duration.',
    expected: '1000, or a text like 5 seconds',
    actual: describeLocated(located),
    suggestion:
      located.kind === 'scalar'
        ? { text: 'Write 1 second', edits: replaceScalar(reporter.source, located, '1 second') }
        : undefined,
  });
  return defaultDelay;
}
