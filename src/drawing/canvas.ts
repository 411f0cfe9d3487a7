/**
 * A grid of character cells. Each stroke stores its line, so a cell that two lines share in the same direction is
 * detected.
 */
import { letterWidth } from './clean-text.ts';
import { paint, type TaskState } from './task-state.ts';

interface Cell {
  readonly text: string;
  readonly state: TaskState;
}

interface Strokes {
  /** The vertical and the horizontal line in this cell. */
  vertical: Stroke | null;
  horizontal: Stroke | null;
  up: boolean;
  down: boolean;
  left: boolean;
  right: boolean;
}

/** A line of a drawing, compared by identity. */
export interface Stroke {
  readonly line: number;
  readonly dotted: boolean;
}

const glyphs: Readonly<Record<string, string>> = {
  ud: '│',
  u: '│',
  d: '│',
  lr: '─',
  l: '─',
  r: '─',
  dr: '┌',
  dl: '┐',
  ur: '└',
  ul: '┘',
  udr: '├',
  udl: '┤',
  dlr: '┬',
  ulr: '┴',
  udlr: '┼',
};

/** The characters of a dotted line. */
const dottedGlyphs: Readonly<Record<string, string>> = {
  '│': '┊',
  '─': '┄',
  '┌': '╭',
  '┐': '╮',
  '└': '╰',
  '┘': '╯',
};

export class Canvas {
  readonly #rows: (Cell | undefined)[][] = [];
  readonly #strokes = new Map<string, Strokes>();
  #clash = false;

  /** Writes characters, a wide one over two cells. */
  write(row: number, column: number, text: string, state: TaskState = 'waiting'): void {
    let at = column;
    for (const letter of text) {
      const width = letterWidth(letter);
      if (width === 0) {
        const before = this.#rows[row]?.[at - 1];
        if (before !== undefined) this.#set(row, at - 1, { ...before, text: before.text + letter });
        continue;
      }
      this.#set(row, at, { text: letter, state });
      if (width === 2) this.#set(row, at + 1, { text: '', state });
      at += width;
    }
  }

  /** Replaces the character of a written cell and keeps its colour. */
  mark(row: number, column: number, letter: string): void {
    const cell = this.#rows[row]?.[column];
    this.#set(row, column, { text: letter, state: cell?.state ?? 'waiting' });
  }

  /**
   * A vertical stroke in a column, from the middle (or the upper edge) of a row to that (or the lower edge) of
   * another.
   */
  down(column: number, [first, fromEdge]: Reach, [last, toEdge]: Reach, stroke: Stroke): void {
    for (let row = first; row <= last; row++) {
      const cell = this.#at(row, column);
      if (cell.vertical !== null && cell.vertical.line !== stroke.line) this.#clash = true;
      cell.vertical = stroke;
      cell.up ||= row > first || fromEdge;
      cell.down ||= row < last || toEdge;
    }
  }

  across(row: number, first: number, last: number, stroke: Stroke): void {
    for (let column = first; column <= last; column++) {
      const cell = this.#at(row, column);
      if (cell.horizontal !== null && cell.horizontal.line !== stroke.line) this.#clash = true;
      cell.horizontal = stroke;
      cell.left ||= column > first;
      cell.right ||= column < last;
    }
  }

  /** @returns the rows, or undefined if two lines could be taken for one */
  toLines(colour: boolean): string[] | undefined {
    for (const [key, cell] of this.#strokes) {
      const [row = 0, column = 0] = key.split(' ').map(Number);
      this.#set(row, column, { text: this.#glyphOf(cell), state: 'waiting' });
    }
    if (this.#clash) return undefined;
    return Array.from(this.#rows, (row) => lineOf(row ?? [], colour));
  }

  /** Where lines cross, the vertical one is drawn over the other. */
  #glyphOf(cell: Strokes): string {
    const { vertical, horizontal, up, down, left, right } = cell;
    const dotted = (vertical ?? horizontal)?.dotted === true;
    const crossing = vertical !== null && horizontal !== null && vertical.line !== horizontal.line;
    if (crossing && !(up && down && left && right)) this.#clash = true;
    const directions = crossing
      ? 'ud'
      : `${up ? 'u' : ''}${down ? 'd' : ''}${left ? 'l' : ''}${right ? 'r' : ''}`;
    const glyph = glyphs[directions] ?? ' ';
    return dotted ? (dottedGlyphs[glyph] ?? glyph) : glyph;
  }

  #set(row: number, column: number, cell: Cell): void {
    for (let missing = this.#rows.length; missing <= row; missing++) this.#rows.push([]);
    const cells = this.#rows[row];
    if (cells !== undefined) cells[column] = cell;
  }

  #at(row: number, column: number): Strokes {
    const key = `${row} ${column}`;
    const known = this.#strokes.get(key);
    if (known !== undefined) return known;
    const cell = { vertical: null, horizontal: null, up: false, down: false, left: false, right: false };
    this.#strokes.set(key, cell);
    return cell;
  }
}

/** A row, and whether the stroke extends to the edge of its cell. */
export type Reach = readonly [row: number, toEdge: boolean];

function lineOf(row: readonly (Cell | undefined)[], colour: boolean): string {
  let line = '';
  let run = '';
  let state: TaskState = 'waiting';
  for (const cell of Array.from(row, (each) => each ?? { text: ' ', state: 'waiting' as const })) {
    if (cell.state !== state) {
      line += colour ? paint(run, state) : run;
      run = '';
      state = cell.state;
    }
    run += cell.text;
  }
  return (line + (colour ? paint(run, state) : run)).trimEnd();
}
