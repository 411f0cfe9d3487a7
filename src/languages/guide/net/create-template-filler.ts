/**
 * Fills variables into texts: `{{name}}`, `{{item.path}}`. A missing variable stays visible in the text and is
 * reported.
 */
import type { LookUp } from '../model/guide-context.ts';

/** Fills texts and collects the names of missing variables. */
export interface TemplateFiller {
  readonly fill: (text: string) => string;
  /** In the order of their first use. */
  readonly unset: () => readonly string[];
}

const placeholder = /\{\{\s*([A-Za-z_$][\w$-]*(?:\.[\w$-]+)*)\s*\}\}/g;

/**
 * Limit on the JSON length of all values filled into the texts of one step: a short text may name a long value often.
 */
const maxCharacters = 65_536;

export function createTemplateFiller(lookUp: LookUp): TemplateFiller {
  const unset = new Set<string>();
  const known = new Map<string, string | null>();
  let left = maxCharacters;
  const textOf = (name: string): string | null => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const value = lookUp(name);
    const text = value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
    known.set(name, text);
    return text;
  };
  const replace = (_: string, name: string): string => {
    if (left <= 0) return `[too long: ${name}]`;
    const text = textOf(name);
    if (text === null) {
      unset.add(name);
      return `[unset: ${name}]`;
    }
    const size = text.length > left ? text.length : JSON.stringify(text).length;
    if (size > left) return `[too long: ${name}]`;
    left -= size;
    return text;
  };
  return { fill: (text) => text.replaceAll(placeholder, replace), unset: () => [...unset] };
}
