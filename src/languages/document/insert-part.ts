/** Inserts entries or items into a text, with the required line breaks and indentation, or commas. */
import type { Span } from '../../expression/index.ts';
import type { SpanEdit } from './reporter.ts';
import { lineEndOf, lineStartOf, type SourceText } from './source-text.ts';

/** On separate lines, after the line of `end`, indented like `start`. */
export function insertIntoBlock(
  source: SourceText,
  start: number,
  end: number,
  lines: readonly string[],
): readonly SpanEdit[] {
  const at = lineEndOf(source, end);
  return [{ span: { start: at, end: at }, text: onOwnLines(source, indentAt(source, start), lines) }];
}

/** On separate lines, below a key or a dash without a value. */
export function insertUnder(
  source: SourceText,
  offset: number,
  lines: readonly string[],
): readonly SpanEdit[] {
  const before = source.text.slice(lineStartOf(source, offset), offset);
  const column = /^\s*(?:-\s+)*/.exec(before)?.[0].length ?? 0;
  const dashAlone = /^\s*(?:-\s+)+$/.test(before);
  const indent = ' '.repeat(dashAlone ? before.lastIndexOf('-') + 2 : column + 2);
  const at = lineEndOf(source, offset);
  return [{ span: { start: at, end: at }, text: onOwnLines(source, indent, lines) }];
}

/** After a part, or as the first part of an empty collection. */
export function insertIntoBrackets(
  source: SourceText,
  whole: Span,
  after: Span | undefined,
  parts: readonly string[],
): readonly SpanEdit[] {
  if (after !== undefined) {
    const ownLine = source.text.slice(lineStartOf(source, after.start), after.start).trim() === '';
    const separator = ownLine ? `,${source.lineBreak}${indentAt(source, after.start)}` : ', ';
    const text = parts.map((part) => separator + part).join('');
    return [{ span: { start: after.end, end: after.end }, text }];
  }
  const start = whole.start + 1;
  const inside = source.text.slice(start, whole.end - 1).replace(/#[^\n]*/g, '');
  return [{ span: { start, end: start }, text: parts.join(', ') + (inside.trim() === '' ? '' : ', ') }];
}

/** The lines, each with a line break before it and indented. */
export function onOwnLines(source: SourceText, indent: string, lines: readonly string[]): string {
  return lines.map((line) => source.lineBreak + indent + line).join('');
}

/** The text before an offset on its line, as spaces. */
export function indentAt(source: SourceText, offset: number): string {
  return source.text.slice(lineStartOf(source, offset), offset).replace(/\S/g, ' ');
}

/** A space if another character directly precedes. */
export function gapAt(source: SourceText, offset: number): string {
  return /\S/.test(source.text[offset - 1] ?? ' ') ? ' ' : '';
}
