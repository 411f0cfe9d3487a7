/** Rows in columns: as wide as they need to be, and cut in the widest column where the terminal is too narrow. */
import { cutText, displayWidth } from '../drawing/index.ts';

const gap = 2;
/** Narrower than this a column says nothing. */
const narrowest = 8;

/** @param heads empty where a column needs no name @param rows cells without anything that steers a terminal */
export function drawTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): string {
  const all = [heads, ...rows];
  const widths = fitWidths(
    heads.map((_, at) => Math.max(...all.map((row) => displayWidth(row[at] ?? '')))),
    Math.max(40, columns - 1),
  );
  return all
    .map((row) => {
      const cells = widths.map((width, at) => {
        const cell = cutText(row[at] ?? '', width);
        return cell + ' '.repeat(Math.max(0, width - displayWidth(cell)));
      });
      return `${cells.join(' '.repeat(gap)).trimEnd()}\n`;
    })
    .join('');
}

/** The first column names the row, and is never cut. */
function fitWidths(widths: readonly number[], columns: number): readonly number[] {
  const fitted = [...widths];
  const total = () => fitted.reduce((sum, width) => sum + width + gap, -gap);
  while (total() > columns) {
    const widest = Math.max(...fitted.slice(1));
    const at = fitted.indexOf(widest, 1);
    if (widest <= narrowest || at < 0) break;
    fitted[at] = widest - 1;
  }
  return fitted;
}
