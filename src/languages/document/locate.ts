/**
 * Turns nodes of the YAML package into located data: resolves aliases and merges, converts keys to texts and checks
 * that they are unique.
 */
import {
  isAlias,
  isMap,
  isScalar,
  type Range as NodeRange,
  type Pair,
  type ParsedNode,
  type Scalar,
} from 'yaml';
import type { Span } from '../../expression/index.ts';
import {
  type Located,
  type LocatedEntry,
  type LocatedList,
  type LocatedMap,
  type LocatedScalar,
  pathOfItem,
  pathOfKey,
} from './located.ts';

export type LocateProblem =
  | {
      readonly kind: 'duplicate-key';
      readonly map: LocatedMap;
      readonly entry: LocatedEntry;
      readonly first: Span;
    }
  | { readonly kind: 'complex-key' | 'not-finite' | 'bad-merge'; readonly at: Span; readonly path: string };

/** The node that an alias refers to; undefined if it was refused. */
export type Aliases = ReadonlyMap<ParsedNode, ParsedNode>;

type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

interface LocateContext {
  readonly text: string;
  /** The anchored nodes inside brackets. */
  readonly anchoredInFlow: Set<ParsedNode>;
  readonly aliases: Aliases;
  readonly problem: (problem: LocateProblem) => void;
}

export function locate(
  text: string,
  contents: ParsedNode,
  aliases: Aliases,
  problem: (problem: LocateProblem) => void,
): Located {
  return locateNode({ text, aliases, problem, anchoredInFlow: new Set() }, contents, '', false);
}

function locateNode(context: LocateContext, node: ParsedNode, path: string, inFlow: boolean): Located {
  if (isAlias(node)) {
    const target = context.aliases.get(node);
    if (target === undefined) return nullScalarAt(spanOf(node.range), path, inFlow);
    return locateNode(context, target, path, context.anchoredInFlow.has(target));
  }
  if (node.anchor !== undefined && inFlow) context.anchoredInFlow.add(node);
  if (isScalar(node)) return locateScalar(context, node, path, inFlow);
  const flow = inFlow || node.flow === true;
  return isMap(node) ? locateMap(context, node, path, flow) : locateList(context, node, path, flow);
}

function locateScalar(
  context: LocateContext,
  node: Scalar & { range: NodeRange },
  path: string,
  inFlow: boolean,
): LocatedScalar {
  const block = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  const span = block ? withoutLastBreak(context.text, spanOf(node.range)) : spanOf(node.range);
  const { value } = node;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    context.problem({ kind: 'not-finite', at: span, path });
    const text = context.text.slice(span.start, span.end);
    return { kind: 'scalar', value: text, style: 'plain', inFlow, span, path };
  }
  const plain = value === null || ['boolean', 'number', 'string'].includes(typeof value);
  const style = block ? 'block' : (styles[node.type ?? ''] ?? 'plain');
  const known = plain ? (value as LocatedScalar['value']) : String(value);
  return { kind: 'scalar', value: known, style, inFlow, span, path };
}

const styles: Readonly<Record<string, LocatedScalar['style']>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
};

function locateList(
  context: LocateContext,
  node: { readonly items: readonly ParsedNode[]; readonly range: NodeRange },
  path: string,
  flow: boolean,
): LocatedList {
  const items = node.items.map((item, index) => locateNode(context, item, pathOfItem(path, index), flow));
  const itemSpans = node.items.map((item, index) => writtenSpan(item, items[index]?.span));
  const span = flow
    ? spanOf(node.range)
    : { start: node.range[0], end: itemSpans.at(-1)?.end ?? node.range[0] };
  return { kind: 'list', items, itemSpans, flow, span, path };
}

function locateMap(
  context: LocateContext,
  node: { readonly items: readonly ParsedPair[]; readonly range: NodeRange },
  path: string,
  flow: boolean,
): LocatedMap {
  const entries = new Map<string, LocatedEntry>();
  const merged: LocatedEntry[] = [];
  const again: LocatedEntry[] = [];
  let end = node.range[0];
  for (const pair of node.items) {
    const entry = locateEntry(context, pair, path, flow);
    end = entry.span.end;
    if (isMergeKey(pair.key)) merged.push(...mergedEntries(context, entry, path));
    else if (entries.has(entry.key)) again.push(entry);
    else entries.set(entry.key, entry);
  }
  for (const entry of merged) if (!entries.has(entry.key)) entries.set(entry.key, entry);
  const span = flow ? spanOf(node.range) : { start: node.range[0], end };
  const map: LocatedMap = { kind: 'map', entries: [...entries.values()], flow, span, path };
  for (const entry of again) {
    const first = entries.get(entry.key)?.keySpan ?? entry.keySpan;
    context.problem({ kind: 'duplicate-key', map, entry, first });
  }
  return map;
}

function locateEntry(context: LocateContext, pair: ParsedPair, path: string, inFlow: boolean): LocatedEntry {
  const keySpan = spanOf(pair.key.range);
  const key = keyOfNode(context, pair.key);
  if (key === undefined) context.problem({ kind: 'complex-key', at: keySpan, path });
  const pathOfValue = pathOfKey(path, key ?? '?');
  const value =
    pair.value === null
      ? nullScalarAt({ start: keySpan.end, end: keySpan.end }, pathOfValue, inFlow)
      : locateNode(context, pair.value, pathOfValue, inFlow);
  const end = pair.value === null ? keySpan.end : writtenSpan(pair.value, value.span).end;
  return { key: key ?? '?', keySpan, value, span: { start: keySpan.start, end }, merged: false };
}

/** A key is a text; a number or null becomes the text that it is written with. */
function keyOfNode(context: LocateContext, node: ParsedNode): string | undefined {
  const key = isAlias(node) ? context.aliases.get(node) : node;
  if (key === undefined || !isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : (key.source ?? '');
}

function isMergeKey(key: ParsedNode): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

/** The maps that `<<` merges: one map, or several, of which the first with a key wins. */
function mergedEntries(
  context: LocateContext,
  { value, span }: LocatedEntry,
  path: string,
): readonly LocatedEntry[] {
  const maps = value.kind === 'list' ? value.items : [value];
  return maps.flatMap((map) => {
    if (map.kind === 'map') return map.entries.map((entry) => ({ ...movedEntry(entry, path), merged: true }));
    context.problem({ kind: 'bad-merge', at: span, path });
    return [];
  });
}

function movedEntry(entry: LocatedEntry, path: string): LocatedEntry {
  return { ...entry, value: moved(entry.value, pathOfKey(path, entry.key)) };
}

function moved(located: Located, path: string): Located {
  switch (located.kind) {
    case 'scalar':
      return { ...located, path };
    case 'list':
      return {
        ...located,
        path,
        items: located.items.map((item, index) => moved(item, pathOfItem(path, index))),
      };
    case 'map':
      return { ...located, path, entries: located.entries.map((entry) => movedEntry(entry, path)) };
  }
}

function nullScalarAt(span: Span, path: string, inFlow: boolean): LocatedScalar {
  return { kind: 'scalar', value: null, style: 'plain', inFlow, span, path };
}

function writtenSpan(node: ParsedNode, located: Span | undefined): Span {
  return isAlias(node) || located === undefined ? spanOf(node.range) : located;
}

function spanOf(range: NodeRange): Span {
  return { start: range[0], end: range[1] };
}

/** The final line break is part of a block; an edit of the content keeps it. */
function withoutLastBreak(text: string, { start, end }: Span): Span {
  if (text[end - 1] !== '\n') return { start, end };
  return { start, end: text[end - 2] === '\r' ? end - 2 : end - 1 };
}
