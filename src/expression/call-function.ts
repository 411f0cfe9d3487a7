/** What the functions compute. Their arguments have the kinds that the table of functions demands. */
import { lengthOf } from './access.ts';
import { isIn, order } from './compare.ts';
import { oneDay } from './date.ts';
import { EvaluationFailure } from './failure.ts';
import { findPattern, type Pattern } from './pattern.ts';
import { render } from './render.ts';
import { make, makeMoment, type Run, spend, spendOnText } from './run.ts';
import { asMoment, isList, isObject, type Value } from './value.ts';

export type Implementation = (args: readonly Value[], run: Run) => Value;

const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
const list = (value: Value | undefined): readonly Value[] =>
  isList(value ?? null) ? (value as readonly Value[]) : [];

const changed =
  (change: (from: string) => string): Implementation =>
  ([from], run) => {
    const made = change(text(from));
    make(run, made.length);
    return made;
  };

const compared =
  (test: (whole: string, part: string) => boolean): Implementation =>
  ([whole, part], run) => {
    spendOnText(run, text(part).length);
    return test(text(whole), text(part));
  };

export const implementations: Readonly<Record<string, Implementation>> = {
  size: ([of = null], run) =>
    typeof of === 'string' || isList(of) ? lengthOf(of, run) : isObject(of) ? Object.keys(of).length : 0,
  contains: ([container = null, item = null], run) => {
    const found = isIn(item, container, run);
    if (found === undefined)
      throw wrong('looks for a text in a text, and for the name of a field in an object');
    return found;
  },
  startsWith: compared((whole, part) => whole.startsWith(part)),
  endsWith: compared((whole, part) => whole.endsWith(part)),
  matches: ([whole, pattern], run) => matchPattern(findPattern(text(pattern), run), text(whole), run),
  lower: changed((from) => from.toLowerCase()),
  upper: changed((from) => from.toUpperCase()),
  trim: changed((from) => from.trim()),
  string: ([value = null], run) => render(value, run),
  int: ([value = null]) =>
    typeof value === 'number' ? Math.trunc(value) + 0 : parseNumber(text(value), /^[+-]?\d+$/),
  float: ([value = null]) =>
    typeof value === 'number' ? value : parseNumber(text(value), /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/),
  bool: ([value = null]) => {
    if (typeof value === 'boolean') return value;
    if (value !== 'true' && value !== 'false') throw bad('the text is neither `true` nor `false`');
    return value === 'true';
  },
  date: ([value = null], run) => {
    const moment = asMoment(value);
    if (moment === undefined) throw bad('the text is no date such as `2026-03-01` or `2026-03-01T09:30:00Z`');
    return makeMoment(run, moment.milliseconds, moment.hasTime);
  },
  min: (args, run) => extreme(args, run, -1),
  max: (args, run) => extreme(args, run, 1),
  sum: (args, run) => {
    let sum = 0;
    for (const item of several(args, run)) {
      if (typeof item !== 'number') throw wrong('adds numbers only');
      sum += item;
    }
    if (!Number.isFinite(sum)) throw bad('the sum is too large');
    return sum;
  },
  first: ([from]) => notEmpty(list(from)[0]),
  last: ([from]) => notEmpty(list(from).at(-1)),
  keys: ([of = null], run) => sortedKeys(of, run),
  values: ([of = null], run) => (isObject(of) ? sortedKeys(of, run).map((key) => of[key] ?? null) : []),
  range: ([from = null, to = null], run) => range(from, to, run),
  now: (_, run) => makeMoment(run, run.scope.at, true),
  today: (_, run) => makeMoment(run, Math.floor(run.scope.at / oneDay) * oneDay, false),
};

export function matchPattern(pattern: Pattern, whole: string, run: Run): boolean {
  if (pattern.kind === 'problem') throw new EvaluationFailure('value', pattern.message);
  return pattern.isFoundIn(whole, run);
}

const wrong = (says: string) => new EvaluationFailure('type', `${says}.`);
const bad = (says: string) => new EvaluationFailure('value', `${says}.`);
const empty = () =>
  new EvaluationFailure('absent', 'the list is empty; `default(…, …)` says what to take then.');

/** One list, or the arguments themselves. */
function several(args: readonly Value[], run: Run): readonly Value[] {
  const [first = null] = args;
  const items = args.length === 1 && isList(first) ? first : args;
  spend(run, items.length);
  return items;
}

function extreme(args: readonly Value[], run: Run, sign: 1 | -1): Value {
  const [first, ...rest] = several(args, run);
  if (first === undefined) throw empty();
  let best = first;
  for (const item of [first, ...rest]) {
    const between = order(item, best);
    if (between === 'no date') throw bad('a text among dates is no date');
    if (between === 'unordered') throw wrong('takes only numbers, only texts, only dates or only durations');
    if (between * sign > 0) best = item;
  }
  return best;
}

function notEmpty(item: Value | undefined): Value {
  if (item === undefined) throw empty();
  return item;
}

function parseNumber(from: string, form: RegExp): number {
  const value = form.test(from) ? Number(from) + 0 : Number.NaN;
  if (!Number.isFinite(value)) throw bad('the text is no such number');
  return value;
}

function sortedKeys(of: Value, run: Run): readonly string[] {
  const keys = isObject(of) ? Object.keys(of).sort() : [];
  make(run, keys.length);
  return keys;
}

function range(from: Value, to: Value, run: Run): Value {
  if (typeof from === 'number' && typeof to === 'number') {
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) throw bad('its ends are whole numbers');
    return series(to - from, run, (index) => from + index);
  }
  if (typeof from === 'number' || typeof to === 'number')
    throw wrong('goes from number to number or from date to date');
  const [first, end] = [asMoment(from), asMoment(to)];
  if (first === undefined || end === undefined) throw bad('a text is no date such as `2026-03-01`');
  const days = Math.ceil((end.milliseconds - first.milliseconds) / oneDay);
  return series(days, run, (index) => makeMoment(run, first.milliseconds + index * oneDay, first.hasTime));
}

/** The budget is asked before anything is made. */
function series(length: number, run: Run, item: (index: number) => Value): Value {
  const count = Math.max(0, length);
  spend(run, count);
  make(run, count);
  return Array.from({ length: count }, (_, index) => item(index));
}
