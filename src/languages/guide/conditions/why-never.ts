/** Why a condition can never hold, in words: the parts of it that exclude each other. */
import { conditionText } from '../picture/condition-text.ts';
import type { Condition } from '../schema.ts';
import { verdictOf } from './verdict-of.ts';

/** Pairs are only looked for among so many parts. */
const mostParts = 12;

/** @param condition of which the verdict is `never` */
export function whyNever(condition: Condition): string {
  const parts = partsOf(condition);
  const alone = parts.find((part) => verdictOf(part) === 'never');
  if (alone !== undefined) return parts.length > 1 ? whyNever(alone) : whyAlone(alone);
  const few = parts.slice(0, mostParts);
  for (const [at, one] of few.entries()) {
    const other = few.slice(0, at).find((each) => verdictOf({ and: [each, one] }) === 'never');
    if (other !== undefined)
      return `“${conditionText(other)}” and “${conditionText(one)}” exclude each other`;
  }
  return `“${conditionText(condition)}” contradicts itself`;
}

function whyAlone({ or, not, in: list }: Condition): string {
  if (or !== undefined) {
    const [first] = or;
    return first === undefined
      ? 'an “or” of nothing never holds'
      : `none of its alternatives can hold: ${whyNever(first)}`;
  }
  if (not !== undefined) return `“${conditionText(not)}” always holds`;
  return list === undefined ? 'no value fulfils it' : 'a list “in” without values allows nothing';
}

/** Conditions of one operator each, which all have to hold. */
function partsOf({ var: name, and = [], or, not, ...operators }: Condition): readonly Condition[] {
  const own = Object.entries(operators).map(
    ([operator, operand]): Condition => ({
      ...(name === undefined ? {} : { var: name }),
      [operator]: operand,
    }),
  );
  return [
    ...(own.length === 0 && name !== undefined ? [{ var: name }] : own),
    ...and.flatMap(partsOf),
    ...(or === undefined ? [] : [{ or }]),
    ...(not === undefined ? [] : [{ not }]),
  ];
}
