/** Explains why a condition can never hold: names the parts that exclude each other. */
import type { Condition } from '../model/schema.ts';
import { conditionText } from './condition-text.ts';
import { verdictOf } from './verdict-of.ts';

/** Pairs are searched among this many parts only. */
const maxParts = 12;

/** @param condition of which the verdict is `never` */
export function explainContradiction(condition: Condition): string {
  const parts = splitCondition(condition);
  const alone = parts.find((part) => verdictOf(part) === 'never');
  if (alone !== undefined) return parts.length > 1 ? explainContradiction(alone) : explainSinglePart(alone);
  const few = parts.slice(0, maxParts);
  for (const [at, one] of few.entries()) {
    const other = few.slice(0, at).find((each) => verdictOf({ and: [each, one] }) === 'never');
    if (other !== undefined)
      return `“${conditionText(other)}” and “${conditionText(one)}” exclude each other`;
  }
  return `“${conditionText(condition)}” contradicts itself`;
}

function explainSinglePart({ or, not, in: list }: Condition): string {
  if (or !== undefined) {
    const [first] = or;
    return first === undefined
      ? 'an “or” without conditions never holds'
      : `none of its alternatives can hold: ${explainContradiction(first)}`;
  }
  if (not !== undefined) return `“${conditionText(not)}” always holds`;
  return list === undefined ? 'no value fulfils it' : 'an empty “in” list allows no value';
}

/** Conditions of one operator each, all of which must hold. */
function splitCondition({ var: name, and = [], or, not, ...operators }: Condition): readonly Condition[] {
  const own = Object.entries(operators).map(
    ([operator, operand]): Condition => ({
      ...(name === undefined ? {} : { var: name }),
      [operator]: operand,
    }),
  );
  return [
    ...(own.length === 0 && name !== undefined ? [{ var: name }] : own),
    ...and.flatMap(splitCondition),
    ...(or === undefined ? [] : [{ or }]),
    ...(not === undefined ? [] : [{ not }]),
  ];
}
