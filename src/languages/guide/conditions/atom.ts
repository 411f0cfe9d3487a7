/** One operator of a condition, applied to one variable. A value of another type never fulfils it. */
import { findMatcher, type Json } from '../../../expression/index.ts';
import type { Effort } from '../../../kernel/index.ts';
import type { LookUp } from '../model/guide-context.ts';
import { equalsLeniently, isList, isSomething } from './lenient-equals.ts';

export interface Atom {
  /** Name of the variable; null if the condition names none, and then the atom never holds. */
  readonly name: string | null;
  readonly operator: Operator;
  readonly operand: Json;
}

export type Operator = keyof typeof tests;

/** The value of the variable, then the operand. */
type Test = (value: Json | undefined, operand: Json, effort: Effort) => boolean;

/** A condition whose evaluation exceeds the effort limit. */
export class TooCostlyError extends Error {}

const tests = {
  equals: equalsLeniently,
  not_equals: (value, operand) => !equalsLeniently(value, operand),
  gt: byNumber((value, bound) => value > bound),
  gte: byNumber((value, bound) => value >= bound),
  lt: byNumber((value, bound) => value < bound),
  lte: byNumber((value, bound) => value <= bound),
  in: (value, operand) => isList(operand) && isOneOf(value, operand),
  contains: (value, operand) => {
    if (isList(value)) return isOneOf(operand, value);
    // An unquoted number means its text.
    const part = typeof operand === 'number' ? String(operand) : operand;
    return byText((whole, each) => whole.includes(each))(value, part);
  },
  startsWith: byText((whole, part) => whole.trimStart().startsWith(part.trimStart())),
  endsWith: byText((whole, part) => whole.trimEnd().endsWith(part.trimEnd())),
  matches: (value, operand, effort) => {
    if (typeof value !== 'string' || typeof operand !== 'string') return false;
    const matcher = findMatcher(operand, 'i', effort);
    if (matcher?.kind === 'problem') return false;
    const steps = value.length * (matcher?.cost ?? 0);
    if (matcher === null || steps > effort.left) throw new TooCostlyError(tooLong(value, operand));
    effort.left -= steps;
    return matcher.isFoundIn(value) === true;
  },
  isSomething: (value) => isSomething(value),
} as const satisfies { readonly [operator: string]: Test };

const tooLong = ({ length }: string, pattern: string): string =>
  `A text of ${length} characters is too long to match the pattern “${pattern.slice(0, 100)}”. Shorten the text or simplify the pattern.`;

/** Throws TooCostlyError. */
export function atomHolds({ name, operator, operand }: Atom, lookUp: LookUp): boolean {
  return name !== null && valueFits(lookUp(name), operator, operand, lookUp.effort);
}

export function valueFits(
  value: Json | undefined,
  operator: Operator,
  operand: Json,
  effort: Effort,
): boolean {
  return tests[operator](value, operand, effort);
}

export function isOperator(key: string): key is Exclude<Operator, 'isSomething'> {
  return key !== 'isSomething' && Object.hasOwn(tests, key);
}

/** Folds the text once, so that a long text is not read again for each value of the list. */
function isOneOf(value: Json | undefined, list: readonly Json[]): boolean {
  const folded = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return list.some((each) => equalsLeniently(folded, each));
}

function byNumber(test: (value: number, bound: number) => boolean): Test {
  return (value, bound) => typeof value === 'number' && typeof bound === 'number' && test(value, bound);
}

function byText(
  test: (whole: string, part: string) => boolean,
): (value: Json | undefined, operand: Json) => boolean {
  return (whole, part) =>
    typeof whole === 'string' && typeof part === 'string' && test(whole.toLowerCase(), part.toLowerCase());
}
