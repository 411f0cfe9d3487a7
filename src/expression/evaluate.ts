/** Evaluates a text in one step, for consoles, examples and tests. Programs store trees and use the evaluator. */

import { expressionEvaluator } from './expression-evaluator.ts';
import { EvaluationFailure, type FailureReason } from './failure.ts';
import type { Parsed } from './parse-expression.ts';
import type { ExpressionProblem } from './problem.ts';
import type { Json } from './tree.ts';
import { withoutSpans } from './without-spans.ts';

export type Evaluated =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'problems'; readonly problems: readonly ExpressionProblem[] }
  /** `refused`: it was not compiled. */
  | { readonly kind: 'failure'; readonly reason: FailureReason | 'refused'; readonly message: string };

const maxEffort = 20_000_000;

/** `at`: milliseconds since 1970, for `now()` and `today()`. A name without a value is unset. */
export function evaluate(parsed: Parsed, values: { readonly [name: string]: Json }, at: number): Evaluated {
  if (parsed.kind === 'problems') return parsed;
  const names: string[] = [];
  try {
    const compute = expressionEvaluator.compile(withoutSpans(parsed.tree), (name) => names.push(name) - 1);
    const get = (reference: number): Json | undefined => {
      const name = names[reference] ?? '';
      return Object.hasOwn(values, name) ? values[name] : undefined;
    };
    return { kind: 'value', value: compute({ get, at, effort: { left: maxEffort } }) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = error instanceof EvaluationFailure ? error.reason : 'refused';
    return { kind: 'failure', reason, message: error.message };
  }
}
