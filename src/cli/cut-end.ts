/** Of a line the beginning says more than the end: what is too wide ends with a sign for the rest. */
import { displayWidth } from '../drawing/index.ts';

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
