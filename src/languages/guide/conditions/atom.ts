/** One operator of a condition against one variable, and whether it holds. Another type never holds. */
import { createMatcher, type Json } from '../../../expression/index.ts';
import type { Effort } from '../../../kernel/index.ts';
import type { LookUp } from '../guide-context.ts';
import { equalsLeniently, isList, isSomething } from './lenient-equals.ts';

export interface Atom {
  /** Of the variable; null where none is named, and then nothing holds. */
  readonly name: string | null;
  readonly operator: Operator;
  readonly operand: Json;
}

export type Operator = keyof typeof tests;

/** Value of the variable, then what it is held against. */
type Test = (value: Json | undefined, operand: Json, effort: Effort) => boolean;

/** A condition that cannot be found out within what it may cost. */
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
    // A number without quotes is meant as it is written.
    const part = typeof operand === 'number' ? String(operand) : operand;
    return byText((whole, each) => whole.includes(each))(value, part);
  },
  startsWith: byText((whole, part) => whole.trimStart().startsWith(part.trimStart())),
  endsWith: byText((whole, part) => whole.trimEnd().endsWith(part.trimEnd())),
  matches: (value, operand, effort) => {
    if (typeof value !== 'string' || typeof operand !== 'string') return false;
    const matcher = createMatcher(operand, 'i');
    if (matcher.kind !== 'matcher') return false;
    const steps = value.length * matcher.cost;
    if (steps > effort.left) throw new TooCostlyError(tooLong(value, operand));
    effort.left -= steps;
    return matcher.isFoundIn(value) === true;
  },
  isSomething: (value) => isSomething(value),
} as const satisfies { readonly [operator: string]: Test };

const tooLong = ({ length }: string, pattern: string): string =>
  `A text of ${length} characters is too long to look for the pattern “${pattern.slice(0, 100)}” in it. Shorten the text, or make the pattern simpler.`;

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

/** Folded once: a long text is not read again for each of the list. */
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
