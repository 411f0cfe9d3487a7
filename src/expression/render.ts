/** Converts a value to text, as in templates and `string(…)`, and to JSON, as stored in a run. */
import { maxValueDepth, tooDeepValue } from './compare.ts';
import { formatDate } from './date.ts';
import { describeDuration } from './duration.ts';
import { type Evaluation, fieldNames, spend, spendSize } from './evaluation.ts';
import type { Json } from './tree.ts';
import { isDateValue, isDurationValue, isList, isObject, type Value } from './value.ts';

/** Fields are sorted, so no text depends on their original order. */
export function render(value: Value, evaluation: Evaluation): string {
  if (typeof value === 'string') return value;
  if (isDurationValue(value)) return describeDuration(value.milliseconds);
  if (isDateValue(value)) return formatDate(value);
  return renderInside(value, evaluation, 0);
}

/** The size is charged during rendering, so a large text is not created in vain. */
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
  const keys = fieldNames(value, evaluation).sort();
  spend(evaluation, keys.length);
  const fields = keys.map((key) => {
    spendSize(evaluation, key.length + 3);
    return `${JSON.stringify(key)}:${renderInside(value[key] ?? null, evaluation, depth + 1)}`;
  });
  return `{${fields.join(',')}}`;
}

/** Dates become their text, durations their milliseconds [E5]. Other values are returned unchanged. */
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
  const keys = fieldNames(value, evaluation);
  spend(evaluation, keys.length);
  return Object.fromEntries(keys.map((key) => [key, toJson(value[key] ?? null, evaluation, depth + 1)]));
}
