/** Draws the tasks of a run as lines that fit the size of the terminal. */
import { cleanText, cutText, displayWidth, paint, signs } from '../../drawing/index.ts';
import { oneLine } from '../print/clean-lines.ts';
import { cutEnd } from '../print/cut-end.ts';
import { durationText } from '../print/duration-text.ts';
import type { TaskRow } from './task-board.ts';

export interface BoardView {
  readonly title: string;
  readonly rows: readonly TaskRow[];
  readonly now: number;
  readonly columns: number;
  /** Maximum number of lines, including the title. */
  readonly lines: number;
  readonly colour: boolean;
}

export function drawBoard({ title, rows, now, columns, lines, colour }: BoardView): readonly string[] {
  // The last column stays empty: terminals differ in when they begin a new line.
  const width = Math.max(10, columns - 1);
  const { shown, hidden } = chooseRows(rows, Math.max(1, lines - 1));
  const names = shown.map((row) => cleanText(row.name));
  const indents = shown.map(({ depth }) => '  '.repeat(Math.min(depth, 6)));
  const widest = Math.max(0, ...names.map((name, at) => displayWidth(name) + (indents[at] ?? '').length));
  const room = Math.min(widest, Math.max(6, Math.floor(width * 0.5)));
  const drawn = shown.map((row, at) => {
    const indent = indents[at] ?? '';
    const name = cutText(names[at] ?? '', Math.max(1, room - indent.length));
    const filled = name + ' '.repeat(Math.max(0, room - indent.length - displayWidth(name)));
    const elapsed = durationText((row.until ?? now) - row.since).padStart(9);
    const plain = `${indent}${signs[row.state]} ${filled} ${elapsed}  ${oneLine(row.note)}`;
    const line = cutEnd(plain, width).trimEnd();
    return colour ? paint(line, row.state) : line;
  });
  const rest = hidden === 0 ? [] : [cutEnd(`  … and ${hidden} more`, width)];
  return [cutEnd(cleanText(title), width), ...rest, ...drawn];
}

/** If there is no room for all tasks, it shows those under way, then failed ones, then the latest. */
function chooseRows(
  rows: readonly TaskRow[],
  maxRows: number,
): { readonly shown: readonly TaskRow[]; readonly hidden: number } {
  if (rows.length <= maxRows) return { shown: rows, hidden: 0 };
  const room = Math.max(1, maxRows - 1);
  const ranked = rows
    .map((row, at) => ({ row, at }))
    .sort((a, b) => rankOf(a.row) - rankOf(b.row) || b.at - a.at)
    .slice(0, room)
    .sort((a, b) => a.at - b.at);
  return { shown: ranked.map(({ row }) => row), hidden: rows.length - ranked.length };
}

const rankOf = ({ state }: TaskRow): number => (state === 'under way' ? 0 : state === 'failed' ? 1 : 2);
