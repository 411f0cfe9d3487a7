/** Regular expressions that match in linear time: the syntax of RE2, without look-around and back-references. */
import { RE2JS } from 're2js';
import { type Evaluation, spend, tooMuchEffort } from './evaluation.ts';
import { EvaluationFailure } from './failure.ts';
import { createSearch, type Effort, type TextSearch } from './search-text.ts';
import { weighPattern } from './weigh-pattern.ts';

export type CompiledPattern =
  | {
      readonly kind: 'pattern';
      readonly search: TextSearch;
      /** Instructions. */
      readonly size: number;
    }
  | { readonly kind: 'problem'; readonly message: string };

const maxLength = 1_000;
/** Of patterns in documents: compiling one takes about 40 ms at most. */
const maxWeight = 8_000;

/** Why a document cannot have this pattern; `undefined` if it can. */
export function findPatternProblem(source: string, flags?: string): string | undefined {
  const weight = source.length > maxLength ? 0 : weighPattern(source);
  if (weight > maxWeight) {
    return `The pattern is too large: with its repetitions written out it has about ${weight} parts, and the limit is ${maxWeight}. Use smaller counts.`;
  }
  const compiled = compilePattern(source, flags);
  return compiled.kind === 'problem' ? compiled.message : undefined;
}

/** The same few patterns are reused. */
const maxCached = 200;
const cache = new Map<string, CompiledPattern>();

/** @param flags for a pattern in the syntax of JavaScript: i, m, s, g and u */
export function compilePattern(source: string, flags?: string): CompiledPattern {
  const key = `${flags}/${source}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const compiled = compile(source, flags);
  const [oldest] = cache.keys();
  if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
  cache.set(key, compiled);
  return compiled;
}

const flagBits: { readonly [flag: string]: number } = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  // These flags have no effect: one match is sufficient, and every pattern is Unicode.
  g: 0,
  u: 0,
};

function compile(source: string, flags: string | undefined): CompiledPattern {
  if (source.length > maxLength) {
    return { kind: 'problem', message: `A pattern can have at most ${maxLength} characters.` };
  }
  let bits = 0;
  for (const flag of flags ?? '') {
    const bit = Object.hasOwn(flagBits, flag) ? flagBits[flag] : undefined;
    if (bit === undefined) {
      return { kind: 'problem', message: `Unknown flag “${flag}”. Use i, m, s, g and u.` };
    }
    bits |= bit;
  }
  // The translation would read it as text.
  if (flags !== undefined && namedReference.test(source)) return { kind: 'problem', message: noReferences };
  try {
    const compiled = RE2JS.compile(flags === undefined ? source : RE2JS.translateRegExp(source), bits);
    // Most patterns are only checked.
    let search: TextSearch | undefined;
    return {
      kind: 'pattern',
      search: (...given) => {
        search ??= createSearch(compiled);
        return search(...given);
      },
      size: compiled.programSize(),
    };
  } catch (error) {
    return { kind: 'problem', message: explainPattern(source, error instanceof Error ? error.message : '') };
  }
}

/** `\k<name>`, in which the backslash is not escaped itself. */
const namedReference = /^(?:[^\\]|\\.)*?\\k</s;
const noReferences = 'Back-references such as `\\1` are not available: patterns run in linear time.';

function explainPattern(source: string, message: string): string {
  if (/\(\?<?[=!]/.test(source)) {
    return 'Look-ahead and look-behind, such as `(?=…)`, are not available: patterns run in linear time.';
  }
  if (/\\[1-9]|\\k</.test(source)) return noReferences;
  return `The pattern is invalid: ${message.replace(/^error parsing regexp: /, '')}.`;
}

/** Patterns that an event has paid for. They stay compiled until it ends, even if the cache is too small for them. */
const paid = new WeakMap<Effort, Map<string, CompiledPattern>>();

/**
 * A pattern that is used in an event. Its first use pays for compiling it, also if it is cached: the cost of an event does
 * not depend on what ran before. `undefined` if the effort is not sufficient.
 */
export function payForPattern(effort: Effort, source: string, flags?: string): CompiledPattern | undefined {
  const known = paid.get(effort) ?? new Map<string, CompiledPattern>();
  const key = `${flags}/${source}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (source.length <= maxLength) effort.left -= 2_000 + 30 * weighPattern(source);
  if (effort.left < 0) return undefined;
  const pattern = compilePattern(source, flags);
  paid.set(effort, known.set(key, pattern));
  return pattern;
}

/** Whether a pattern is found in a text, within the budgets of an evaluation. */
export function isFoundIn(text: string, source: string, evaluation: Evaluation): boolean {
  const { effort } = evaluation.scope;
  const pattern = payForPattern(effort, source);
  if (pattern?.kind === 'problem') throw new EvaluationFailure('value', pattern.message);
  spend(evaluation, Math.ceil((text.length * (pattern?.size ?? 0)) / 5_000));
  const found = pattern?.search(text, effort);
  if (found === undefined) throw tooMuchEffort();
  return found;
}
