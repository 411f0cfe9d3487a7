/** Lists the variables that the conditions of rules read, each once, in the order of the text. */
import { variablesIn } from '../conditions/variables-in.ts';
import type { Criteria, Rule } from '../model/schema.ts';
import { rulesOf } from './rules-of.ts';

export function variablesInCriteria(criteria: Criteria | null): readonly string[] {
  return [...new Set(rulesOf(criteria).flatMap(variablesOf))];
}

function variablesOf(rule: Rule): readonly string[] {
  if ('type' in rule) return rule.condition === undefined ? [] : variablesIn(rule.condition);
  const inside = [...(rule.and ?? []), ...(rule.or ?? []), ...(rule.not === undefined ? [] : [rule.not])];
  return inside.flatMap(variablesOf);
}
