/** A value in few words, for reasons and proposals. */
import type { Json } from '../../../expression/index.ts';
import { isList } from './lenient-equals.ts';

const longestShown = 40;
const mostShown = 6;

/** In quotes where it is a text: “small”, 5, true, a list of 3. */
export function shownValue(value: Json | undefined): string {
  return typeof value === 'string' ? `“${shortened(value)}”` : plainValue(value);
}

/** As proposals write it, whatever it is: 'small', '5'. */
export function quotedValue(value: Json | undefined): string {
  return `'${typeof value === 'string' ? shortened(value) : plainValue(value)}'`;
}

/** Some of many, in a row. */
export function listed(values: readonly string[]): string {
  const more = values.length - mostShown;
  return more > 0 ? `${values.slice(0, mostShown).join(', ')} and ${more} more` : values.join(', ');
}

function plainValue(value: Json | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  if (isList(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : String(value);
}

function shortened(text: string): string {
  const line = text.slice(0, 4 * longestShown).replaceAll(/\s+/g, ' ');
  const letters = [...line];
  return letters.length > longestShown || text.length > 4 * longestShown
    ? `${letters.slice(0, longestShown).join('')}…`
    : line;
}
