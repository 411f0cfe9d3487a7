/** Why an expression has no value. Messages name the part by printing it, and never show a value. */
import { printExpression } from './print-expression.ts';
import type { Tree } from './tree.ts';

export type FailureReason =
  /** Something is not there; `default(…)` and `?.` allow it. */
  | 'absent'
  /** An operation on what it cannot take, whatever the content. */
  | 'type'
  /** The kind is right, the content is not: a division by zero, a text that is no date. */
  | 'value'
  /** It would take too long or make too much. */
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

/** The same failure, told with the part of the expression that it happened in. */
export function locate(error: unknown, site: Tree): unknown {
  const isUnlocated = error instanceof EvaluationFailure && error.reason !== 'budget';
  return isUnlocated ? failure(error.reason, site, error.message) : error;
}
