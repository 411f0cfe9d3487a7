/** Prints values as JSON without control characters. The text parses back to the same value. */
import { cleanText } from '../../drawing/index.ts';
import type { Host } from '../host/host.ts';

/** Control and formatting characters and line ends that JSON leaves unescaped. */
const unsafe = /[\u007f-\u009f\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;

export function printJson(host: Host, value: unknown): void {
  host.out(`${jsonText(value)}\n`);
}

export function jsonText(value: unknown, indent = 2): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replaceAll(unsafe, escapeLetter);
}

/** A result for display: a text without control characters as it is, other values as JSON. */
export function valueText(value: unknown): string {
  const isHarmless = typeof value === 'string' && value.split('\n').every((line) => cleanText(line) === line);
  return isHarmless ? value : jsonText(value);
}

/** As a surrogate pair if one unit is not enough. */
function escapeLetter(letter: string): string {
  return [...Array(letter.length).keys()]
    .map((at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}
