/** A value as text, as templates and `string(…)` show it, and as JSON, as a run keeps it. */
import { deepestValue, tooDeepValue } from './compare.ts';
import { formatDate } from './date.ts';
import { describeDuration } from './duration.ts';
import { make, type Run, spend } from './run.ts';
import type { Json } from './tree.ts';
import { isList, isMoment, isObject, isPeriod, type Value } from './value.ts';

/** Fields are sorted: no text depends on the order in which somebody wrote them. */
export function render(value: Value, run: Run): string {
  if (typeof value === 'string') return value;
  if (isPeriod(value)) return describeDuration(value.milliseconds);
  if (isMoment(value)) return formatDate(value);
  return renderInside(value, run, 0);
}

/** What is made is counted as it is made, so that nothing large is made in vain. */
function renderInside(value: Value, run: Run, depth: number): string {
  if (typeof value !== 'object' || value === null) {
    make(run, typeof value === 'string' ? value.length + 2 : 8);
    return JSON.stringify(value);
  }
  if (isMoment(value) || isPeriod(value)) return JSON.stringify(render(value, run));
  if (depth > deepestValue) throw tooDeepValue();
  if (isList(value)) {
    spend(run, value.length);
    return `[${value.map((item) => renderInside(item, run, depth + 1)).join(',')}]`;
  }
  const keys = Object.keys(value).sort();
  spend(run, keys.length);
  const fields = keys.map((key) => {
    make(run, key.length + 3);
    return `${JSON.stringify(key)}:${renderInside(value[key] ?? null, run, depth + 1)}`;
  });
  return `{${fields.join(',')}}`;
}

/** Dates become their text, durations their milliseconds [E5]. What holds neither is passed on as it is. */
export function toJson(value: Value, run: Run, depth = 0): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isMoment(value)) return formatDate(value);
  if (isPeriod(value)) return value.milliseconds;
  if (!run.temporal) return value as Json;
  if (depth > deepestValue) throw tooDeepValue();
  if (isList(value)) {
    spend(run, value.length);
    return value.map((item) => toJson(item, run, depth + 1));
  }
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  spend(run, entries.length);
  return Object.fromEntries(entries.map(([key, each]) => [key, toJson(each, run, depth + 1)]));
}
