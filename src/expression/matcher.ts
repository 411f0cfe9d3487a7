/** Regular expressions with flags that match in linear time. */
import { compilePattern, findPatternProblem, payForPattern } from './pattern.ts';
import type { Effort } from './search-text.ts';

export type Matcher =
  | {
      readonly kind: 'matcher';
      /** Null if the effort is not sufficient. By default it is limited for each text. */
      readonly isFoundIn: (text: string, effort?: Effort) => boolean | null;
      /** About the maximum steps per character of a text. */
      readonly cost: number;
    }
  | { readonly kind: 'problem'; readonly message: string };

const maxSteps = 40_000_000;

/**
 * For a pattern of a document or a request.
 * @param flags in JavaScript syntax: i, m, s, g and u
 */
export function createMatcher(source: string, flags = ''): Matcher {
  const message = findPatternProblem(source, flags);
  return message === undefined ? toMatcher(compilePattern(source, flags)) : { kind: 'problem', message };
}

/** For a pattern of a program, which pays for compiling it. Null if the effort is not sufficient. */
export function findMatcher(source: string, flags: string, effort: Effort): Matcher | null {
  const compiled = payForPattern(effort, source, flags);
  return compiled === undefined ? null : toMatcher(compiled);
}

function toMatcher(compiled: ReturnType<typeof compilePattern>): Matcher {
  if (compiled.kind === 'problem') return compiled;
  const { search, size: cost } = compiled;
  return {
    kind: 'matcher',
    isFoundIn: (text, effort = { left: maxSteps }) => search(text, effort) ?? null,
    cost,
  };
}
