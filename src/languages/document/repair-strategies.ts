/** Proposes repairs for a text that cannot be parsed, the likeliest first. The caller tests whether a repair helps. */
import type { RawError } from './compose.ts';
import { findOpenQuote } from './find-opening.ts';
import type { Proposal, SpanEdit } from './reporter.ts';
import { lineAt, type TextLine } from './text-line.ts';
import { doubleQuoted } from './yaml-text.ts';

export type RepairStrategy = (text: string, error: RawError) => readonly Proposal[];

/** Longer lines are not examined: they are not written by hand, and the search would take long. */
const maxLineLength = 1000;

const insert = (at: number, text: string): SpanEdit => ({ span: { start: at, end: at }, text });

/**
 * Replaces all tab indentation at once: a tab counts as the width that an editor shows, or as one level below the
 * previous line.
 */
export const spacesForTabs: RepairStrategy = (text) => {
  const indents = [...text.matchAll(/^ *\t[\t ]*/gm)];
  const proposal = (widthOf: (indent: string, at: number) => number): Proposal => ({
    text: 'Indent with spaces.',
    edits: indents.map(({ index, 0: indent }) => ({
      span: { start: index, end: index + indent.length },
      text: ' '.repeat(widthOf(indent, index)),
    })),
  });
  const widths = [2, 4, 8].map((width) =>
    proposal((indent) => indent.replaceAll('\t', ' '.repeat(width)).length),
  );
  return [...widths, ...[2, 0].map((step) => proposal((_, at) => indentBefore(text, at) + step))];
};

/** Indentation of the last non-empty line before. */
function indentBefore(text: string, at: number): number {
  let line = lineAt(text, at);
  while (line.start > 0) {
    line = lineAt(text, line.start - 1);
    const indent = /^ *(?=.*\S)/.exec(line.text)?.[0].length;
    if (indent !== undefined) return indent;
  }
  return 0;
}

/** At the end of a line with an odd quote, before brackets that close there. */
export const closeQuote: RepairStrategy = (text, { start }) => {
  const proposals: Proposal[] = [];
  const opening = findOpenQuote(text, start);
  const lines = linesUpTo(text, start).slice(-10);
  const first = opening === undefined ? [] : [lineAt(text, opening)];
  for (const line of [...first.filter((each) => each.start < (lines[0]?.start ?? 0)), ...lines]) {
    for (const quote of ['"', "'"]) {
      const content = line.text.trimEnd();
      if (countOf(content.replaceAll(/\\./g, ''), quote) % 2 === 0) continue;
      const inside = withoutClosing(content);
      for (const end of new Set([inside.length, content.length])) {
        proposals.push({ text: `Close the quote: ${quote}`, edits: [insert(line.start + end, quote)] });
      }
    }
  }
  return proposals;
};

/** One bracket, or all open brackets, after the last value. */
export const closeBracket: RepairStrategy = (text, { start }) => {
  const contentEnd = endOfContent(text, start);
  const closing = closingAt(text.slice(0, contentEnd));
  const proposals: Proposal[] = [];
  for (let count = 1; count <= closing.length; count += 1) {
    const brackets = closing.slice(0, count);
    for (const at of new Set([contentEnd, start])) {
      proposals.push({ text: `Close with ${brackets}`, edits: [insert(at, brackets)] });
    }
  }
  return proposals;
};

/** End of the last text before an offset that is neither whitespace nor a comment. */
function endOfContent(text: string, offset: number): number {
  let end = trimmedEnd(text, offset);
  for (;;) {
    const line = lineAt(text, Math.max(end - 1, 0));
    const comment = /(?:^|\s)#/.exec(text.slice(line.start, end));
    if (comment === null) return end;
    end = trimmedEnd(text, line.start + comment.index);
  }
}

function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && /[\]},\s]/.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** The closing brackets for all brackets open at the end of a text, the innermost first. */
function closingAt(text: string): string {
  let closing = '';
  for (const [sign] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[[\]{}]/g)) {
    if (sign === '[' || sign === '{') closing = (sign === '[' ? ']' : '}') + closing;
    else if (sign === ']' || sign === '}') closing = closing.slice(1);
  }
  return closing.slice(0, 8);
}

