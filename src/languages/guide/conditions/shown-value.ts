/** A value in few words, for reasons. */
import type { Json } from '../../../expression/index.ts';
import { shorten } from '../validation/shorten.ts';
import { isList } from './lenient-equals.ts';

const longestShown = 40;
const mostShown = 6;

/** In quotes where it is a text: “small”, 5, true, a list of 3. */
export const shownValue = (value: Json | undefined): string => shownWithin(value, longestShown);

/** Of a text so many characters. */
export function shownWithin(value: Json | undefined, most: number): string {
  return typeof value === 'string' ? `“${shorten(value, most)}”` : plainValue(value);
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
