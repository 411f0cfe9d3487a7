/** Edits that change the value of a scalar and keep its style if that is valid. */
import { gapAt } from './insert-part.ts';
import type { LocatedScalar } from './located.ts';
import type { SpanEdit } from './reporter.ts';
import { spanIn } from './scalar-offset.ts';
import { lineStartOf, type SourceText } from './source-text.ts';
import { doubleQuoted, isPlainText, type ScalarValue, scalarText, unprintable } from './yaml-text.ts';

export function replaceScalar(
  source: SourceText,
  scalar: LocatedScalar,
  value: ScalarValue,
): readonly SpanEdit[] {
  const options = { json: source.json, flow: scalar.inFlow };
  const { start, end } = scalar.span;
  const block =
    scalar.style === 'block' && typeof value === 'string' ? asBlock(source, scalar, value) : undefined;
  const style = typeof scalar.value === 'string' ? scalar.style : 'plain';
  const text = block ?? scalarText(value, options, style);
  const gap = start === end ? gapAt(source, start) : '';
  return [{ span: scalar.span, text: gap + text }];
}

/** Replaces the characters of the value from one index to another, the end excluded. */
export function replaceInScalar(
  source: SourceText,
  scalar: LocatedScalar,
  from: number,
  to: number,
  text: string,
): readonly SpanEdit[] {
  const value = String(scalar.value ?? '');
  const changed = value.slice(0, from) + text + value.slice(to);
  const span = spanIn(source, scalar, from, to);
  const around = spanIn(source, scalar, Math.max(0, from - 1), Math.min(value.length, to + 1));
  // Next to a line break the result of folding is uncertain.
  const folded = source.text.slice(around.start, around.end).includes('\n');
  if (folded || typeof scalar.value !== 'string') return replaceScalar(source, scalar, changed);
  switch (scalar.style) {
    case 'double':
      return [{ span, text: doubleQuoted(text).slice(1, -1) }];
    case 'single':
      if (unprintable.test(text)) break;
      return [{ span, text: text.replaceAll("'", "''") }];
    case 'plain':
      if (!isPlainText(changed, { json: source.json, flow: scalar.inFlow })) break;
      return [{ span, text }];
    case 'block':
      if (unprintable.test(text) || from === 0 || changed.slice(from).trim() === '') break;
      return [{ span, text }];
  }
  return replaceScalar(source, scalar, changed);
}

/** The value as a literal block; undefined if it needs escapes or an indentation indicator. */
function asBlock(source: SourceText, scalar: LocatedScalar, value: string): string | undefined {
  const lines = value.replace(/\n$/, '').split('\n');
  if (/^\s|\n\n$/.test(value) || value === '' || lines.some((line) => unprintable.test(line))) {
    return undefined;
  }
  const { text } = source;
  const header = text.indexOf('\n', scalar.span.start);
  const written = text.slice(header + 1, scalar.span.end);
  const indent = /^(?:[ \t]*\r?\n)*( +)/.exec(written)?.[1] ?? `${lineIndent(source, scalar.span.start)}  `;
  const body = lines.map((line) => (line === '' ? '' : indent + line)).join(source.lineBreak);
  return `|${value.endsWith('\n') ? '' : '-'}${source.lineBreak}${body}`;
}

function lineIndent(source: SourceText, offset: number): string {
  const start = lineStartOf(source, offset);
  return /^ */.exec(source.text.slice(start, offset))?.[0] ?? '';
}
