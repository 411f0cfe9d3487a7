/** Reads fields and items. Only own fields of a value are visible, never inherited ones [E3]. */

import { type Evaluation, spendOnText } from './evaluation.ts';
import { type EvaluationFailure, failure } from './failure.ts';
import { findNearest } from './find-nearest.ts';
import { printExpression } from './print-expression.ts';
import type { Tree } from './tree.ts';
import { isList, isObject, kindOf, type Value } from './value.ts';
import { describeType } from './value-type.ts';

export type Access = Extract<Tree, { kind: 'member' | 'index' }>;

export function takeMember(value: Value, key: string, site: Access, evaluation: Evaluation): Value {
  if (isObject(value)) {
    const found = Object.hasOwn(value, key) ? value[key] : undefined;
    if (found !== undefined) return found;
    if (key === 'length') return Object.keys(value).length;
    throw missingField(value, key, site);
  }
  if (key === 'length' && (isList(value) || typeof value === 'string')) return lengthOf(value, evaluation);
  if (isList(value) && /^\d+$/.test(key)) return takeItem(value, Number(key), site);
  if (isList(value))
    throw wrong(site, `${printSource(site)} is a list and has no field “${key}”. Select an item first.`);
  throw noFields(value, site);
}

export function takeIndex(value: Value, index: Value, site: Access): Value {
  if (isList(value) && typeof index === 'number') return takeItem(value, index, site);
  if (isObject(value) && typeof index === 'string') {
    const found = Object.hasOwn(value, index) ? value[index] : undefined;
    if (found !== undefined) return found;
    throw missingField(value, index, site);
  }
  if (!isList(value) && !isObject(value)) throw noFields(value, site);
  const wanted = isList(value) ? 'a whole number' : 'a text';
  throw wrong(site, `the index of ${describeType({ kind: kindOf(value) })} must be ${wanted}.`);
}

/** Counts characters of a text, items of a list. */
export function lengthOf(value: string | readonly Value[], evaluation: Evaluation): number {
  if (typeof value !== 'string') return value.length;
  spendOnText(evaluation, value.length);
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

function takeItem(list: readonly Value[], index: number, site: Access): Value {
  if (!Number.isInteger(index)) throw failure('value', site, 'the index must be a whole number.');
  const item = list[index];
  if (item !== undefined) return item;
  const hint = index < 0 ? ' Use `last(…)` for the last item.' : '';
  throw absent(
    site,
    `item ${index} does not exist in ${printSource(site)}, which has ${list.length}.${hint}`,
  );
}

function missingField(
  value: { readonly [key: string]: Value },
  key: string,
  site: Access,
): EvaluationFailure {
  const nearest = findNearest(key, Object.keys(value).slice(0, 200));
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  return absent(site, `field “${key}” does not exist in ${printSource(site)}.${hint}`);
}

function noFields(value: Value, site: Access): EvaluationFailure {
  if (value === null) return absent(site, `${printSource(site)} is null. Use \`?.\` to allow null.`);
  return wrong(
    site,
    `${printSource(site)} is ${describeType({ kind: kindOf(value) })}, which has no fields.`,
  );
}

const printSource = (site: Access): string => `\`${printExpression(site.of)}\``;
const absent = (site: Access, message: string) => failure('absent', site, message);
const wrong = (site: Access, message: string) => failure('type', site, message);
