/** Patterns of XML Schema, ready to match in time that is linear in the text, and in the size of the pattern. */
import { RE2JS } from 're2js';
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

const maxLength = 3_000;
const maxStates = 3_000;
/** Types that are made from a type have its patterns, too. */
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
  if (size.written > maxLength || size.states > maxStates) return tooBig('its repetitions are too many');
  try {
    const compiled = RE2JS.compile(printPattern(parsed.tree, 're2'));
    const ecma = `^(?:${printPattern(parsed.tree, 'ecma')})$`;
    return { kind: 'pattern', matches: (text) => compiled.testExact(text), ecma, size };
  } catch (error) {
    // What can be written but is not taken: repetitions of repetitions.
    return tooBig(error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '');
  }
}

const tooBig = (why: string): CompiledPattern => ({
  kind: 'problem',
  message: `The pattern is too big to be matched: ${why}.`,
});
