/**
 * Converts between offsets and positions of a text. Offsets count UTF-16 code units from 0 in the unchanged text;
 * lines and columns count from 1 as in editors, so a byte order mark has no column.
 */
import type { Span } from '../../expression/index.ts';

export interface SourceText {
  readonly path: string;
  readonly text: string;
  /** Start of each line. */
  readonly lineStarts: readonly number[];
  /** The line break of the text. */
  readonly lineBreak: '\n' | '\r\n';
  /** Whether inserted text must be JSON, not only YAML. */
  readonly json: boolean;
}

export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** From one position to another, the end excluded. */
export interface TextRange extends TextPosition {
  readonly endLine: number;
  readonly endColumn: number;
}

const byteOrderMark = '\ufeff';
const looksLikeJson = /^\ufeff?\s*[[{][\s[{]*"/;

export function createSourceText(source: { readonly path: string; readonly text: string }): SourceText {
  const { path, text } = source;
  const lineStarts = [text.startsWith(byteOrderMark) ? 1 : 0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  const lineBreak = text[text.indexOf('\n') - 1] === '\r' ? '\r\n' : '\n';
  return { path, text, lineStarts, lineBreak, json: /\.json$/i.test(path) || looksLikeJson.test(text) };
}

export function positionAt(source: SourceText, offset: number): TextPosition {
  const { lineStarts } = source;
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: Math.max(0, offset - (lineStarts[low] ?? 0)) + 1 };
}

/** A position outside the text is moved to the nearest one inside. */
export function offsetAt(source: SourceText, { line, column }: TextPosition): number {
  const index = Math.min(Math.max(line, 1), source.lineStarts.length) - 1;
  const start = source.lineStarts[index] ?? 0;
  const end = source.lineStarts[index + 1] ?? source.text.length + 1;
  return Math.min(Math.max(start + column - 1, start), end - 1);
}

export function rangeOf(source: SourceText, span: Span): TextRange {
  const start = positionAt(source, span.start);
  const end = positionAt(source, span.end);
  return { ...start, endLine: end.line, endColumn: end.column };
}

export function spanAt(source: SourceText, { line, column, endLine, endColumn }: TextRange): Span {
  const start = offsetAt(source, { line, column });
  return { start, end: Math.max(start, offsetAt(source, { line: endLine, column: endColumn })) };
}

export function lineStartOf(source: SourceText, offset: number): number {
  return source.lineStarts[positionAt(source, offset).line - 1] ?? 0;
}

/** End of the line of an offset, before its line break. */
export function lineEndOf(source: SourceText, offset: number): number {
  const next = source.text.indexOf('\n', offset);
  if (next < 0) return source.text.length;
  return next > offset && source.text[next - 1] === '\r' ? next - 1 : next;
}
