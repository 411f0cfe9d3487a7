/** The rules of criteria, which may be a single one. */
import type { Criteria, Rule } from '../model/schema.ts';

export function rulesOf(criteria: Criteria | null): readonly Rule[] {
  if (criteria === null) return [];
  return isList(criteria) ? criteria : [criteria];
}

const isList = (criteria: Criteria): criteria is readonly Rule[] => Array.isArray(criteria);
