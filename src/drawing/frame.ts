/** The frame around a text drawing: its title above, and below the picture what is told in words. */
import { cutText, displayWidth } from './clean-text.ts';
import { wrapHanging } from './wrap-hanging.ts';

/** Text is not spread wider than this where the picture is narrower. */
const textWidth = 56;
const narrow = 48;

/** Columns that the frame takes on both sides together. */
export function frameMargin(width: number): number {
  return width < narrow ? 4 : 6;
}

export interface Framed {
  readonly title: string;
  /** What the title names. */
  readonly what: string;
  /** Lines as they are shown; they may carry colours. */
  readonly picture: readonly string[];
  /** Sections of text, with a line free before each. */
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
