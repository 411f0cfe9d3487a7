/**
 * Places the labels of lines: to the right of their line, in separate rows below all turns, where only vertical
 * lines occur. A label that does not fit gets a mark there, and its text goes to the list of marks.
 */
import type { Channel } from './channel.ts';
import { displayWidth, wrapWithin } from './clean-text.ts';
import type { Label } from './item.ts';

export interface PlacedLabel {
  /** First column of its text. */
  readonly column: number;
  readonly lines: readonly string[];
}

const signs = [
  ...Array.from({ length: 20 }, (_, index) => String.fromCodePoint(0x2460 + index)),
  ...Array.from({ length: 26 }, (_, index) => String.fromCodePoint(0x24d0 + index)),
  ...Array.from({ length: 26 }, (_, index) => String.fromCodePoint(0x24b6 + index)),
];

export const maxLabelLines = 3;

/** Further marks are wider than one character. */
export const maxMarks = signs.length;

function markOf(index: number): string {
  return signs[index] ?? `(${index + 1})`;
}

/** @returns the list of the marks: `① decide → reserve: seats > 0` */
export function listMarks(marked: readonly Label[]): string[] {
  return marked.map(({ from, to, text }, index) => `${markOf(index)} ${from} → ${to}: ${text}`);
}

/**
 * @param width columns of the whole drawing
 * @param marked the labels with a mark so far; labels that need one are added
 */
export function placeLabels({ lines }: Channel, width: number, marked: Label[]): PlacedLabel[] {
  const entries = lines.flatMap(({ to }) => to).sort((a, b) => a.column - b.column);
  return entries.flatMap(({ column, segment: { label } }, index): PlacedLabel[] => {
    if (label === null) return [];
    const next = entries[index + 1];
    const room = (next === undefined ? width : next.column - 1) - (column + 2);
    for (let count = 1; count <= maxLabelLines; count++) {
      const wide = Math.min(room, Math.max(1, displayWidth(label.text)));
      const text = wrapWithin(label.text, wide, count);
      if (text !== undefined) return [{ column: column + 2, lines: text }];
    }
    marked.push(label);
    return [{ column: column + 1, lines: [markOf(marked.length - 1)] }];
  });
}

export function rowsOf(labels: readonly PlacedLabel[]): number {
  return labels.reduce((rows, { lines }) => Math.max(rows, lines.length), 0);
}
