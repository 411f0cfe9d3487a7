/** Wraps words to lines of at most this many columns; a single word may be wider. */
import { displayWidth } from '../../drawing/index.ts';

export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.pop();
    if (line === undefined) lines.push(word);
    else if (displayWidth(line) + 1 + displayWidth(word) <= width) lines.push(`${line} ${word}`);
    else lines.push(line, word);
  }
  return lines;
}
