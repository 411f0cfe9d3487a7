/** Reads fields and items. Only own fields of a value are visible, never inherited ones [E3]. */

import { charge, type Evaluation, fieldNames, spendOnText } from './evaluation.ts';
import { type EvaluationFailure, failure } from './failure.ts';
import { findNearest } from './find-nearest.ts';
import { printExpression } from './print-expression.ts';
import type { Tree } from './tree.ts';
import { isList, isObject, kindOf, type Value } from './value.ts';
import { describeType } from './value-type.ts';

export type MemberAccess = Extract<Tree, { kind: 'member' | 'index' }>;

export function readMember(
  value: Value,
  key: string,
  accessNode: MemberAccess,
  evaluation: Evaluation,
): Value {
  if (isObject(value)) {
    const found = Object.hasOwn(value, key) ? value[key] : undefined;
    if (found !== undefined) return found;
    if (key === 'length') return fieldNames(value, evaluation).length;
    throw missingField(value, key, accessNode, evaluation);
  }
  if (key === 'length' && (isList(value) || typeof value === 'string')) return lengthOf(value, evaluation);
  if (isList(value) && /^\d+$/.test(key)) return readItem(value, Number(key), accessNode);
  if (isList(value))
    throw typeFailure(
      accessNode,
      `${printSource(accessNode)} is a list and has no field “${key}”. Select an item first.`,
    );
  throw noFieldsFailure(value, accessNode);
}

export function readIndex(
  value: Value,
  index: Value,
  accessNode: MemberAccess,
  evaluation: Evaluation,
): Value {
  if (isList(value) && typeof index === 'number') return readItem(value, index, accessNode);
  if (isObject(value) && typeof index === 'string') {
    const found = Object.hasOwn(value, index) ? value[index] : undefined;
    if (found !== undefined) return found;
    throw missingField(value, index, accessNode, evaluation);
  }
  if (!isList(value) && !isObject(value)) throw noFieldsFailure(value, accessNode);
  const wanted = isList(value) ? 'a whole number' : 'a text';
  throw typeFailure(accessNode, `the index of ${describeType({ kind: kindOf(value) })} must be ${wanted}.`);
}

/** Counts characters of a text, items of a list. */
export function lengthOf(value: string | readonly Value[], evaluation: Evaluation): number {
  if (typeof value !== 'string') return value.length;
  spendOnText(evaluation, value.length);
  charge(evaluation, value.length >> 2);
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

function readItem(list: readonly Value[], index: number, accessNode: MemberAccess): Value {
  if (!Number.isInteger(index)) throw failure('value', accessNode, 'the index must be a whole number.');
  const item = list[index];
  if (item !== undefined) return item;
  const hint = index < 0 ? ' Use `last(…)` for the last item.' : '';
  throw absentFailure(
    accessNode,
    `item ${index} does not exist in ${printSource(accessNode)}, which has ${list.length}.${hint}`,
  );
}

function missingField(
  value: { readonly [key: string]: Value },
  key: string,
  accessNode: MemberAccess,
  evaluation: Evaluation,
): EvaluationFailure {
  const nearest = evaluation.tolerant > 0 ? undefined : nearestField(value, key, evaluation);
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  return absentFailure(accessNode, `field “${key}” does not exist in ${printSource(accessNode)}.${hint}`);
}

function nearestField(
  value: { readonly [key: string]: Value },
  key: string,
  evaluation: Evaluation,
): string | undefined {
  const names = fieldNames(value, evaluation).slice(0, 200);
  // Every letter is compared with every letter, up to 40 of them.
  charge(evaluation, (names.length * Math.min(40, key.length) ** 2) / 2);
  return findNearest(key, names);
}

function noFieldsFailure(value: Value, accessNode: MemberAccess): EvaluationFailure {
  if (value === null)
    return absentFailure(accessNode, `${printSource(accessNode)} is null. Use \`?.\` to allow null.`);
  return typeFailure(
    accessNode,
    `${printSource(accessNode)} is ${describeType({ kind: kindOf(value) })}, which has no fields.`,
  );
}

const printSource = (accessNode: MemberAccess): string => `\`${printExpression(accessNode.of)}\``;
const absentFailure = (accessNode: MemberAccess, message: string) => failure('absent', accessNode, message);
const typeFailure = (accessNode: MemberAccess, message: string) => failure('type', accessNode, message);
