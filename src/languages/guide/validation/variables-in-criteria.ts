/** The variables that the conditions of rules look at, each once, in the order of the text. */
import { variablesIn } from '../conditions/variables-in.ts';
import type { Criteria, Rule } from '../schema.ts';

export function variablesInCriteria(criteria: Criteria | null): readonly string[] {
  if (criteria === null) return [];
  const rules: readonly Rule[] = isList(criteria) ? criteria : [criteria];
  return [...new Set(rules.flatMap(variablesOf))];
}

function variablesOf(rule: Rule): readonly string[] {
  if ('type' in rule) return rule.condition === undefined ? [] : variablesIn(rule.condition);
  const inside = [...(rule.and ?? []), ...(rule.or ?? []), ...(rule.not === undefined ? [] : [rule.not])];
  return inside.flatMap(variablesOf);
}

const isList = (criteria: Criteria): criteria is readonly Rule[] => Array.isArray(criteria);
