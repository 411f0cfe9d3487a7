/** Why an expression has no value. Messages print the failed part of the expression, and never show a value. */
import { printExpression } from './print-expression.ts';
import type { Tree } from './tree.ts';

export type FailureReason =
  /** A value is absent; `default(…)` and `?.` allow it. */
  | 'absent'
  /** The operation does not accept the type. */
  | 'type'
  /** The type is right, the content is not: a division by zero, a text that is not a date. */
  | 'value'
  /** The evaluation exceeds a limit of steps or size. */
  | 'budget';

export class EvaluationFailure extends Error {
  override readonly name = 'EvaluationFailure';
  readonly reason: FailureReason;
  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export const failure = (reason: FailureReason, site: Tree, message: string): EvaluationFailure =>
  new EvaluationFailure(reason, `\`${printExpression(site)}\`: ${message}`);

/** The same failure with the part of the expression where it happened. */
export function locate(error: unknown, site: Tree): unknown {
  const isUnlocated = error instanceof EvaluationFailure && error.reason !== 'budget';
  return isUnlocated ? failure(error.reason, site, error.message) : error;
}
