/** Equality by type and content, order, and membership. */

import { EvaluationFailure } from './failure.ts';
import { type Run, spend, spendOnText } from './run.ts';
import { asMoment, isList, isMoment, isObject, isPeriod, type Value } from './value.ts';

/** How deep a value may be for whoever looks into it. */
export const deepestValue = 500;

/** A date equals a text that says the same date [E2]. */
export function isEqual(a: Value, b: Value, run: Run, depth = 0): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    spendOnText(run, Math.min(a.length, b.length));
    return a === b;
  }
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return (typeof a === 'string' || typeof b === 'string') && isSameMoment(a, b);
  }
  if (depth > deepestValue) throw tooDeepValue();
  if (isList(a) || isList(b)) {
    if (!isList(a) || !isList(b) || a.length !== b.length) return false;
    spend(run, a.length);
    return a.every((item, index) => isEqual(item, b[index] ?? null, run, depth + 1));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    spend(run, keys.length);
    if (keys.length !== Object.keys(b).length) return false;
    return keys.every(
      (key) => Object.hasOwn(b, key) && isEqual(a[key] ?? null, b[key] ?? null, run, depth + 1),
    );
  }
  if (isPeriod(a) && isPeriod(b)) return a.milliseconds === b.milliseconds;
  return isSameMoment(a, b);
}

export const tooDeepValue = (): EvaluationFailure =>
  new EvaluationFailure('budget', 'A value is nested too deeply.');

function isSameMoment(a: Value, b: Value): boolean {
  if (!isMoment(a) && !isMoment(b)) return false;
  const [left, right] = [asMoment(a), asMoment(b)];
  return left !== undefined && left.milliseconds === right?.milliseconds;
}

/** Negative, zero or positive. `unordered`: no order between such kinds. `no date`: a text beside a date is none. */
export function order(a: Value, b: Value): number | 'unordered' | 'no date' {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (isPeriod(a) && isPeriod(b)) return a.milliseconds - b.milliseconds;
  const dated = (isMoment(a) && canBeMoment(b)) || (isMoment(b) && canBeMoment(a));
  if (!dated) return 'unordered';
  const [left, right] = [asMoment(a), asMoment(b)];
  return left === undefined || right === undefined ? 'no date' : left.milliseconds - right.milliseconds;
}

const canBeMoment = (value: Value): boolean => isMoment(value) || typeof value === 'string';

/** Member of a list, field of an object, part of a text; undefined where there is no such question. */
export function isIn(item: Value, container: Value, run: Run): boolean | undefined {
  if (isList(container)) {
    return container.some((each) => {
      spend(run, 1);
      return isEqual(item, each, run);
    });
  }
  if (typeof item !== 'string') return undefined;
  if (typeof container === 'string') {
    // A search may compare the whole part at every place of the text.
    spend(run, Math.ceil((container.length * item.length) / 50_000));
    return container.includes(item);
  }
  return isObject(container) ? Object.hasOwn(container, item) : undefined;
}
