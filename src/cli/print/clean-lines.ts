/** Prepares texts of several lines for display: control characters are removed, line breaks stay. */
import { cleanText } from '../../drawing/index.ts';

/** Returns at least one line; empty lines at the end are dropped. */
export function cleanLines(text: string): readonly string[] {
  return text.trimEnd().split(/\r?\n/).map(cleanText);
}

/** For fields that show a single line. */
export function oneLine(text: string): string {
  return cleanText(text.trim().replaceAll(/\s*[\r\n]\s*/g, ' '));
}
