/** Values as JSON that reads back as it was, and in which nothing can steer a terminal. */
import { cleanText } from '../drawing/index.ts';
import type { Host } from './host.ts';

/** Controls, formatting and the ends of lines that JSON leaves as they are. */
const unsafe = /[\u007f-\u009f\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;

export function printJson(host: Host, value: unknown): void {
  host.out(`${jsonText(value)}\n`);
}

export function jsonText(value: unknown, indent = 2): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replaceAll(unsafe, escapeLetter);
}

/** As a result is shown: a text as it is where nothing in it steers a terminal, all else as JSON. */
export function valueText(value: unknown): string {
  const isHarmless = typeof value === 'string' && value.split('\n').every((line) => cleanText(line) === line);
  return isHarmless ? value : jsonText(value);
}

/** In the halves that JSON knows, where one is not enough. */
function escapeLetter(letter: string): string {
  return [...Array(letter.length).keys()]
    .map((at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}
