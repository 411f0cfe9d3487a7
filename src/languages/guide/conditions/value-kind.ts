/**
 * Kinds of values that the lenient comparison does not distinguish: the values that equal a given one form a few kinds.
 * Decides whether an atom holds for a whole kind, if it does so for each value in it.
 */
import type { Json } from '../../../expression/index.ts';
import { defaultLimits, type Effort } from '../../../kernel/index.ts';
import { type Atom, valueFits } from './atom.ts';
import {
  equalsLeniently,
  foldText,
  isList,
  isNullish,
  parseDecimal,
  wordsForBoolean,
} from './lenient-equals.ts';

export type EquivalenceKind =
  /** One value; null also represents an absent one. */
  | { readonly kind: 'exactly'; readonly value: number | boolean | null }
  /** Texts that fold to this one. */
  | { readonly kind: 'text'; readonly folded: string }
  /** Texts that represent this number: 5, 5.0, 5e0. */
  | { readonly kind: 'numeric-text'; readonly number: number }
  /** Lists and objects that equal this one. */
  | { readonly kind: 'compound'; readonly like: object & Json };

const exactly = (value: number | boolean | null): EquivalenceKind => ({ kind: 'exactly', value });
const text = (folded: string): EquivalenceKind => ({ kind: 'text', folded });
const truths = [true, false];

export function kindsEqualTo(value: Json): readonly EquivalenceKind[] {
  switch (typeof value) {
    case 'string': {
      const folded = foldText(value);
      const number = parseDecimal(value);
      const words = truths.filter((truth) => wordsForBoolean(truth).includes(folded));
      return [text(folded), ...(number === undefined ? [] : [exactly(number)]), ...words.map(exactly)];
    }
    case 'number':
      return [exactly(value), { kind: 'numeric-text', number: value }];
    case 'boolean':
      return [exactly(value), ...wordsForBoolean(value).map(text)];
    default:
      return [value === null ? exactly(null) : { kind: 'compound', like: value }];
  }
}

/** All values that `var` without an operator treats as empty. */
export const emptyKinds: readonly EquivalenceKind[] = [
  ...[null, 0, false, ''].flatMap(kindsEqualTo),
  ...[[], {}].map((like): EquivalenceKind => ({ kind: 'compound', like })),
];

/** Whether the values of a kind fit; null if only some may. */
export function kindFits(kind: EquivalenceKind, { operator, operand }: Atom): boolean | null {
  switch (kind.kind) {
    case 'exactly':
      return valueFits(kind.value, operator, operand, anEffort());
    case 'text':
      return dependsOnSpace(operator, operand) ? null : valueFits(kind.folded, operator, operand, anEffort());
    default:
      return manyFit(kind, operator, operand);
  }
}

/** Surrounding space does not change the kind of a text, but may change the result of these operators. */
function dependsOnSpace(operator: Atom['operator'], operand: Json): boolean {
  if (operator === 'matches') return true;
  if (operator !== 'contains' && operator !== 'startsWith' && operator !== 'endsWith') return false;
  return typeof operand === 'string' && operand.trim() !== operand;
}

type Many = EquivalenceKind & { readonly kind: 'numeric-text' | 'compound' };

function manyFit(kind: Many, operator: Atom['operator'], operand: Json): boolean | null {
  switch (operator) {
    case 'equals':
      return manyEqual(kind, operand);
    case 'not_equals': {
      const equal = manyEqual(kind, operand);
      return equal === null ? null : !equal;
    }
    case 'in': {
      const equal = isList(operand) ? operand.map((each) => manyEqual(kind, each)) : [];
      return equal.includes(true) || (equal.includes(null) ? null : false);
    }
    case 'isSomething':
      return kind.kind === 'numeric-text' ? kind.number !== 0 : isCompoundSomething(kind.like);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return false;
    default:
      return kind.kind === 'numeric-text' || isList(kind.like) ? null : false;
  }
}

/** Keys with null count as absent, so an object with only such keys may be empty or not. */
function isCompoundSomething(like: object & Json): boolean | null {
  if (isList(like)) return like.length > 0;
  return Object.values(like).some((each) => !isNullish(each)) || null;
}

function manyEqual(kind: Many, value: Json): boolean | null {
  if (kind.kind === 'compound') {
    if (value === null || typeof value !== 'object' || isList(value) !== isList(kind.like)) return false;
    if (JSON.stringify(value) === JSON.stringify(kind.like)) return true;
    return isList(value) && isList(kind.like) && value.length !== kind.like.length ? false : null;
  }
  if (typeof value === 'number') return value === kind.number;
  // The number may be represented by this text, or by another.
  return typeof value !== 'object' && equalsSomeWriting(value, kind.number) ? null : false;
}

function equalsSomeWriting(value: string | boolean, number: number): boolean {
  return typeof value === 'string' ? parseDecimal(value) === number : equalsLeniently(String(number), value);
}

/** The values that are tried are short. */
const anEffort = (): Effort => ({ left: defaultLimits.effort });
