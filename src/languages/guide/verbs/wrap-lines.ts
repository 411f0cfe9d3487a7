/** Wraps a text of several lines: list items have a hanging indent, and code stays as it is. */

import { cleanLines } from '../../../cli/print/clean-lines.ts';
import { wrapText } from '../../../cli/print/wrap-text.ts';
import { displayWidth } from '../../../drawing/index.ts';

/** Removes control characters. */
export function wrapLines(text: string, width: number): readonly string[] {
  let isCode = false;
  return cleanLines(text).flatMap((line) => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return isFence || isCode ? [line] : wrapLine(line, width);
  });
}

function wrapLine(line: string, width: number): readonly string[] {
  if (displayWidth(line) <= width) return [line.trimEnd()];
  const [, lead = '', rest = ''] = /^(\s*(?:(?:[-*+]|\d{1,3}[.)])\s+)?)(.*)$/.exec(line) ?? [];
  const hang = ' '.repeat(Math.min(displayWidth(lead), Math.floor(width / 2)));
  const [first = '', ...others] = wrapText(rest.trimEnd(), width - displayWidth(hang));
  return [`${lead}${first}`, ...others.map((each) => `${hang}${each}`)];
}
