/** A node before it is parsed. */

import { removeItem } from '../document/list-edits.ts';
import type { Located, LocatedEntry, LocatedList, LocatedMap } from '../document/located.ts';
import { removeEntry } from '../document/map-edits.ts';
import type { Reporter, SpanEdit } from '../document/reporter.ts';
import type { GraphParseContext } from './graph-parse-context.ts';
import type { NodeContainer } from './node-keys.ts';
import type { GraphNode, SourceLocation } from './schema.ts';

export interface UnparsedNode {
  readonly name: string;
  readonly at: SourceLocation;
  readonly value: Located;
  /** Edits that remove it from its container. */
  readonly remove: (reporter: Reporter) => readonly SpanEdit[];
}

/** Parses nodes inside nodes; passed as a parameter because the parsers call each other. */
export type NodeReader = (
  context: GraphParseContext,
  node: UnparsedNode,
  container: NodeContainer,
) => GraphNode | undefined;

export const unparsedFromEntry = (map: LocatedMap, entry: LocatedEntry, name = entry.key): UnparsedNode => ({
  name,
  at: { span: entry.keySpan, path: entry.value.path },
  value: entry.value,
  remove: ({ source }) => removeEntry(source, map, entry),
});

export const unparsedFromItem = (
  list: LocatedList,
  index: number,
  value: Located,
  name: string,
): UnparsedNode => ({
  name,
  at: {
    span: value.kind === 'map' ? (value.entries[0]?.keySpan ?? value.span) : value.span,
    path: value.path,
  },
  value,
  remove: ({ source }) => removeItem(source, list, index),
});
