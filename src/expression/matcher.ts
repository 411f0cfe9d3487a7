/** Regular expressions with flags that look through a text in linear time, and never without end. */
import { RE2JS } from 're2js';
import { explainPattern, maxPatternLength } from './pattern.ts';

export type Matcher =
  /** Null where the text is too long for the pattern to be looked for. */
  | {
      readonly kind: 'matcher';
      readonly isFoundIn: (text: string) => boolean | null;
      /** Steps that a character of a text may take. */
      readonly cost: number;
    }
  | { readonly kind: 'problem'; readonly message: string };

/** Characters times instructions: patterns that mean no good take seconds with it, all others far less. */
const maxSteps = 40_000_000;
/** The same few are used over and over. */
const remembered = 200;
const cache = new Map<string, Matcher>();

const flagBits: { readonly [flag: string]: number } = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  // These change nothing where one match is enough and every pattern is read as Unicode.
  g: 0,
  u: 0,
};

/** @param flags as JavaScript writes them, of i, m, s, g and u */
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
    return { kind: 'problem', message: `A pattern has at most ${maxPatternLength} characters.` };
  }
  let bits = 0;
  for (const flag of flags) {
    const bit = Object.hasOwn(flagBits, flag) ? flagBits[flag] : undefined;
    if (bit === undefined) {
      return { kind: 'problem', message: `There is no flag “${flag}”: write some of i, m, s, g and u.` };
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
