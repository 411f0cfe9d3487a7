/** Formats values briefly, for use in reasons. */
import type { Json } from '../../../expression/index.ts';
import { isList } from './lenient-equals.ts';
import { shorten } from './shorten.ts';

const maxValueLength = 40;
const maxListedValues = 6;

/** Texts are quoted: “small”, 5, true, a list of 3. */
export const formatValue = (value: Json | undefined): string => formatValueWithin(value, maxValueLength);

/** Characters shown of a text. */
export function formatValueWithin(value: Json | undefined, maxLength: number): string {
  return typeof value === 'string' ? `“${shorten(value, maxLength)}”` : plainValue(value);
}

/** The first values, and the number of the others. */
export function formatList(values: readonly string[]): string {
  const more = values.length - maxListedValues;
  return more > 0 ? `${values.slice(0, maxListedValues).join(', ')} and ${more} more` : values.join(', ');
}

function plainValue(value: Json | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  if (isList(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : String(value);
}
