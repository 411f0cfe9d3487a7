/** Regular expressions that match in linear time: the syntax of RE2, without look-around and back-references. */
import { RE2JS } from 're2js';
import { type Evaluation, spend } from './evaluation.ts';

export type Pattern =
  | { readonly kind: 'pattern'; readonly isFoundIn: (text: string, evaluation: Evaluation) => boolean }
  | { readonly kind: 'problem'; readonly message: string };

export const maxPatternLength = 1_000;
/** Caches computed patterns, which often repeat. */
const remembered = 100;
const cache = new Map<string, Pattern>();

export function findPattern(source: string, evaluation: Evaluation): Pattern {
  const known = cache.get(source);
  if (known !== undefined) return known;
  spend(evaluation, 1_000);
  const pattern = compilePattern(source);
  const [oldest] = cache.keys();
  if (cache.size >= remembered && oldest !== undefined) cache.delete(oldest);
  cache.set(source, pattern);
  return pattern;
}

export function compilePattern(source: string): Pattern {
  if (source.length > maxPatternLength) {
    return { kind: 'problem', message: `A pattern can have at most ${maxPatternLength} characters.` };
  }
  try {
    const compiled = RE2JS.compile(source);
    const cost = compiled.programSize();
    const isFoundIn = (text: string, evaluation: Evaluation): boolean => {
      spend(evaluation, Math.ceil((text.length * cost) / 5_000));
      return compiled.test(text);
    };
    return { kind: 'pattern', isFoundIn };
  } catch (error) {
    return { kind: 'problem', message: explainPattern(source, error instanceof Error ? error.message : '') };
  }
}

export function explainPattern(source: string, message: string): string {
  if (/\(\?<?[=!]/.test(source)) {
    return 'Look-ahead and look-behind, such as `(?=…)`, are not available: patterns run in linear time.';
  }
  if (/\\[1-9]|\\k</.test(source)) {
    return 'Back-references such as `\\1` are not available: patterns run in linear time.';
  }
  return `The pattern is invalid: ${message.replace(/^error parsing regexp: /, '')}.`;
}
