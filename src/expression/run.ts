/** One evaluation: what it sees, and what it may still spend [E7]. */

import { isInCalendar } from './date.ts';
import { EvaluationFailure } from './failure.ts';
import type { Json } from './tree.ts';
import { createMoment, createPeriod, type Moment, type Period, type Value } from './value.ts';

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

export interface Run {
  readonly scope: Scope;
  steps: number;
  size: number;
  /** A date or a duration was made, so that the result may have to be turned into JSON. */
  temporal: boolean;
}

/** A compiled tree. */
export type Computation = (run: Run) => Value;

export function spend(run: Run, steps: number): void {
  run.steps -= steps;
  if (run.steps < 0) throw new EvaluationFailure('budget', 'The expression takes too many steps.');
}

/** Looking through text is cheaper than through elements. */
export const spendOnText = (run: Run, characters: number): void => spend(run, characters >> 6);

export function make(run: Run, size: number): void {
  run.size -= size;
  if (run.size < 0) throw new EvaluationFailure('budget', 'The expression makes a value that is too large.');
}

export function makeMoment(run: Run, milliseconds: number, hasTime: boolean): Moment {
  if (!isInCalendar(milliseconds)) {
    throw new EvaluationFailure('value', 'a date would be outside the years 0 to 9999.');
  }
  run.temporal = true;
  return createMoment(milliseconds, hasTime);
}

export function makePeriod(run: Run, milliseconds: number): Period {
  const whole = Math.round(milliseconds) + 0;
  if (!Number.isSafeInteger(whole)) throw new EvaluationFailure('value', 'a duration would be too long.');
  run.temporal = true;
  return createPeriod(whole);
}
