/**
 * Checks the criteria of steps: rules that never apply, criteria that no output can meet, and steps with validation but
 * without criteria.
 */
import type { Located } from '../../document/located.ts';
import { report } from '../../document/report.ts';
import { formatValue } from '../conditions/format-value.ts';
import type { PromptStep, Rule } from '../model/schema.ts';
import { canBeMet } from './can-be-met.ts';
import { checkWrittenCondition } from './check-conditions.ts';
import type { GuideCheckContext } from './guide-check-context.ts';

export function checkCriteria(context: GuideCheckContext): void {
  for (const { step } of context.stepsInLoops) {
    if (step.kind !== 'prompt') continue;
    const located = context.find(`${step.at.path}.validationCriteria`);
    if (located === undefined) checkPromise(context, step);
    else if (step.criteria !== null) checkRules(context, step, step.criteria, located);
  }
}

function checkPromise(
  { findScalar, warnings }: GuideCheckContext,
  { id, at, contract, assessmentRefs }: PromptStep,
): void {
  const promise = findScalar(`${at.path}.hasValidation`);
  if (promise?.value !== true || contract !== null || assessmentRefs.length > 0) return;
  report(warnings, promise, {
    rule: 'nothing-to-validate',
    message: `“${id}” asks for validation, but has no “validationCriteria”: any output is valid.`,
    expected: 'validationCriteria: …',
    actual: 'none',
  });
}

function checkRules(
  context: GuideCheckContext,
  { id }: PromptStep,
  criteria: Rule | readonly Rule[],
  located: Located,
): void {
  const rules = isList(criteria) ? criteria : [criteria];
  const items = located.kind === 'list' ? located.items : [located];
  // If one rule could not be read, the indices of the others do not match.
  if (rules.length !== items.length) return;
  for (const [index, rule] of rules.entries()) {
    const item = items[index];
    if (item !== undefined) checkCriteriaRule(context, rule, item);
  }
  if (canBeMet(rules)) return;
  report(context.violations, located, {
    rule: 'impossible-criteria',
    message: `No output can meet the criteria of “${id}”: ${explainUnmeetable(rules)}.`,
    expected: 'rules that can be met together',
    actual: 'rules that exclude each other',
  });
}

const isList = (criteria: Rule | readonly Rule[]): criteria is readonly Rule[] => Array.isArray(criteria);

function checkCriteriaRule(context: GuideCheckContext, rule: Rule, located: Located): void {
  if ('type' in rule) {
    const at = context.find(`${located.path}.condition`);
    if (rule.condition === undefined || at === undefined) return;
    checkWrittenCondition(
      context,
      { condition: rule.condition, at },
      `The rule ${formatValue(rule.message)}`,
      'applied',
    );
    return;
  }
  const parts = rule.and ?? rule.or ?? (rule.not === undefined ? [] : [rule.not]);
  const inside = ['and', 'or', 'not'].flatMap((key) => context.find(`${located.path}.${key}`) ?? []);
  const items = inside.flatMap((each) => (each.kind === 'list' ? each.items : [each]));
  if (items.length !== parts.length) return;
  for (const [index, part] of parts.entries()) {
    const item = items[index];
    if (item !== undefined) checkCriteriaRule(context, part, item);
  }
}

/** Pairs are searched among this many rules only. */
const maxPairedRules = 12;

/** The two rules that exclude each other, if a pair does. */
function explainUnmeetable(rules: readonly Rule[]): string {
  const parts = rules.flatMap(subRules).slice(0, maxPairedRules);
  const alone = parts.find((part) => !canBeMet([part]));
  if (alone !== undefined) return `${named(alone)} excludes every output`;
  for (const [at, one] of parts.entries()) {
    const other = parts.slice(0, at).find((each) => !canBeMet([each, one]));
    if (other !== undefined) return `${named(other)} and ${named(one)} exclude each other`;
  }
  return 'they exclude each other';
}

const subRules = (rule: Rule): readonly Rule[] =>
  'type' in rule || rule.and === undefined ? [rule] : rule.and.flatMap(subRules);

function named(rule: Rule): string {
  if ('type' in rule) return formatValue(rule.message);
  return rule.not === undefined ? 'a composition by “or”' : `the opposite of ${named(rule.not)}`;
}
