/** Implements the functions. Their arguments have the types that the function table requires. */

import { isIn, order } from './compare.ts';
import { oneDay } from './date.ts';
import {
  charge,
  type Evaluation,
  fieldNames,
  makeDateValue,
  spend,
  spendOnText,
  spendSize,
} from './evaluation.ts';
import { EvaluationFailure } from './failure.ts';
import { lengthOf } from './member-access.ts';
import { isFoundIn } from './pattern.ts';
import { render } from './render.ts';
import { asDateValue, isList, isObject, type Value } from './value.ts';

export type Implementation = (args: readonly Value[], evaluation: Evaluation) => Value;

const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
const list = (value: Value | undefined): readonly Value[] =>
  isList(value ?? null) ? (value as readonly Value[]) : [];

const changed =
  (change: (from: string) => string): Implementation =>
  ([from], evaluation) => {
    charge(evaluation, text(from).length >> 4);
    const made = change(text(from));
    spendSize(evaluation, made.length);
    return made;
  };

const compared =
  (test: (whole: string, part: string) => boolean): Implementation =>
  ([whole, part], evaluation) => {
    spendOnText(evaluation, text(part).length);
    return test(text(whole), text(part));
  };

export const implementations: Readonly<Record<string, Implementation>> = {
  size: ([of = null], evaluation) =>
    typeof of === 'string' || isList(of)
      ? lengthOf(of, evaluation)
      : isObject(of)
        ? fieldNames(of, evaluation).length
        : 0,
  contains: ([container = null, item = null], evaluation) => {
    const found = isIn(item, container, evaluation);
    if (found === undefined) throw wrong('searches a text in a text, or a field name in an object');
    return found;
  },
  startsWith: compared((whole, part) => whole.startsWith(part)),
  endsWith: compared((whole, part) => whole.endsWith(part)),
  matches: (args, evaluation) => {
    // A pattern that is computed costs more than one that is written.
    spend(evaluation, 1_000);
    return matchPattern(args, evaluation);
  },
  lower: changed((from) => from.toLowerCase()),
  upper: changed((from) => from.toUpperCase()),
  trim: changed((from) => from.trim()),
  string: ([value = null], evaluation) => render(value, evaluation),
  int: ([value = null], evaluation) =>
    typeof value === 'number' ? Math.trunc(value) + 0 : parseNumber(text(value), /^[+-]?\d+$/, evaluation),
  float: ([value = null], evaluation) =>
    typeof value === 'number'
      ? value
      : parseNumber(text(value), /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/, evaluation),
  bool: ([value = null]) => {
    if (typeof value === 'boolean') return value;
    if (value !== 'true' && value !== 'false') throw bad('the text is neither `true` nor `false`');
    return value === 'true';
  },
  date: ([value = null], evaluation) => {
    const moment = asDateValue(value);
    if (moment === undefined)
      throw bad('the text is not a date such as `2026-03-01` or `2026-03-01T09:30:00Z`');
    return makeDateValue(evaluation, moment.milliseconds, moment.hasTime);
  },
  min: (args, evaluation) => extreme(args, evaluation, -1),
  max: (args, evaluation) => extreme(args, evaluation, 1),
  sum: (args, evaluation) => {
    let sum = 0;
    for (const item of several(args, evaluation)) {
      if (typeof item !== 'number') throw wrong('adds only numbers');
      sum += item;
    }
    if (!Number.isFinite(sum)) throw bad('the sum is too large');
    return sum;
  },
  first: ([from]) => notEmpty(list(from)[0]),
  last: ([from]) => notEmpty(list(from).at(-1)),
  keys: ([of = null], evaluation) => sortedKeys(of, evaluation),
  values: ([of = null], evaluation) =>
    isObject(of) ? sortedKeys(of, evaluation).map((key) => of[key] ?? null) : [],
  range: ([from = null, to = null], evaluation) => range(from, to, evaluation),
  now: (_, evaluation) => makeDateValue(evaluation, evaluation.scope.at, true),
  today: (_, evaluation) =>
    makeDateValue(evaluation, Math.floor(evaluation.scope.at / oneDay) * oneDay, false),
};

export const matchPattern: Implementation = ([whole, pattern], evaluation) =>
  isFoundIn(text(whole), text(pattern), evaluation);

const wrong = (message: string) => new EvaluationFailure('type', `${message}.`);
const bad = (message: string) => new EvaluationFailure('value', `${message}.`);
const empty = () => new EvaluationFailure('absent', 'the list is empty. Set a default with `default(…, …)`.');

/** One list, or the arguments themselves. */
function several(args: readonly Value[], evaluation: Evaluation): readonly Value[] {
  const [first = null] = args;
  const items = args.length === 1 && isList(first) ? first : args;
  spend(evaluation, items.length);
  return items;
}

function extreme(args: readonly Value[], evaluation: Evaluation, sign: 1 | -1): Value {
  const [first, ...rest] = several(args, evaluation);
  if (first === undefined) throw empty();
  let best = first;
  for (const item of [first, ...rest]) {
    const between = order(item, best, evaluation);
    if (between === 'no date') throw bad('a text among dates is not a date');
    if (between === 'unordered') throw wrong('takes only numbers, only texts, only dates or only durations');
    if (between * sign > 0) best = item;
  }
  return best;
}

function notEmpty(item: Value | undefined): Value {
  if (item === undefined) throw empty();
  return item;
}

function parseNumber(from: string, form: RegExp, evaluation: Evaluation): number {
  charge(evaluation, from.length >> 4);
  const value = form.test(from) ? Number(from) + 0 : Number.NaN;
  if (!Number.isFinite(value)) throw bad('the text is not such a number');
  return value;
}

function sortedKeys(of: Value, evaluation: Evaluation): readonly string[] {
  const keys = isObject(of) ? fieldNames(of, evaluation).sort() : [];
  spendSize(evaluation, keys.length);
  return keys;
}

function range(from: Value, to: Value, evaluation: Evaluation): Value {
  if (typeof from === 'number' && typeof to === 'number') {
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to))
      throw bad('its bounds must be whole numbers');
    return series(to - from, evaluation, (index) => from + index);
  }
  if (typeof from === 'number' || typeof to === 'number') throw wrong('needs two whole numbers or two dates');
  const [first, end] = [asDateValue(from), asDateValue(to)];
  if (first === undefined || end === undefined) throw bad('a text is not a date such as `2026-03-01`');
  const days = Math.ceil((end.milliseconds - first.milliseconds) / oneDay);
  return series(days, evaluation, (index) =>
    makeDateValue(evaluation, first.milliseconds + index * oneDay, first.hasTime),
  );
}

/** The budget is checked before the list is created. */
function series(length: number, evaluation: Evaluation, item: (index: number) => Value): Value {
  const count = Math.max(0, length);
  spend(evaluation, count);
  spendSize(evaluation, count);
  return Array.from({ length: count }, (_, index) => item(index));
}
