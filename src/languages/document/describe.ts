/** Describes a located value in a few words, for `actual` and for messages. */
import type { Located } from './located.ts';

const maxShownLength = 40;

export function describeLocated(located: Located): string {
  if (located.kind === 'map') return 'a map';
  if (located.kind === 'list') return 'a list';
  const { value } = located;
  switch (typeof value) {
    case 'string':
      return `the text “${value.length > maxShownLength ? `${value.slice(0, maxShownLength)}…` : value}”`;
    case 'number':
      return `the number ${value}`;
    case 'boolean':
      return String(value);
    default:
      return 'nothing';
  }
}
