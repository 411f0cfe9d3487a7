/** One evaluation: what it sees, and what it may still spend [E7]. */

import { isInCalendar } from './date.ts';
import { EvaluationFailure } from './failure.ts';
import type { Json } from './tree.ts';
import {
  createDateValue,
  createDurationValue,
  type DateValue,
  type DurationValue,
  type Value,
} from './value.ts';

/** The surroundings of one evaluation. */
export interface Scope {
  /** The value behind a reference; undefined where it is unset. */
  get(reference: number): Json | undefined;
  /** The only clock there is. */
  readonly at: number;
}

export interface Budget {
  /** Nodes visited and elements touched. */
  readonly steps: number;
  /** Characters and elements made. */
  readonly size: number;
}

export interface Evaluation {
  readonly scope: Scope;
  steps: number;
  size: number;
  /** A date or a duration was made, so that the result may have to be turned into JSON. */
  temporal: boolean;
}

/** A compiled tree. */
export type Computation = (evaluation: Evaluation) => Value;

export function spend(evaluation: Evaluation, steps: number): void {
  evaluation.steps -= steps;
  if (evaluation.steps < 0) throw new EvaluationFailure('budget', 'The expression takes too many steps.');
}

/** Looking through text is cheaper than through elements. */
export const spendOnText = (evaluation: Evaluation, characters: number): void =>
  spend(evaluation, characters >> 6);

export function spendSize(evaluation: Evaluation, size: number): void {
  evaluation.size -= size;
  if (evaluation.size < 0)
    throw new EvaluationFailure('budget', 'The expression makes a value that is too large.');
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
