/** Why a condition does not hold, in words: what its variables are, and what they would have to be. */
import type { Json } from '../../../expression/index.ts';
import type { Condition } from '../schema.ts';
import type { LookUp } from '../values.ts';
import { type Atom, atomHolds, type Operator } from './atom.ts';
import { type Formula, formulaOf } from './formula.ts';
import { formulaHolds } from './holds.ts';
import { isList, isNothing } from './lenient-equals.ts';
import { listed, shownValue } from './shown-value.ts';
import { withinEffort } from './within-effort.ts';

const mostReasons = 3;

/** Facts that stand beside each other: `“taskScope” is “small”, not “large”; “complexity” is not set`. Empty where it holds. */
export const explain = (condition: Condition, lookUp: LookUp): string =>
  withinEffort(() => explainWithin(condition, lookUp), 'what it asks for does not hold');

function explainWithin(condition: Condition, lookUp: LookUp): string {
  const reasons = new Map<string, Set<string>>();
  for (const { fact, rest } of reasonsOf(formulaOf(condition), lookUp, false)) {
    reasons.set(fact, (reasons.get(fact) ?? new Set()).add(rest));
  }
  const texts = [...reasons].map(([fact, rests]) =>
    [fact, ...[...rests].filter((rest) => rest !== '')].join(', '),
  );
  const more = texts.length - mostReasons;
  return [...texts.slice(0, mostReasons), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** What a variable is, and what is to be said of that; the same fact is told once. */
interface Reason {
  readonly fact: string;
  readonly rest: string;
}

/** The facts that make it hold (or not hold, as wanted); none where it is the other way round. */
function reasonsOf(formula: Formula, lookUp: LookUp, wanted: boolean): readonly Reason[] {
  switch (formula.kind) {
    case 'atom':
      return reasonsOfAtom(formula.atom, lookUp, wanted);
    case 'not':
      return reasonsOf(formula.part, lookUp, !wanted);
    default: {
      if (formulaHolds(formula, lookUp) !== wanted) return [];
      // Of some the part that decides is enough; otherwise each part has its share.
      const reasons = formula.parts.map((part) => reasonsOf(part, lookUp, wanted));
      if (reasons.length === 0)
        return [{ fact: wanted ? 'nothing is asked for' : 'nothing can fulfil it', rest: '' }];
      return wanted && formula.kind === 'any'
        ? (reasons.find((each) => each.length > 0) ?? [])
        : reasons.flat();
    }
  }
}

function reasonsOfAtom(atom: Atom, lookUp: LookUp, wanted: boolean): readonly Reason[] {
  const { name } = atom;
  if (name === null) return wanted ? [] : [{ fact: 'no variable is named', rest: '' }];
  if (atomHolds(atom, lookUp) !== wanted) return [];
  const value = lookUp(name);
  if (isNothing(value)) return [{ fact: `“${name}” is not set`, rest: '' }];
  const rest = (wanted ? whyItHolds : whyItFails)[atom.operator](value, atom.operand);
  return [{ fact: `“${name}” is ${shownValue(value)}`, rest }];
}

type Words = { readonly [operator in Operator]: (value: Json, operand: Json) => string };

const whyItFails: Words = {
  equals: (_, operand) => (operand === null ? 'but must not be set' : `not ${shownValue(operand)}`),
  not_equals: () => '',
  gt: (value, bound) => `not ${aNumber(value)}greater than ${shownValue(bound)}`,
  gte: (value, bound) => `not ${aNumber(value, 'of ')}at least ${shownValue(bound)}`,
  lt: (value, bound) => `not ${aNumber(value)}less than ${shownValue(bound)}`,
  lte: (value, bound) => `not ${aNumber(value, 'of ')}at most ${shownValue(bound)}`,
  in: (_, list) =>
    isList(list) && list.length > 0 ? `not one of ${listed(list.map(shownValue))}` : 'and no value will do',
  contains: (_, part) => `without ${shownValue(part)} in it`,
  startsWith: (_, part) => `which does not start with ${shownValue(part)}`,
  endsWith: (_, part) => `which does not end with ${shownValue(part)}`,
  matches: (_, pattern) => `which does not match ${shownValue(pattern)}`,
  isSomething: () => '',
};

const whyItHolds: Words = {
  equals: () => '',
  not_equals: (_, operand) => (operand === null ? '' : `not ${shownValue(operand)}`),
  gt: (_, bound) => `greater than ${shownValue(bound)}`,
  gte: (_, bound) => `at least ${shownValue(bound)}`,
  lt: (_, bound) => `less than ${shownValue(bound)}`,
  lte: (_, bound) => `at most ${shownValue(bound)}`,
  in: () => '',
  contains: (_, part) => `with ${shownValue(part)} in it`,
  startsWith: (_, part) => `which starts with ${shownValue(part)}`,
  endsWith: (_, part) => `which ends with ${shownValue(part)}`,
  matches: (_, pattern) => `which matches ${shownValue(pattern)}`,
  isSomething: () => '',
};

const aNumber = (value: Json, of = ''): string => (typeof value === 'number' ? '' : `a number ${of}`);
