/** Wraps longer texts below a drawing: `Params: origin (str), …` over several lines. */
import { cutText, displayWidth, wrapWords } from './clean-text.ts';

/** Lines after the first align after `Params:`; the text between two commas stays together. */
export function wrapHanging(line: string, width: number): string[] {
  const head = /^(?:[^:]{1,14}: |\S )/.exec(line)?.[0] ?? '';
  const indent = displayWidth(head) > width / 2 ? '' : ' '.repeat(displayWidth(head));
  const room = width - indent.length;
  const pieces = line
    .slice(head.length)
    .split(/(?<=,) /)
    .flatMap((piece) => (displayWidth(piece) <= room ? [piece] : piece.split(' ')))
    .map((word) => cutText(word, room));
  return wrapWords(head === '' ? pieces : [head.trimEnd(), ...pieces], width, indent);
}
