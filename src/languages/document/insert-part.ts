/** Puts entries or items into the text, with what has to stand around them: line breaks and indentation, or commas. */
import type { Span } from '../../expression/index.ts';
import type { SpanEdit } from './reporter.ts';
import { lineEndOf, lineStartOf, type SourceText } from './source-text.ts';

/** On lines of their own, after the line where `end` stands, as far in as `start`. */
export function insertIntoBlock(
  source: SourceText,
  start: number,
  end: number,
  lines: readonly string[],
): readonly SpanEdit[] {
  const at = lineEndOf(source, end);
  return [{ span: { start: at, end: at }, text: onOwnLines(source, indentAt(source, start), lines) }];
}

/** On lines of their own, under a key or a dash that has nothing yet. */
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

/** After a part, or as the first where there is none. */
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

/** The lines, each after a line break and indented. */
export function onOwnLines(source: SourceText, indent: string, lines: readonly string[]): string {
  return lines.map((line) => source.lineBreak + indent + line).join('');
}

/** What stands before an offset on its line, as space. */
export function indentAt(source: SourceText, offset: number): string {
  return source.text.slice(lineStartOf(source, offset), offset).replace(/\S/g, ' ');
}

/** A space where something stands directly before. */
export function gapAt(source: SourceText, offset: number): string {
  return /\S/.test(source.text[offset - 1] ?? ' ') ? ' ' : '';
}
