/** Redraws lines at the bottom of a terminal, with one write per change to prevent flicker. */
import { displayWidth } from '../../drawing/index.ts';
import type { Terminal } from '../host/terminal.ts';

export interface Repainter {
  readonly paint: (lines: readonly string[]) => void;
  /** Removes the lines: the next output replaces them. */
  readonly clear: () => void;
  /** Leaves the lines in place. */
  readonly keep: () => void;
}

export function createRepainter(terminal: Terminal): Repainter {
  let before: readonly string[] = [];
  const goBack = () => {
    const { columns } = terminal.size();
    const rows = before.reduce((sum, line) => sum + rowsOf(line, columns), 0);
    return rows === 0 ? '' : `\r\u001b[${rows}A`;
  };
  return {
    paint: (lines) => {
      if (lines.length === before.length && lines.every((line, at) => line === before[at])) return;
      // Each line overwrites the previous one, and only the rest behind it is erased.
      terminal.write(`${goBack()}${lines.map((line) => `${line}\u001b[K\n`).join('')}\u001b[J`);
      before = lines;
    },
    clear: () => {
      if (before.length > 0) terminal.write(`${goBack()}\u001b[J`);
      before = [];
    },
    keep: () => {
      before = [];
    },
  };
}

/** Narrowing the window has wrapped the lines in it. */
function rowsOf(line: string, columns: number): number {
  const [first = '', ...painted] = line.split('\u001b[');
  const plain = first + painted.map((part) => part.replace(/^[\d;]*m/, '')).join('');
  return Math.max(1, Math.ceil(displayWidth(plain) / Math.max(1, columns)));
}
