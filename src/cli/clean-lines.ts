/** Texts of several lines, as they may be shown: nothing in them steers a terminal, and their lines stay lines. */
import { cleanText } from '../drawing/index.ts';

/** One or more; empty lines at the end are left out. */
export function cleanLines(text: string): readonly string[] {
  return text.trimEnd().split(/\r?\n/).map(cleanText);
}

/** For places that have room for one line. */
export function oneLine(text: string): string {
  return cleanText(text.trim().replaceAll(/\s*[\r\n]\s*/g, ' '));
}
