/** One evaluation: its inputs and its remaining budget [E7]. */

import { isInCalendar } from './date.ts';
import { EvaluationFailure } from './failure.ts';
import type { Effort } from './search-text.ts';
import type { Json } from './tree.ts';
import {
  createDateValue,
  createDurationValue,
  type DateValue,
  type DurationValue,
  type Value,
} from './value.ts';

/** The environment of one evaluation. */
export interface Scope {
  /** The value of a reference; undefined if it is unset. */
  get(reference: number): Json | undefined;
  /** The only clock. */
  readonly at: number;
  /** Remaining budget for all expressions of the event; a step takes about 50 nanoseconds. */
  readonly effort: Effort;
}

export interface Budget {
  /** Visited nodes and elements. */
  readonly steps: number;
  /** Created characters and elements. */
  readonly size: number;
}

export interface Evaluation {
  readonly scope: Scope;
  steps: number;
  size: number;
  /** Whether a date or a duration was created, so that the result may need conversion to JSON. */
  temporal: boolean;
  /** Over 0 while an absent value would be replaced, and its error not shown. */
  tolerant: number;
}

/** A compiled tree. */
export type Computation = (evaluation: Evaluation) => Value;

export function spend(evaluation: Evaluation, steps: number): void {
  evaluation.steps -= steps;
  if (evaluation.steps < 0) throw new EvaluationFailure('budget', 'The expression takes too many steps.');
  charge(evaluation, steps);
}

/** Charges only the budget of the event: for work that the steps of an expression do not count. */
export function charge({ scope: { effort } }: Evaluation, steps: number): void {
  effort.left -= steps;
  if (effort.left < 0) throw tooMuchEffort();
}

/** Listing the fields of a large object takes as long as reading each of them. */
export function fieldNames(of: { readonly [key: string]: Value }, evaluation: Evaluation): string[] {
  const names = Object.keys(of);
  charge(evaluation, 8 * names.length);
  return names;
}

export const tooMuchEffort = (): EvaluationFailure =>
  new EvaluationFailure(
    'budget',
    'The expressions of this event take too many steps together. Use smaller values, simpler patterns or fewer items at once.',
  );

/** Scanning text costs less than visiting elements. */
export const spendOnText = (evaluation: Evaluation, characters: number): void =>
  spend(evaluation, characters >> 6);

export function spendSize(evaluation: Evaluation, size: number): void {
  evaluation.size -= size;
  if (evaluation.size < 0)
    throw new EvaluationFailure('budget', 'The expression creates a value that is too large.');
  charge(evaluation, size >> 2);
}

export function makeDateValue(evaluation: Evaluation, milliseconds: number, hasTime: boolean): DateValue {
  if (!isInCalendar(milliseconds)) {
    throw new EvaluationFailure('value', 'a date would be outside the years 0 to 9999.');
  }
  evaluation.temporal = true;
  return createDateValue(milliseconds, hasTime);
}

export function makeDurationValue(evaluation: Evaluation, milliseconds: number): DurationValue {
  const whole = Math.round(milliseconds) + 0;
  if (!Number.isSafeInteger(whole)) throw new EvaluationFailure('value', 'a duration would be too long.');
  evaluation.temporal = true;
  return createDurationValue(whole);
}
