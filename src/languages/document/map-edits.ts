/**
 * Edits that add, change and remove entries of maps, in blocks, in brackets and in JSON. Edits of different entries
 * can be applied together. A value from an alias or a merge is edited where it is written.
 */
import type { Json, Span } from '../../expression/index.ts';
import {
  gapAt,
  indentAt,
  insertIntoBlock,
  insertIntoBrackets,
  insertUnder,
  onOwnLines,
} from './insert-part.ts';
import { findEntry, type LocatedEntry, type LocatedMap, type LocatedScalar } from './located.ts';
import { removeFromBlock, removeFromBrackets } from './remove-part.ts';
import type { SpanEdit } from './reporter.ts';
import { replaceScalar } from './scalar-edits.ts';
import type { SourceText } from './source-text.ts';
import { entryLines, flowEntries, flowText, keyText } from './yaml-text.ts';

export type NewEntry = readonly [key: string, value: Json];

/** A map, or the null in place of a map. */
export type MapTarget = LocatedMap | LocatedScalar;

/** Adds an entry after another, or as the last. */
export function insertEntry(
  source: SourceText,
  target: MapTarget,
  key: string,
  value: Json,
  options: { readonly after?: LocatedEntry } = {},
): readonly SpanEdit[] {
  return insertEntries(source, target, [[key, value]], options);
}

/** Adds several entries in one edit, which an empty map requires. */
export function insertEntries(
  source: SourceText,
  target: MapTarget,
  entries: readonly NewEntry[],
  options: { readonly after?: LocatedEntry } = {},
): readonly SpanEdit[] {
  const parts = flowEntries(entries, source.json);
  const lines = entries.flatMap(([key, value]) => entryLines(key, value, source.json));
  if (target.kind === 'scalar') {
    const { inFlow, span } = target;
    if (!inFlow && !source.json && span.start === span.end) return insertUnder(source, span.start, lines);
    return [{ span, text: `${gapAt(source, span.start)}{${parts.join(', ')}}` }];
  }
  const own = target.entries.filter(({ merged }) => !merged);
  const after = options.after !== undefined && own.includes(options.after) ? options.after : undefined;
  if (target.flow) return insertIntoBrackets(source, target.span, (after ?? own.at(-1))?.span, parts);
  return insertIntoBlock(source, target.span.start, (after ?? target).span.end, lines);
}

/** Removes a whole entry: in a block with its lines and comments, in brackets with a comma. */
export function removeEntry(source: SourceText, map: LocatedMap, entry: LocatedEntry): readonly SpanEdit[] {
  if (map.flow) return removeFromBrackets(source, entry.span);
  return removeFromBlock(source, map.span, entry.span, '{}');
}

export function renameKey(
  source: SourceText,
  map: LocatedMap,
  entry: LocatedEntry,
  key: string,
): readonly SpanEdit[] {
  const quoted = source.text[entry.keySpan.start] === '"';
  return [{ span: entry.keySpan, text: keyText(key, { json: source.json || quoted, flow: map.flow }) }];
}

/** Sets the value of a key: replaces the existing value, otherwise adds an entry. */
export function setEntry(source: SourceText, map: LocatedMap, key: string, value: Json): readonly SpanEdit[] {
  const entry = findEntry(map, key);
  if (entry === undefined || entry.merged) return insertEntry(source, map, key, value);
  const there = entry.value;
  if (isScalar(value) && there.kind === 'scalar' && isWithin(there.span, entry.span)) {
    return replaceScalar(source, there, value);
  }
  // Starts at the key and includes the colon, which may be missing.
  const span = { start: entry.keySpan.end, end: entry.span.end };
  if (map.flow || source.json) return [{ span, text: `: ${flowText(value, source.json)}` }];
  const [first = '', ...rest] = entryLines('a', value, false);
  const indent = indentAt(source, map.span.start);
  return [{ span, text: first.slice('a'.length) + onOwnLines(source, indent, rest) }];
}

/** Removes all entries of a map at once. */
export function clearMap(source: SourceText, map: LocatedMap): readonly SpanEdit[] {
  return removeFromBlock(source, map.span, map.span, '{}');
}

function isScalar(value: Json): value is null | boolean | number | string {
  return value === null || typeof value !== 'object';
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}
