/** Draws the frame around a text drawing: the title above, and the notes below. */
import { cutText, displayWidth } from './clean-text.ts';
import { wrapHanging } from './wrap-hanging.ts';

/** Maximum width of text if the drawing is narrower. */
const textWidth = 56;
const narrow = 48;

/** Columns of the frame on both sides together. */
export function frameMargin(width: number): number {
  return width < narrow ? 4 : 6;
}

export interface Framed {
  readonly title: string;
  /** The kind of thing that the title names. */
  readonly what: string;
  /** The lines of the drawing; they may contain colours. */
  readonly picture: readonly string[];
  /** Sections of text, each with an empty line before it. */
  readonly sections: readonly (readonly string[])[];
}

export function frame({ title, what, picture, sections }: Framed, width: number): string[] {
  const room = width - frameMargin(width);
  const widest = picture.reduce((max, line) => Math.max(max, shownWidth(line)), 0);
  const text = Math.min(room, Math.max(widest, textWidth));
  const filled = sections.filter((section) => section.length > 0);
  const below = filled.flatMap((section) => ['', ...section.flatMap((line) => wrapHanging(line, text))]);
  const heading = ` ${what}: ${title} `;
  const inner = Math.min(room, Math.max(widest, displayWidth(heading), ...below.map(displayWidth)));
  const side = ' '.repeat(frameMargin(width) / 2 - 1);
  const bar = inner + 2 * side.length;
  const name = cutText(heading, bar - 2);
  const row = (line: string) => `│${side}${line}${' '.repeat(Math.max(0, inner - shownWidth(line)))}${side}│`;
  return [
    `┌─${name}${'─'.repeat(bar - 1 - displayWidth(name))}┐`,
    ...['', ...picture, ...below, ...(below.length > 0 ? [] : [''])].map(row),
    `└${'─'.repeat(bar)}┘`,
  ];
}

function shownWidth(line: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what colours are made of
  return displayWidth(line.replace(/\u001b\[[\d;]*m/g, ''));
}
