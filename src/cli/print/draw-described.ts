/** A table whose last column is a text: it is wrapped beside the others, or below them if they leave no room. */
import { displayWidth } from '../../drawing/index.ts';
import type { Host } from '../host/host.ts';
import { oneLine } from './clean-lines.ts';
import { wrapText } from './wrap-text.ts';

const gap = 2;
/** A narrower text is hard to read. */
const minText = 26;

/** @param rows as many cells as heads. Nothing is wrapped if the output is not a terminal: programs read it. */
export function drawDescribed(
  { isTerminal, columns }: Pick<Host, 'isTerminal' | 'columns'>,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const room = isTerminal ? columns - 1 : Number.POSITIVE_INFINITY;
  const all = [heads, ...rows].map((row) => row.map(oneLine));
  const widths = heads
    .slice(0, -1)
    .map((_, at) => Math.max(...all.map((row) => displayWidth(row[at] ?? ''))));
  const lead = widths.reduce((sum, width) => sum + width + gap, 0);
  const isBeside = room - lead >= minText;
  return all
    .flatMap((row, line) => {
      const cells = widths.map((width, at) => {
        const cell = row[at] ?? '';
        return cell + ' '.repeat(width + gap - displayWidth(cell));
      });
      const text = row.at(-1) ?? '';
      const first = cells.join('');
      if (isBeside) {
        const [head = '', ...more] = wrapText(text, room - lead);
        return [`${first}${head}`, ...more.map((each) => `${' '.repeat(lead)}${each}`)];
      }
      // Its heading would stand above nothing.
      const below = text === '' || line === 0 ? [] : wrapText(text, room - 2 * gap);
      return [first, ...below.map((each) => `${' '.repeat(2 * gap)}${each}`)];
    })
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}
