/**
 * Evaluates rules and their compositions against an output. A rule whose condition does not hold is neither true nor
 * false, and does not affect the result.
 */
import { holdsOrUnknown } from '../conditions/holds.ts';
import type { LookUp } from '../model/guide-context.ts';
import type { ValidationRule } from '../model/schema.ts';
import type { RuleTree } from './read-criteria.ts';

/** The result of one rule. */
export interface Judged<Result> {
  readonly rule: ValidationRule;
  readonly path: string;
  /** Under an odd number of `not`: the rule is reported if it is met. */
  readonly negated: boolean;
  readonly result: Result;
}

export type Judgement<Result> =
  | { readonly kind: 'open' }
  /** With the rules that caused it. */
  | { readonly kind: 'met' | 'unmet'; readonly because: readonly Judged<Result>[] };

export function judgeRules<Result extends { readonly met: boolean | null }>(
  tree: RuleTree,
  lookUp: LookUp,
  check: (rule: ValidationRule) => Result,
  negated = false,
): Judgement<Result> {
  if (tree.kind === 'leaf') {
    const { rule, path } = tree;
    if (rule.condition !== undefined && !holdsOrUnknown(rule.condition, lookUp)) return { kind: 'open' };
    const result = check(rule);
    // An unknown result never counts in favour of the output.
    const met = result.met ?? negated;
    return { kind: met ? 'met' : 'unmet', because: [{ rule, path, negated, result }] };
  }
  if (tree.kind === 'not') {
    const inside = judgeRules(tree.part, lookUp, check, !negated);
    if (inside.kind === 'open') return inside;
    return { kind: inside.kind === 'met' ? 'unmet' : 'met', because: inside.because };
  }
  // Every part is evaluated, so that all issues are reported at once.
  const parts = tree.parts
    .map((part) => judgeRules(part, lookUp, check, negated))
    .filter((part) => part.kind !== 'open');
  if (parts.length === 0) return { kind: 'open' };
  const decisive = tree.kind === 'and' ? 'unmet' : 'met';
  const deciding = parts.filter((part) => part.kind === decisive);
  const other = tree.kind === 'and' ? 'met' : 'unmet';
  return deciding.length > 0
    ? { kind: decisive, because: deciding.flatMap((part) => part.because) }
    : { kind: other, because: parts.flatMap((part) => part.because) };
}
