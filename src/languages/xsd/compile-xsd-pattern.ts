/** Compiles patterns of XML Schema. Matching takes time linear in the text and in the size of the pattern. */
import { RE2JS } from 're2js';
import { createSearch } from '../../expression/index.ts';
import { measurePattern, type PatternSize } from './measure-pattern.ts';
import { parsePattern } from './parse-pattern.ts';
import { printPattern } from './print-pattern.ts';

export type CompiledPattern =
  | {
      readonly kind: 'pattern';
      matches(text: string): boolean;
      /** For ECMAScript, in Unicode mode. */
      readonly ecma: string;
      readonly size: PatternSize;
    }
  | { readonly kind: 'problem'; readonly message: string };

/** Who matches pays before, by the length of the text and the states of the pattern. */
const unlimited = { left: Number.POSITIVE_INFINITY };

const maxLength = 3_000;
const maxStates = 3_000;
/** Cached: derived types share the patterns of their base. */
const maxCached = 500;
const cache = new Map<string, CompiledPattern>();

export function compileXsdPattern(source: string): CompiledPattern {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const compiled = compile(source);
  if (cache.size >= maxCached) cache.clear();
  cache.set(source, compiled);
  return compiled;
}

function compile(source: string): CompiledPattern {
  const parsed = parsePattern(source);
  if (parsed.kind === 'problem') return parsed;
  const size = measurePattern(parsed.tree);
  if (size.written > maxLength || size.states > maxStates) return tooBig('it has too many repetitions');
  try {
    const search = createSearch(RE2JS.compile(printPattern(parsed.tree, 're2')));
    const ecma = `^(?:${printPattern(parsed.tree, 'ecma')})$`;
    return { kind: 'pattern', matches: (text) => search(text, unlimited, true) === true, ecma, size };
  } catch (error) {
    // Valid, but refused by the matcher: nested repetitions.
    return tooBig(error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '');
  }
}

const tooBig = (why: string): CompiledPattern => ({
  kind: 'problem',
  message: `The pattern is too big to be matched: ${why}.`,
});
