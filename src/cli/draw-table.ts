/** Rows in columns: as wide as they need to be, but no wider than the terminal, as far as that can be. */
import { cutText, displayWidth } from '../drawing/index.ts';
import type { Host } from './host.ts';

export interface Column {
  /** Empty where it needs no name. */
  readonly head: string;
  /** It is cut where there is no room: a text that says something even so. */
  readonly cuts?: boolean;
}

const gap = 2;
/** Narrower than this a column says nothing. */
const minWidth = 8;

/** @param rows cells without anything that steers a terminal. Nothing is cut where no terminal is: programs read it. */
export function drawTable(
  { isTerminal, columns: width }: Pick<Host, 'isTerminal' | 'columns'>,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  // The last column of a terminal stays empty: terminals differ in when they begin a new line.
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
    // What names the row gets a line of its own.
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

/** The widest that may be cut gives way, as long as it says something. */
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
