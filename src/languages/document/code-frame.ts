/**
 * Formats the line of a text that a range marks, with carets below it. The output fits the terminal width, the
 * carets stay aligned under tabs and wide characters, and control characters of the text never reach the terminal.
 */
import { cleanText, displayWidth } from '../../drawing/index.ts';
import { createSourceText, lineEndOf, offsetAt, type TextRange } from './source-text.ts';

export interface FrameOptions {
  readonly colour?: boolean;
  /** Columns of the terminal. Default: 100. */
  readonly width?: number;
}

const tabWidth = 4;
const minRoom = 20;
/** Characters of a part that are measured: far more than a terminal shows. */
const maxMeasured = 4_000;

export function codeFrame(text: string, range: TextRange, options: FrameOptions = {}): string {
  const source = createSourceText({ path: '', text });
  const start = offsetAt(source, { line: range.line, column: 1 });
  const line = text.slice(start, lineEndOf(source, start));
  const from = Math.min(Math.max(range.column - 1, 0), line.length);
  const last = range.endLine > range.line ? line.length : Math.min(range.endColumn - 1, line.length);
  const to = Math.max(from, last);
  const parts = [
    line.slice(Math.max(0, from - maxMeasured), from),
    line.slice(from, Math.min(to, from + maxMeasured)),
    line.slice(to, to + maxMeasured),
  ];
  const gutter = `${range.line} │ `;
  const room = Math.max((options.width ?? 100) - displayWidth(gutter), minRoom);
  const { shown, before, marked } = cutToFit(toCells(parts), room);
  const carets = '^'.repeat(Math.max(1, marked));
  const paint = (part: string, code: string) => (options.colour ? `\u001b[${code}m${part}\u001b[0m` : part);
  const margin = `${' '.repeat(String(range.line).length)} │ `;
  return [paint(gutter, '2') + shown, paint(margin, '2') + ' '.repeat(before) + paint(carets, '1;31')].join(
    '\n',
  );
}

/** A displayed character with its combining marks. */
interface Cell {
  readonly shown: string;
  readonly width: number;
  readonly part: number;
}

function toCells(parts: readonly string[]): readonly Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  parts.forEach((text, part) => {
    for (const letter of text) {
      const shown = letter === '\t' ? ' '.repeat(tabWidth - (column % tabWidth)) : cleanText(letter);
      const width = displayWidth(shown);
      column += width;
      cells.push({ shown, width, part });
    }
  });
  return cells;
}

/** Cuts the line to the width, around the start of the marked range, which is always shown. */
function cutToFit(cells: readonly Cell[], room: number) {
  const total = widthOf(cells);
  const first = cells.findIndex(({ part }) => part > 0);
  const mark = widthOf(first < 0 ? cells : cells.slice(0, first));
  let from = 0;
  if (total > room && mark > room / 2) {
    // Reserves two columns for the ellipses.
    const skipped = Math.min(mark - Math.floor(room / 2), total - room + 2);
    for (let width = 0; width < skipped; from += 1) width += cells[from]?.width ?? 1;
  }
  const head = from > 0 ? '…' : '';
  const taken: Cell[] = [];
  let width = head.length;
  const rest = cells.slice(from);
  const maxWidth = head.length + widthOf(rest) > room ? room - 1 : room;
  for (const cell of rest) {
    if (width + cell.width > maxWidth) break;
    taken.push(cell);
    width += cell.width;
  }
  const tail = from + taken.length < cells.length ? '…' : '';
  return {
    shown: head + taken.map(({ shown }) => shown).join('') + tail,
    before: head.length + widthOf(taken.filter(({ part }) => part === 0)),
    marked: widthOf(taken.filter(({ part }) => part === 1)),
  };
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0);
}
