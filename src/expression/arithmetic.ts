/** `+ - * / %` on numbers, texts, lists, dates and durations. */
import { oneDay } from './date.ts';
import { EvaluationFailure } from './failure.ts';
import { make, makeMoment, makePeriod, type Run } from './run.ts';
import { asMoment, isList, isMoment, isPeriod, type Moment, type Period, type Value } from './value.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

/** Undefined where the operator has no meaning for such kinds. */
export function calculate(operator: ArithmeticOperator, a: Value, b: Value, run: Run): Value | undefined {
  if (typeof a === 'number' && typeof b === 'number') return ofNumbers(operator, a, b);
  switch (operator) {
    case '+':
      return add(a, b, run);
    case '-':
      return subtract(a, b, run);
    case '*': {
      if (isPeriod(a) && typeof b === 'number') return makePeriod(run, a.milliseconds * b);
      return isPeriod(b) && typeof a === 'number' ? makePeriod(run, b.milliseconds * a) : undefined;
    }
    case '/': {
      if (!isPeriod(a)) return undefined;
      if (isPeriod(b)) return divide(a.milliseconds, b.milliseconds);
      return typeof b === 'number' ? makePeriod(run, divide(a.milliseconds, b)) : undefined;
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
  if (divisor === 0) throw new EvaluationFailure('value', 'it divides by zero.');
  return divisor;
}

/** There is no negative zero: JSON has none. */
function finite(value: number): number {
  if (!Number.isFinite(value)) throw new EvaluationFailure('value', 'the result is too large.');
  return value + 0;
}

function add(a: Value, b: Value, run: Run): Value | undefined {
  if (typeof a === 'string' && typeof b === 'string') {
    make(run, a.length + b.length);
    return a + b;
  }
  if (isList(a) && isList(b)) {
    make(run, a.length + b.length);
    return [...a, ...b];
  }
  if (isPeriod(a))
    return isPeriod(b) ? makePeriod(run, a.milliseconds + b.milliseconds) : shift(b, a, 1, run);
  return isPeriod(b) ? shift(a, b, 1, run) : undefined;
}

function subtract(a: Value, b: Value, run: Run): Value | undefined {
  if (isPeriod(b))
    return isPeriod(a) ? makePeriod(run, a.milliseconds - b.milliseconds) : shift(a, b, -1, run);
  const [from, to] = [dateOperand(a), dateOperand(b)];
  if (from === undefined || to === undefined) return undefined;
  return makePeriod(run, from.milliseconds - to.milliseconds);
}

/** A day stays a day where whole days are added. */
function shift(value: Value, by: Period, sign: 1 | -1, run: Run): Value | undefined {
  const from = dateOperand(value);
  if (from === undefined) return undefined;
  const hasTime = from.hasTime || by.milliseconds % oneDay !== 0;
  return makeMoment(run, from.milliseconds + sign * by.milliseconds, hasTime);
}

/** Undefined where it can be no date; a text that is none fails. */
function dateOperand(value: Value): Moment | undefined {
  if (isMoment(value)) return value;
  if (typeof value !== 'string') return undefined;
  const read = asMoment(value);
  if (read === undefined) throw new EvaluationFailure('value', 'a text is used as a date and is none.');
  return read;
}
