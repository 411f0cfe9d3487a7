/** Describes what criteria currently require, with the messages of their author. */
import { holdsOrUnknown } from '../conditions/holds.ts';
import type { LookUp } from '../model/guide-context.ts';
import type { Criteria, Rule } from '../model/schema.ts';
import { negate } from './negate.ts';
import { rulesOf } from './rules-of.ts';

/** One line per requirement; rules whose condition does not hold are left out. */
export function describeCriteria(criteria: Criteria | null, lookUp: LookUp): readonly string[] {
  return [...new Set(rulesOf(criteria).flatMap((rule) => linesOf(rule, lookUp)))];
}

function linesOf(rule: Rule, lookUp: LookUp): readonly string[] {
  if ('type' in rule) {
    return rule.condition === undefined || holdsOrUnknown(rule.condition, lookUp) ? [rule.message] : [];
  }
  if (rule.and !== undefined) return rule.and.flatMap((each) => linesOf(each, lookUp));
  if (rule.or !== undefined) {
    const choices = rule.or.map((each) => linesOf(each, lookUp).join(' and ')).filter((each) => each !== '');
    return choices.length === 0 ? [] : [choices.join(' or ')];
  }
  const inside = rule.not === undefined ? [] : linesOf(rule.not, lookUp);
  return inside.length === 0 ? [] : [negate(inside.join(' and '))];
}
