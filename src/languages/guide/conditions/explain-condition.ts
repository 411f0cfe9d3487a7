/** Explains why a condition does not hold: the values of its variables, and what they must be. */
import type { Json } from '../../../expression/index.ts';
import type { LookUp } from '../model/guide-context.ts';
import type { Condition } from '../model/schema.ts';
import { type Atom, atomHolds, type Operator } from './atom.ts';
import { type ConditionTree, toConditionTree } from './condition-tree.ts';
import { formatList, formatValue } from './format-value.ts';
import { conditionTreeHolds } from './holds.ts';
import { isList, isNullish } from './lenient-equals.ts';
import { withEffortFallback } from './within-effort.ts';

const maxReasons = 3;

/**
 * Facts, separated by semicolons: `“taskScope” is “small”, not “large”; “complexity” is not set`. Empty if the
 * condition holds.
 */
export const explainCondition = (condition: Condition, lookUp: LookUp): string =>
  withEffortFallback(() => explainWithin(condition, lookUp), 'the condition does not hold');

function explainWithin(condition: Condition, lookUp: LookUp): string {
  const reasons = new Map<string, Set<string>>();
  for (const { fact, rest } of reasonsOf(toConditionTree(condition), lookUp, false)) {
    reasons.set(fact, (reasons.get(fact) ?? new Set()).add(rest));
  }
  const texts = [...reasons].map(([fact, rests]) =>
    [fact, ...[...rests].filter((rest) => rest !== '')].join(', '),
  );
  const more = texts.length - maxReasons;
  return [...texts.slice(0, maxReasons), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** The value of a variable and how it differs; each fact is reported once. */
interface Reason {
  readonly fact: string;
  readonly rest: string;
}

/** The facts that make the tree hold (or not hold, as `wanted`); none if the opposite is true. */
function reasonsOf(tree: ConditionTree, lookUp: LookUp, wanted: boolean): readonly Reason[] {
  switch (tree.kind) {
    case 'atom':
      return reasonsOfAtom(tree.atom, lookUp, wanted);
    case 'not':
      return reasonsOf(tree.part, lookUp, !wanted);
    default: {
      if (conditionTreeHolds(tree, lookUp) !== wanted) return [];
      // For `any` the deciding part is enough; otherwise every part counts.
      const reasons = tree.parts.map((part) => reasonsOf(part, lookUp, wanted));
      if (reasons.length === 0)
        return [{ fact: wanted ? 'the condition is empty' : 'no value fulfils it', rest: '' }];
      return wanted && tree.kind === 'any' ? (reasons.find((each) => each.length > 0) ?? []) : reasons.flat();
    }
  }
}

function reasonsOfAtom(atom: Atom, lookUp: LookUp, wanted: boolean): readonly Reason[] {
  const { name } = atom;
  if (name === null) return wanted ? [] : [{ fact: 'no variable is named', rest: '' }];
  if (atomHolds(atom, lookUp) !== wanted) return [];
  const value = lookUp(name);
  if (isNullish(value)) return [{ fact: `“${name}” is not set`, rest: '' }];
  const rest = (wanted ? whyItHolds : whyItFails)[atom.operator](value, atom.operand);
  return [{ fact: `“${name}” is ${formatValue(value)}`, rest }];
}

type ReasonTexts = { readonly [operator in Operator]: (value: Json, operand: Json) => string };

const whyItFails: ReasonTexts = {
  equals: (_, operand) => (operand === null ? 'but must not be set' : `not ${formatValue(operand)}`),
  not_equals: () => '',
  gt: (value, bound) => `not ${aNumber(value)}greater than ${formatValue(bound)}`,
  gte: (value, bound) => `not ${aNumber(value, 'of ')}at least ${formatValue(bound)}`,
  lt: (value, bound) => `not ${aNumber(value)}less than ${formatValue(bound)}`,
  lte: (value, bound) => `not ${aNumber(value, 'of ')}at most ${formatValue(bound)}`,
  in: (_, list) =>
    isList(list) && list.length > 0
      ? `not one of ${formatList(list.map(formatValue))}`
      : 'and no value is allowed',
  contains: (_, part) => `without ${formatValue(part)} in it`,
  startsWith: (_, part) => `which does not start with ${formatValue(part)}`,
  endsWith: (_, part) => `which does not end with ${formatValue(part)}`,
  matches: (_, pattern) => `which does not match ${formatValue(pattern)}`,
  isSomething: () => '',
};

const whyItHolds: ReasonTexts = {
  equals: () => '',
  not_equals: (_, operand) => (operand === null ? '' : `not ${formatValue(operand)}`),
  gt: (_, bound) => `greater than ${formatValue(bound)}`,
  gte: (_, bound) => `at least ${formatValue(bound)}`,
  lt: (_, bound) => `less than ${formatValue(bound)}`,
  lte: (_, bound) => `at most ${formatValue(bound)}`,
  in: () => '',
  contains: (_, part) => `with ${formatValue(part)} in it`,
  startsWith: (_, part) => `which starts with ${formatValue(part)}`,
  endsWith: (_, part) => `which ends with ${formatValue(part)}`,
  matches: (_, pattern) => `which matches ${formatValue(pattern)}`,
  isSomething: () => '',
};

const aNumber = (value: Json, of = ''): string => (typeof value === 'number' ? '' : `a number ${of}`);
