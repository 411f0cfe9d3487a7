/** Proposes another indentation for a line, or a block of lines, from the indentation of the lines around it. */
import type { RawError } from './compose.ts';
import type { Proposal, SpanEdit } from './reporter.ts';
import { lineAt, type TextLine } from './text-line.ts';

/** Number of lines that are examined for their parents. */
const maxLinesSearched = 100;
/** Number of indentations that are tried for each line. */
const maxMoves = 6;

interface Move {
  readonly line: TextLine;
  readonly by: number;
}

/** The line of the error and its neighbours; single lines before blocks, and the smallest move first. */
export function moveToNeighbours(text: string, error: RawError): readonly Proposal[] {
  const moves = suspectLines(text, error)
    .flatMap((line) => possibleMoves(text, line))
    .toSorted((a, b) => Math.abs(a.by) - Math.abs(b.by));
  const alone = moves.map(({ line, by }) => proposal(line, by, [moveLine(line, by)]));
  const blocks = moves.flatMap(({ line, by }) => {
    const edits = blockAt(text, line).map((each) => moveLine(each, by));
    return edits.length > 1 ? [proposal(line, by, edits)] : [];
  });
  return [...alone, ...blocks];
}

/**
 * The line where the parser fails, the lines after it, and the line whose indentation it expected; the likeliest
 * first.
 */
function suspectLines(text: string, { code, start, end }: RawError): readonly TextLine[] {
  const here = lineAt(text, start);
  const last = lineAt(text, Math.max(start, end - 1));
  const next = contentAfter(text, last);
  // A line that is indented too far is parsed as a continuation of the previous value.
  const isAbove = code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY';
  const lines = isAbove ? [next, last, here] : [last, here, next, contentBefore(text, here)];
  const content = lines.flatMap((line) => (line !== undefined && isContent(line) ? [line] : []));
  return [...new Map(content.map((line) => [line.start, line])).values()];
}

function possibleMoves(text: string, line: TextLine): readonly Move[] {
  const column = columnOf(line);
  const columns = [...openColumns(text, line, contentBefore), ...openColumns(text, line, contentAfter)];
  return [...new Set(columns)]
    .filter((wanted) => wanted !== column)
    .map((wanted) => ({ line, by: wanted - column }))
    .toSorted((a, b) => Math.abs(a.by) - Math.abs(b.by))
    .slice(0, maxMoves);
}

/** Possible indentations of a line: that of its neighbour, or of the neighbour's parents. */
function openColumns(text: string, line: TextLine, next: typeof contentBefore): readonly number[] {
  const columns: number[] = [];
  let minColumn = Number.POSITIVE_INFINITY;
  let neighbour = next(text, line);
  for (let left = maxLinesSearched; neighbour !== undefined && minColumn > 0 && left > 0; left -= 1) {
    for (const column of columnsIn(neighbour)) {
      if (column >= minColumn) continue;
      minColumn = column;
      columns.push(column);
    }
    neighbour = next(text, neighbour);
  }
  return columns;
}

/** Columns where a line starts: its dashes and the text after them; the innermost first. */
function columnsIn({ text }: TextLine): readonly number[] {
  const before = /^ *(?:- +)*/.exec(text)?.[0] ?? '';
  const dashes = [...before.matchAll(/-/g)].map(({ index }) => index);
  return [...dashes, before.length].toReversed();
}

function blockAt(text: string, first: TextLine): readonly TextLine[] {
  const lines = [first];
  let next = contentAfter(text, first);
  while (next !== undefined && columnOf(next) > columnOf(first)) {
    lines.push(next);
    next = contentAfter(text, next);
  }
  return lines;
}

function proposal(line: TextLine, by: number, edits: readonly SpanEdit[]): Proposal {
  return { text: `Indent by ${columnOf(line) + by} spaces.`, edits };
}

function moveLine({ start }: TextLine, by: number): SpanEdit {
  if (by > 0) return { span: { start, end: start }, text: ' '.repeat(by) };
  return { span: { start, end: start - by }, text: '' };
}

function columnOf(line: TextLine): number {
  return /^ */.exec(line.text)?.[0].length ?? 0;
}

function isContent({ text }: TextLine): boolean {
  return /^\s*[^\s#]/.test(text);
}

function contentBefore(text: string, { start }: TextLine): TextLine | undefined {
  let at = start;
  while (at > 0) {
    const line = lineAt(text, at - 1);
    if (isContent(line)) return line;
    at = line.start;
  }
  return undefined;
}

function contentAfter(text: string, { start, text: content }: TextLine): TextLine | undefined {
  let at = start + content.length + 1;
  while (at < text.length) {
    const line = lineAt(text, at);
    if (isContent(line)) return line;
    at = line.start + line.text.length + 1;
  }
  return undefined;
}
