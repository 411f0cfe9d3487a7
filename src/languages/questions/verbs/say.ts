/** Writes to the terminal of a dialogue: lines are wrapped at words. Commands that can be copied are not wrapped. */
import type { Host } from '../../../cli/host/host.ts';
import { cleanLines, oneLine } from '../../../cli/print/clean-lines.ts';
import { describeError, renderForCli } from '../../../cli/print/print-error.ts';
import { createStyles } from '../../../cli/print/styles.ts';
import { wrapText } from '../../../cli/print/wrap-text.ts';
import { displayWidth } from '../../../drawing/index.ts';
import type { ErrorDetails } from '../../../operations/index.ts';

export interface Screen {
  readonly host: Pick<Host, 'terminal'>;
}

const minWidth = 20;
const maxWidth = 100;

/** @param indent columns before each line */
export const wrapLine = ({ host }: Screen, line: string, indent: number): readonly string[] =>
  // The last column stays empty: terminals differ in when they wrap.
  wrapText(line, Math.max(minWidth, Math.min(maxWidth, host.terminal.size().columns - 1 - indent)));

/** Without control characters; no lines if the text is empty. */
export const wrapLines = (screen: Screen, text: string, indent: number): readonly string[] =>
  text.trim() === '' ? [] : cleanLines(text).flatMap((line) => wrapLine(screen, line, indent));

/**
 * @param line without control characters
 * @param lead before its first line; the others begin below its end
 * @param style of the lead
 */
export function sayAfter(
  screen: Screen,
  lead: string,
  line: string,
  style: (text: string) => string = (text) => text,
): void {
  const indent = displayWidth(lead);
  const lines = wrapLine(screen, line, indent);
  const text = lines.map((each, at) => `${at === 0 ? style(lead) : ' '.repeat(indent)}${each}\n`);
  screen.host.terminal.write(text.join(''));
}

/** @param line without control characters */
export const say = (screen: Screen, line: string): void => sayAfter(screen, '  ', line);

/** Not indented, as what belongs to no question. @param line without control characters */
export const sayNotice = (screen: Screen, line: string): void => sayAfter(screen, '', line);

export const sayProblem = (screen: Screen, message: string): void =>
  sayAfter(screen, '  ✗ ', oneLine(message), createStyles(screen.host.terminal.colour).bad);

export async function sayError(screen: Screen, details: ErrorDetails): Promise<void> {
  const text = describeError(await renderForCli(details), screen.host.terminal.colour);
  for (const line of text.trimEnd().split('\n')) {
    const [lead = ''] = /^ *(?:→ )?/.exec(line) ?? [];
    sayAfter(screen, lead, line.slice(lead.length));
  }
}
