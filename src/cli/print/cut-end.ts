/** Truncates a line that is too wide and marks the cut with an ellipsis. */
import { displayWidth } from '../../drawing/index.ts';

export function cutEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let cut = '';
  let used = 0;
  for (const letter of text) {
    used += displayWidth(letter);
    if (used > width - 1) break;
    cut += letter;
  }
  return `${cut}…`;
}