export const addComma: RepairStrategy = (text, { code, start, end }) => {
  const key = /\s+(?:"[^"\n]*"|'[^'\n]*'|[\w-]+)\s*:(?:\s|$)/.exec(text.slice(start, end));
  const at = code === 'BLOCK_IN_FLOW' && key !== null ? start + key.index : trimmedEnd(text, start);
  return [{ text: 'Add a comma.', edits: [insert(at, ',')] }];
};

/** After the key in brackets, or after the only word of a line. */
export const addColon: RepairStrategy = (text, { code, start }) => {
  const line = lineAt(text, start);
  const lineEnd = line.start + line.text.trimEnd().length;
  const at = code === 'MULTILINE_IMPLICIT_KEY' ? lineEnd : trimmedEnd(text, start);
  return [{ text: 'Add a colon.', edits: [insert(at, ':')] }];
};

export const spaceAfterColon: RepairStrategy = (text, { start }) => {
  const line = lineAt(text, start);
  const key = /^\s*(?:- +)*[\w-]+:(?=\S)/.exec(line.text);
  if (key === null) return [];
  return [{ text: 'Put a space after the colon.', edits: [insert(line.start + key[0].length, ' ')] }];
};

export const spaceBefore: RepairStrategy = (_, { start }) => [
  { text: 'Add a space.', edits: [insert(start, ' ')] },
];

export const doubleBackslash: RepairStrategy = (_, { start }) => [
  { text: 'Write \\\\.', edits: [insert(start, '\\')] },
];

export const removeSign: RepairStrategy = (text, { start }) => {
  if (!/[\]},]/.test(text[start] ?? '')) return [];
  return [{ text: `Remove “${text[start]}”.`, edits: [{ span: { start, end: start + 1 }, text: '' }] }];
};

/** A stray character before a key, in its indentation, or alone on a line. */
export const removeStray: RepairStrategy = (text, { start }) => {
  const here = lineAt(text, start);
  const before = lineAt(text, Math.max(0, here.start - 1));
  const after = lineAt(text, Math.min(text.length, here.start + here.text.length + 1));
  const quoted = lineAt(text, findOpenQuote(text, start) ?? start);
  const lines = new Map([here, before, after, quoted].map((line) => [line.start, line]));
  return [...lines.values()].flatMap((line) => {
    const indent = /^ *(?=[^\w\s#-](?: *(?:- +)*[\w-]+:(?:\s|$)|\s*$))/.exec(line.text)?.[0].length;
    if (indent === undefined) return [];
    const span = { start: line.start + indent, end: line.start + indent + 1 };
    return ['', ' '].map((instead) => ({
      text: `Remove “${text[span.start]}”.`,
      edits: [{ span, text: instead }],
    }));
  });
};

/** Puts the whole value of the line in quotes. */
export const quoteValue: RepairStrategy = (text, { start }) => {
  const line = lineAt(text, start);
  if (line.text.length > maxLineLength) return [];
  const match = /^(\s*(?:- +)*(?:(?:"[^"]*"|'[^']*'|[^\s"'#:][^:#]*):\s+)?)(\S.*?)(?:\s+#.*)?\s*$/.exec(
    line.text,
  );
  if (match === null) return [];
  const [, before = '', value = ''] = match;
  const from = line.start + before.length;
  const edits = [{ span: { start: from, end: from + value.length }, text: quoted(value) }];
  return [{ text: `Put the value in quotes: ${quoted(value)}`, edits }];
};

/** Outer quotes enclose the whole value if the inner ones do not look like quotes around a value. */
function quoted(value: string): string {
  const around = /^(['"])(.*)\1$/.exec(value);
  const apart = around !== null && new RegExp(`${around[1]}\\s.*\\s${around[1]}`).test(around[2] ?? '');
  const content = around === null || apart ? value : (around[2] ?? '');
  return /["\\]/.test(content) ? `'${content.replaceAll("'", "''")}'` : doubleQuoted(content);
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

function trimmedEnd(text: string, end: number): number {
  return text.slice(0, end).trimEnd().length;
}

function linesUpTo(text: string, offset: number): readonly TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  for (const line of text
    .slice(0, lineAt(text, offset).start + lineAt(text, offset).text.length)
    .split('\n')) {
    lines.push({ start, text: line });
    start += line.length + 1;
  }
  return lines;
}
