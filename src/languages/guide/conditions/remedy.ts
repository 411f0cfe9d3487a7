/** What to set so that a condition holds, a line for each variable that stands in the way. */
import type { Json } from '../../../expression/index.ts';
import type { Condition } from '../schema.ts';
import type { LookUp } from '../values.ts';
import { type Atom, atomHolds, type Operator } from './atom.ts';
import { type Formula, formulaOf } from './formula.ts';
import { formulaHolds } from './holds.ts';
import { isList, isNothing } from './lenient-equals.ts';
import { listed, quotedValue, shownValue } from './shown-value.ts';

/** Empty where it holds, and where nothing could make it hold. */
export function remedy(condition: Condition, lookUp: LookUp): readonly string[] {
  const needs = needsOf(formulaOf(condition), lookUp, true) ?? [];
  return [...new Set(needs.map((need) => textOf(need, lookUp)))];
}

type Need =
  /** What one variable has to become. */
  | { readonly kind: 'one-of'; readonly name: string; readonly values: readonly Json[] }
  | { readonly kind: 'such'; readonly name: string; readonly words: string }
  | { readonly kind: 'some' | 'none'; readonly name: string }
  /** All needs of one of these. */
  | { readonly kind: 'either'; readonly choices: readonly (readonly Need[])[] };

/** Null where nothing helps. */
function needsOf(formula: Formula, lookUp: LookUp, wanted: boolean): readonly Need[] | null {
  switch (formula.kind) {
    case 'atom':
      return needsOfAtom(formula.atom, lookUp, wanted);
    case 'not':
      return needsOf(formula.part, lookUp, !wanted);
    default: {
      if (formulaHolds(formula, lookUp) === wanted) return [];
      const needs = formula.parts.map((part) => needsOf(part, lookUp, wanted));
      const possible = needs.filter((each) => each !== null);
      if ((formula.kind === 'any') === wanted) return eitherOf(possible);
      return possible.length < needs.length ? null : possible.flat();
    }
  }
}

/** Values of the same variable are one choice. */
function eitherOf(choices: readonly (readonly Need[])[]): readonly Need[] | null {
  const merged: (readonly Need[])[] = [];
  for (const choice of choices) {
    const values = valuesIn(choice);
    const at = merged.findIndex((other) => values !== undefined && valuesIn(other)?.name === values.name);
    const before = valuesIn(merged[at] ?? []);
    if (values === undefined || before === undefined) merged.push(choice);
    else merged[at] = [{ ...before, values: [...new Set([...before.values, ...values.values])] }];
  }
  const [only] = merged;
  if (only === undefined) return null;
  return merged.length === 1 ? only : [{ kind: 'either', choices: merged }];
}

/** A choice that is only about the values of one variable. */
function valuesIn(choice: readonly Need[]): (Need & { readonly kind: 'one-of' }) | undefined {
  const [only] = choice;
  return choice.length === 1 && only?.kind === 'one-of' ? only : undefined;
}

function needsOfAtom(atom: Atom, lookUp: LookUp, wanted: boolean): readonly Need[] | null {
  if (atom.name === null) return wanted ? null : [];
  return atomHolds(atom, lookUp) === wanted ? [] : needOf(atom.name, atom, wanted);
}

function needOf(name: string, { operator, operand }: Atom, wanted: boolean): readonly Need[] | null {
  switch (operator) {
    case 'isSomething':
      return [{ kind: wanted ? 'some' : 'none', name }];
    case 'not_equals':
      return needOfValues(name, [operand], !wanted);
    case 'equals':
      return needOfValues(name, [operand], wanted);
    case 'in':
      return needOfValues(name, isList(operand) ? operand : [], wanted);
    default:
      return [{ kind: 'such', name, words: (wanted ? such : unlike)[operator](operand) }];
  }
}

function needOfValues(name: string, values: readonly Json[], wanted: boolean): readonly Need[] | null {
  const set = values.filter((value) => !isNothing(value));
  if (wanted && values.length === 0) return null;
  if (wanted) return [set.length === 0 ? { kind: 'none', name } : { kind: 'one-of', name, values: set }];
  if (set.length < values.length) return [{ kind: 'some', name }];
  return [{ kind: 'such', name, words: `something other than ${listed(set.map(quotedValue))}` }];
}

type Words = {
  readonly [operator in Exclude<Operator, 'isSomething' | 'equals' | 'not_equals' | 'in'>]: (
    operand: Json,
  ) => string;
};

const such: Words = {
  gt: (bound) => `a number greater than ${shownValue(bound)}`,
  gte: (bound) => `a number of at least ${shownValue(bound)}`,
  lt: (bound) => `a number less than ${shownValue(bound)}`,
  lte: (bound) => `a number of at most ${shownValue(bound)}`,
  contains: (part) => `something that contains ${quotedValue(part)}`,
  startsWith: (part) => `a text that starts with ${quotedValue(part)}`,
  endsWith: (part) => `a text that ends with ${quotedValue(part)}`,
  matches: (pattern) => `a text that matches ${quotedValue(pattern)}`,
};

const unlike: Words = {
  gt: such.lte,
  gte: such.lt,
  lt: such.gte,
  lte: such.gt,
  contains: (part) => `something that does not contain ${quotedValue(part)}`,
  startsWith: (part) => `something that does not start with ${quotedValue(part)}`,
  endsWith: (part) => `something that does not end with ${quotedValue(part)}`,
  matches: (pattern) => `something that does not match ${quotedValue(pattern)}`,
};

function textOf(need: Need, lookUp: LookUp): string {
  if (need.kind === 'either') {
    return need.choices.map((all) => all.map((each) => textOf(each, lookUp)).join(' and ')).join(', or ');
  }
  const value = lookUp(need.name);
  const current = isNothing(value) ? '' : ` (current ${quotedValue(value)})`;
  const verb = `${current === '' ? 'Set' : 'Adjust'} '${need.name}' to`;
  switch (need.kind) {
    case 'some':
      return `Provide a value for '${need.name}'${current}`;
    case 'none':
      return `Remove '${need.name}'${current}`;
    case 'such':
      return `${verb} ${need.words}${current}`;
    case 'one-of':
      return `${verb} one of: ${listed(need.values.map(quotedValue))}${current}`;
  }
}
