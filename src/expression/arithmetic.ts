/** `+ - * / %` on numbers, texts, lists, dates and durations. */
import { oneDay } from './date.ts';
import { type Evaluation, makeDateValue, makeDurationValue, spendSize } from './evaluation.ts';
import { EvaluationFailure } from './failure.ts';
import {
  asDateValue,
  type DateValue,
  type DurationValue,
  isDateValue,
  isDurationValue,
  isList,
  type Value,
} from './value.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

/** Undefined if the operator is not defined for these types. */
export function calculate(
  operator: ArithmeticOperator,
  a: Value,
  b: Value,
  evaluation: Evaluation,
): Value | undefined {
  if (typeof a === 'number' && typeof b === 'number') return ofNumbers(operator, a, b);
  switch (operator) {
    case '+':
      return add(a, b, evaluation);
    case '-':
      return subtract(a, b, evaluation);
    case '*': {
      if (isDurationValue(a) && typeof b === 'number')
        return makeDurationValue(evaluation, a.milliseconds * b);
      return isDurationValue(b) && typeof a === 'number'
        ? makeDurationValue(evaluation, b.milliseconds * a)
        : undefined;
    }
    case '/': {
      if (!isDurationValue(a)) return undefined;
      if (isDurationValue(b)) return divide(a.milliseconds, b.milliseconds);
      return typeof b === 'number' ? makeDurationValue(evaluation, divide(a.milliseconds, b)) : undefined;
    }
    case '%':
      return undefined;
  }
}

function ofNumbers(operator: ArithmeticOperator, a: number, b: number): number {
  switch (operator) {
    case '+':
      return finite(a + b);
    case '-':
      return finite(a - b);
    case '*':
      return finite(a * b);
    case '/':
      return divide(a, b);
    case '%':
      return finite(a % nonZero(b));
  }
}

const divide = (a: number, b: number): number => finite(a / nonZero(b));

function nonZero(divisor: number): number {
  if (divisor === 0) throw new EvaluationFailure('value', 'division by zero.');
  return divisor;
}

/** Normalizes negative zero, which JSON does not have. */
function finite(value: number): number {
  if (!Number.isFinite(value)) throw new EvaluationFailure('value', 'the result is too large.');
  return value + 0;
}

function add(a: Value, b: Value, evaluation: Evaluation): Value | undefined {
  if (typeof a === 'string' && typeof b === 'string') {
    spendSize(evaluation, a.length + b.length);
    return a + b;
  }
  if (isList(a) && isList(b)) {
    spendSize(evaluation, a.length + b.length);
    return [...a, ...b];
  }
  if (isDurationValue(a))
    return isDurationValue(b)
      ? makeDurationValue(evaluation, a.milliseconds + b.milliseconds)
      : shift(b, a, 1, evaluation);
  return isDurationValue(b) ? shift(a, b, 1, evaluation) : undefined;
}

function subtract(a: Value, b: Value, evaluation: Evaluation): Value | undefined {
  if (isDurationValue(b))
    return isDurationValue(a)
      ? makeDurationValue(evaluation, a.milliseconds - b.milliseconds)
      : shift(a, b, -1, evaluation);
  const [from, to] = [dateOperand(a), dateOperand(b)];
  if (from === undefined || to === undefined) return undefined;
  return makeDurationValue(evaluation, from.milliseconds - to.milliseconds);
}

/** A day stays a day if whole days are added. */
function shift(value: Value, by: DurationValue, sign: 1 | -1, evaluation: Evaluation): Value | undefined {
  const from = dateOperand(value);
  if (from === undefined) return undefined;
  const hasTime = from.hasTime || by.milliseconds % oneDay !== 0;
  return makeDateValue(evaluation, from.milliseconds + sign * by.milliseconds, hasTime);
}

/** Undefined if the value cannot be a date; an invalid text fails. */
function dateOperand(value: Value): DateValue | undefined {
  if (isDateValue(value)) return value;
  if (typeof value !== 'string') return undefined;
  const read = asDateValue(value);
  if (read === undefined)
    throw new EvaluationFailure('value', 'a text that is used as a date is not a date.');
  return read;
}
