/** Edits that add and remove items of lists, in blocks, in brackets and in JSON. */
import type { Json } from '../../expression/index.ts';
import { gapAt, insertIntoBlock, insertIntoBrackets, insertUnder } from './insert-part.ts';
import type { LocatedList, LocatedScalar } from './located.ts';
import { removeFromBlock, removeFromBrackets } from './remove-part.ts';
import type { SpanEdit } from './reporter.ts';
import { lineStartOf, type SourceText } from './source-text.ts';
import { flowText, itemLines } from './yaml-text.ts';

/** A list, or the null in place of a list. */
export type ListTarget = LocatedList | LocatedScalar;

export function appendItem(source: SourceText, target: ListTarget, value: Json): readonly SpanEdit[] {
  const part = flowText(value, source.json);
  const { span } = target;
  if (target.kind === 'scalar') {
    if (target.inFlow || source.json || span.start < span.end) {
      return [{ span, text: `${gapAt(source, span.start)}[${part}]` }];
    }
    return insertUnder(source, span.start, itemLines(value));
  }
  if (target.flow) return insertIntoBrackets(source, span, target.itemSpans.at(-1), [part]);
  return insertIntoBlock(source, span.start, span.end, source.json ? [`- ${part}`] : itemLines(value));
}

export function removeItem(source: SourceText, list: LocatedList, index: number): readonly SpanEdit[] {
  const span = list.itemSpans[index];
  if (span === undefined) return [];
  if (list.flow) return removeFromBrackets(source, span);
  const start = index === 0 ? list.span.start : dashOf(source, list, span.start);
  return removeFromBlock(source, list.span, { start, end: span.end }, '[]');
}

/** The dash of an item is in the column of the list, on the item's line or above it. */
function dashOf(source: SourceText, list: LocatedList, itemStart: number): number {
  const column = list.span.start - lineStartOf(source, list.span.start);
  let lineStart = lineStartOf(source, itemStart);
  while (lineStart > list.span.start && !isDash(source.text, lineStart, column)) {
    lineStart = lineStartOf(source, lineStart - 1);
  }
  return lineStart + column;
}

function isDash(text: string, lineStart: number, column: number): boolean {
  return text[lineStart + column] === '-' && text.slice(lineStart, lineStart + column).trim() === '';
}
