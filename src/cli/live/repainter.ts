/** Lines at the bottom of a terminal that are drawn over: one write per change, so that nothing flickers. */
import { displayWidth } from '../../drawing/index.ts';
import type { Terminal } from '../terminal.ts';

export interface Repainter {
  readonly paint: (lines: readonly string[]) => void;
  /** Takes them away: what is written next stands in their place. */
  readonly clear: () => void;
  /** Leaves them as they stand. */
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
      // Each line is written over the one before it, and only what stands behind it is taken away.
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

/** A window that became narrower has broken the lines that were in it. */
function rowsOf(line: string, columns: number): number {
  const [first = '', ...painted] = line.split('\u001b[');
  const plain = first + painted.map((part) => part.replace(/^[\d;]*m/, '')).join('');
  return Math.max(1, Math.ceil(displayWidth(plain) / Math.max(1, columns)));
}
