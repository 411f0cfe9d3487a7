/** Regular expressions with flags that match in linear time. */
import { RE2JS } from 're2js';
import { explainPattern, maxPatternLength } from './pattern.ts';

export type Matcher =
  /** Null if the text is too long for the pattern. */
  | {
      readonly kind: 'matcher';
      readonly isFoundIn: (text: string) => boolean | null;
      /** Maximum steps per character of a text. */
      readonly cost: number;
    }
  | { readonly kind: 'problem'; readonly message: string };

/** Characters times instructions: hostile patterns take seconds with this limit, others far less. */
const maxSteps = 40_000_000;
/** The same few patterns are reused. */
const remembered = 200;
const cache = new Map<string, Matcher>();

const flagBits: { readonly [flag: string]: number } = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  // These flags have no effect: one match is sufficient, and every pattern is Unicode.
  g: 0,
  u: 0,
};

/** @param flags in JavaScript syntax: i, m, s, g and u */
export function createMatcher(source: string, flags = ''): Matcher {
  const key = `${flags}/${source}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const matcher = compile(source, flags);
  const [oldest] = cache.keys();
  if (cache.size >= remembered && oldest !== undefined) cache.delete(oldest);
  cache.set(key, matcher);
  return matcher;
}

function compile(source: string, flags: string): Matcher {
  if (source.length > maxPatternLength) {
    return { kind: 'problem', message: `A pattern can have at most ${maxPatternLength} characters.` };
  }
  let bits = 0;
  for (const flag of flags) {
    const bit = Object.hasOwn(flagBits, flag) ? flagBits[flag] : undefined;
    if (bit === undefined) {
      return { kind: 'problem', message: `Unknown flag “${flag}”. Use i, m, s, g and u.` };
    }
    bits |= bit;
  }
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source), bits);
    const cost = compiled.programSize();
    return {
      kind: 'matcher',
      isFoundIn: (text) => (text.length * cost > maxSteps ? null : compiled.test(text)),
      cost,
    };
  } catch (error) {
    return { kind: 'problem', message: explainPattern(source, error instanceof Error ? error.message : '') };
  }
}
