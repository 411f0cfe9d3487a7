/** Compares values: equality by type and content, order, and membership. */

import { charge, type Evaluation, fieldNames, spend, spendOnText } from './evaluation.ts';
import { EvaluationFailure } from './failure.ts';
import { asDateValue, isDateValue, isDurationValue, isList, isObject, type Value } from './value.ts';

/** Maximum depth of a value for functions that traverse it. */
export const maxValueDepth = 500;

/** A date equals a text with the same date [E2]. */
export function isEqual(a: Value, b: Value, evaluation: Evaluation, depth = 0): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    spendOnText(evaluation, Math.min(a.length, b.length));
    return a === b;
  }
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return (typeof a === 'string' || typeof b === 'string') && isSameDate(a, b);
  }
  if (depth > maxValueDepth) throw tooDeepValue();
  if (isList(a) || isList(b)) {
    if (!isList(a) || !isList(b) || a.length !== b.length) return false;
    spend(evaluation, a.length);
    return a.every((item, index) => isEqual(item, b[index] ?? null, evaluation, depth + 1));
  }
  if (isObject(a) && isObject(b)) {
    const keys = fieldNames(a, evaluation);
    spend(evaluation, keys.length);
    if (keys.length !== Object.keys(b).length) return false;
    return keys.every(
      (key) => Object.hasOwn(b, key) && isEqual(a[key] ?? null, b[key] ?? null, evaluation, depth + 1),
    );
  }
  if (isDurationValue(a) && isDurationValue(b)) return a.milliseconds === b.milliseconds;
  return isSameDate(a, b);
}

export const tooDeepValue = (): EvaluationFailure =>
  new EvaluationFailure('budget', 'A value is nested too deeply.');

function isSameDate(a: Value, b: Value): boolean {
  if (!isDateValue(a) && !isDateValue(b)) return false;
  const [left, right] = [asDateValue(a), asDateValue(b)];
  return left !== undefined && left.milliseconds === right?.milliseconds;
}

/**
 * Negative, zero or positive. `unordered`: these types have no order. `no date`: a text compared with a date is not
 * a date.
 */
export function order(a: Value, b: Value, evaluation: Evaluation): number | 'unordered' | 'no date' {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') {
    charge(evaluation, Math.min(a.length, b.length) >> 6);
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (isDurationValue(a) && isDurationValue(b)) return a.milliseconds - b.milliseconds;
  const dated = (isDateValue(a) && canBeDate(b)) || (isDateValue(b) && canBeDate(a));
  if (!dated) return 'unordered';
  const [left, right] = [asDateValue(a), asDateValue(b)];
  return left === undefined || right === undefined ? 'no date' : left.milliseconds - right.milliseconds;
}

const canBeDate = (value: Value): boolean => isDateValue(value) || typeof value === 'string';

/** Member of a list, field of an object, part of a text; undefined for other types. */
export function isIn(item: Value, container: Value, evaluation: Evaluation): boolean | undefined {
  if (isList(container)) {
    return container.some((each) => {
      spend(evaluation, 1);
      return isEqual(item, each, evaluation);
    });
  }
  if (typeof item !== 'string') return undefined;
  if (typeof container === 'string') {
    // A search may compare the whole part at every position of the text.
    const comparisons = container.length * item.length;
    spend(evaluation, Math.ceil(comparisons / 50_000));
    charge(evaluation, comparisons / 150);
    return container.includes(item);
  }
  return isObject(container) ? Object.hasOwn(container, item) : undefined;
}
