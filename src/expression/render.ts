/** A value as text, as templates and `string(…)` show it, and as JSON, as a run keeps it. */
import { maxValueDepth, tooDeepValue } from './compare.ts';
import { formatDate } from './date.ts';
import { describeDuration } from './duration.ts';
import { type Evaluation, spend, spendSize } from './evaluation.ts';
import type { Json } from './tree.ts';
import { isDateValue, isDurationValue, isList, isObject, type Value } from './value.ts';

/** Fields are sorted: no text depends on the order in which somebody wrote them. */
export function render(value: Value, evaluation: Evaluation): string {
  if (typeof value === 'string') return value;
  if (isDurationValue(value)) return describeDuration(value.milliseconds);
  if (isDateValue(value)) return formatDate(value);
  return renderInside(value, evaluation, 0);
}

/** What is made is counted as it is made, so that nothing large is made in vain. */
function renderInside(value: Value, evaluation: Evaluation, depth: number): string {
  if (typeof value !== 'object' || value === null) {
    spendSize(evaluation, typeof value === 'string' ? value.length + 2 : 8);
    return JSON.stringify(value);
  }
  if (isDateValue(value) || isDurationValue(value)) return JSON.stringify(render(value, evaluation));
  if (depth > maxValueDepth) throw tooDeepValue();
  if (isList(value)) {
    spend(evaluation, value.length);
    return `[${value.map((item) => renderInside(item, evaluation, depth + 1)).join(',')}]`;
  }
  const keys = Object.keys(value).sort();
  spend(evaluation, keys.length);
  const fields = keys.map((key) => {
    spendSize(evaluation, key.length + 3);
    return `${JSON.stringify(key)}:${renderInside(value[key] ?? null, evaluation, depth + 1)}`;
  });
  return `{${fields.join(',')}}`;
}

/** Dates become their text, durations their milliseconds [E5]. What holds neither is passed on as it is. */
export function toJson(value: Value, evaluation: Evaluation, depth = 0): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isDateValue(value)) return formatDate(value);
  if (isDurationValue(value)) return value.milliseconds;
  if (!evaluation.temporal) return value as Json;
  if (depth > maxValueDepth) throw tooDeepValue();
  if (isList(value)) {
    spend(evaluation, value.length);
    return value.map((item) => toJson(item, evaluation, depth + 1));
  }
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  spend(evaluation, entries.length);
  return Object.fromEntries(entries.map(([key, each]) => [key, toJson(each, evaluation, depth + 1)]));
}
