/** Removes an entry or an item from a text, with its lines and comments, or its comma. */
import type { Span } from '../../expression/index.ts';
import type { SpanEdit } from './reporter.ts';
import { lineEndOf, lineStartOf, type SourceText } from './source-text.ts';

/** The line break before a part is removed with it, so that adjacent parts can be removed together. */
export function removeFromBlock(
  source: SourceText,
  whole: Span,
  part: Span,
  empty: string,
): readonly SpanEdit[] {
  if (whole.start === part.start && whole.end === part.end) return [emptied(source, whole, empty)];
  const { text } = source;
  const lineStart = lineStartOf(source, part.start);
  const end = endOfLines(source, part);
  if (/\S/.test(text.slice(lineStart, part.start).replace(/\?\s+$/, ''))) {
    // The dash of the list is kept for the next part.
    return [{ span: { start: part.start, end: nextContent(source, end) }, text: '' }];
  }
  if (lineStart === source.lineStarts[0]) {
    return [{ span: { start: lineStart, end: afterLineBreak(source, end) }, text: '' }];
  }
  return [{ span: { start: lineEndOf(source, text.lastIndexOf('\n', lineStart - 2) + 1), end }, text: '' }];
}

/**
 * After the key or the dash of the line above, if there is one: a bracket must not start left of a key's first
 * letter.
 */
function emptied(source: SourceText, whole: Span, empty: string): SpanEdit {
  const above = source.text.slice(0, lineStartOf(source, whole.start));
  const ownLine = source.text.slice(above.length, whole.start).trim() === '';
  if (!ownLine || above.trim() === '') return { span: whole, text: empty };
  const opens = /(?:^|\n)[^#\n]*[:-]\s*$/.test(above);
  if (!opens) return { span: whole, text: ` ${empty}` };
  return { span: { start: above.trimEnd().length, end: whole.end }, text: ` ${empty}` };
}

/** End of the last line of a part, including comments that are indented deeper. */
function endOfLines(source: SourceText, part: Span): number {
  const column = part.start - lineStartOf(source, part.start);
  let end = lineEndOf(source, part.end);
  for (;;) {
    const next = afterLineBreak(source, end);
    const indent = /^[ \t]*(?=#)/.exec(source.text.slice(next, lineEndOf(source, next)))?.[0].length ?? 0;
    if (next === end || indent <= column) return end;
    end = lineEndOf(source, next);
  }
}

function nextContent(source: SourceText, lineEnd: number): number {
  let at = lineEnd;
  for (;;) {
    const next = afterLineBreak(source, at);
    if (next === at) return lineEnd;
    at = lineEndOf(source, next);
    const line = source.text.slice(next, at);
    if (/^[ \t]*[^\s#]/.test(line)) return next + (/^[ \t]*/.exec(line)?.[0].length ?? 0);
  }
}

function afterLineBreak({ text }: SourceText, lineEnd: number): number {
  if (text.startsWith('\r\n', lineEnd)) return lineEnd + 2;
  return text[lineEnd] === '\n' ? lineEnd + 1 : lineEnd;
}

/** The comma after a part is removed with it; for the last part, the comma before it. */
export function removeFromBrackets({ text }: SourceText, part: Span): readonly SpanEdit[] {
  const gap = /(?:\s|#[^\n]*)*/y;
  gap.lastIndex = part.end;
  gap.exec(text);
  const comma = gap.lastIndex;
  if (text[comma] === ',') {
    const rest = /[ \t]*(?:#[^\n]*)?\s*/y;
    rest.lastIndex = comma + 1;
    rest.exec(text);
    // Keeps the space that a comment requires.
    const end = text[rest.lastIndex] === '#' ? text.lastIndexOf('\n', rest.lastIndex) + 1 : rest.lastIndex;
    return [{ span: { start: part.start, end: Math.max(end, comma + 1) }, text: '' }];
  }
  let start = part.start;
  while (start > 0 && /\s/.test(text[start - 1] ?? '')) start -= 1;
  return [{ span: { start: text[start - 1] === ',' ? start - 1 : part.start, end: part.end }, text: '' }];
}
