/** Lays out rows in columns that fit the width of the terminal. */
import { cutText, displayWidth } from '../../drawing/index.ts';
import type { Host } from '../host/host.ts';

export interface Column {
  /** Empty: no heading. */
  readonly head: string;
  /** Whether cells of this column may be cut to fit the terminal. */
  readonly cuts?: boolean;
}

const gap = 2;
/** Minimum width of a column that is cut. */
const minWidth = 8;

/** @param rows cells without control characters. Nothing is cut if the output is not a terminal: programs read it. */
export function drawTable(
  { isTerminal, columns: width }: Pick<Host, 'isTerminal' | 'columns'>,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  // The last column stays empty: terminals differ in when they wrap.
  const room = isTerminal ? width - 1 : Number.POSITIVE_INFINITY;
  const all = [columns.map(({ head }) => head), ...rows];
  return drawRows(columns, all, room)
    .flat()
    .map((line) => `${line}\n`)
    .join('');
}

/** @returns the lines of each row */
function drawRows(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  room: number,
): readonly (readonly string[])[] {
  const widths = fitWidths(
    columns,
    columns.map((_, at) => Math.max(...rows.map((row) => displayWidth(row[at] ?? '')))),
    room,
  );
  if (widthOf(widths) > room && columns.length > 2) {
    // The cell that names the row gets its own line.
    const below = drawRows(
      columns.slice(1),
      rows.map((row) => row.slice(1)),
      room - gap,
    );
    return rows.map((row, at) => [
      row[0] ?? '',
      ...(below[at] ?? []).map((line) => `${' '.repeat(gap)}${line}`.trimEnd()),
    ]);
  }
  return rows.map((row) => {
    const cells = widths.map((width, at) => {
      const cell = cutText(row[at] ?? '', width);
      return cell + ' '.repeat(Math.max(0, width - displayWidth(cell)));
    });
    return [cells.join(' '.repeat(gap)).trimEnd()];
  });
}

const widthOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width + gap, -gap);

/** Narrows the widest column that may be cut, down to the minimum width. */
function fitWidths(columns: readonly Column[], widths: readonly number[], room: number): readonly number[] {
  const fitted = [...widths];
  while (widthOf(fitted) > room) {
    const widest = Math.max(0, ...fitted.filter((_, at) => columns[at]?.cuts === true));
    const at = fitted.findIndex((width, each) => width === widest && columns[each]?.cuts === true);
    if (widest <= minWidth || at < 0) break;
    fitted[at] = widest - 1;
  }
  return fitted;
}
