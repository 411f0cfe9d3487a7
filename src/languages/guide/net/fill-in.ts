/** Puts variables into texts: `{{name}}`, `{{item.path}}`. What is not there stays visible, and is told. */
import type { Json } from '../../../expression/index.ts';
import type { LookUp } from '../values.ts';

/** Fills in one text after the other, and remembers what was missing. */
export interface Filler {
  readonly fill: (text: string) => string;
  /** In the order in which they were missed. */
  readonly unset: () => readonly string[];
}

const placeholder = /\{\{\s*([A-Za-z_$][\w$-]*(?:\.[\w$-]+)*)\s*\}\}/g;

/** Of all that is put into the texts of one step: a short text may name a long value often. */
const mostCharacters = 262_144;

export function createFiller(lookUp: LookUp): Filler {
  const unset = new Set<string>();
  let left = mostCharacters;
  const replace = (_: string, name: string): string => {
    const value = lookUp(name);
    if (value === undefined) {
      unset.add(name);
      return `[unset: ${name}]`;
    }
    const shown = textOf(value);
    if (shown.length > left) return `[too long: ${name}]`;
    left -= shown.length;
    return shown;
  };
  return { fill: (text) => text.replaceAll(placeholder, replace), unset: () => [...unset] };
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
