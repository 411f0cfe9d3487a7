/**
 * Decides whether any output can meet rules that have no condition. If the answer is uncertain it is yes: a no is
 * proof.
 */
import { type Alternatives, combineAll, combineAny } from '../conditions/alternatives.ts';
import type { Rule, ValidationRule } from '../model/schema.ts';

/** Further rules are not analyzed. */
const maxRules = 100;

export function canBeMet(rules: readonly Rule[]): boolean {
  if (countRules(rules) > maxRules) return true;
  return (
    combineAll(
      rules.map((rule) => alternativesOf(rule, true)),
      canBeOneText,
    )?.length !== 0
  );
}

function countRules(rules: readonly Rule[]): number {
  return rules.reduce((sum, rule) => {
    if ('type' in rule) return sum + 1;
    return sum + countRules(rule.and ?? rule.or ?? (rule.not === undefined ? [] : [rule.not]));
  }, 0);
}

/** What one rule requires of an output, or excludes. */
type OutputClaim =
  | { readonly kind: 'length'; readonly min: number; readonly max: number }
  | { readonly kind: 'contains'; readonly value: string; readonly wanted: boolean }
  | { readonly kind: 'other'; readonly rule: string; readonly wanted: boolean };

function alternativesOf(rule: Rule, wanted: boolean): Alternatives<OutputClaim> {
  if ('type' in rule) return alternativesOfRule(rule, wanted);
  if (rule.not !== undefined) return alternativesOf(rule.not, !wanted);
  const parts = (rule.and ?? rule.or ?? []).map((part) => alternativesOf(part, wanted));
  return (rule.and !== undefined) === wanted ? combineAll(parts, canBeOneText) : combineAny(parts);
}

function alternativesOfRule(rule: ValidationRule, wanted: boolean): Alternatives<OutputClaim> {
  // A rule that does not apply decides nothing.
  if (rule.condition !== undefined) return undefined;
  switch (rule.type) {
    case 'contains':
      return [[{ kind: 'contains', value: rule.value, wanted }]];
    case 'length':
      return alternativesOfLength(rule, wanted);
    default: {
      const { message, ...asked } = rule;
      return [[{ kind: 'other', rule: JSON.stringify(asked), wanted }]];
    }
  }
}

const endless = Number.POSITIVE_INFINITY;

function alternativesOfLength(
  { min = 0, max = endless }: ValidationRule & { readonly type: 'length' },
  wanted: boolean,
): Alternatives<OutputClaim> {
  // The rule's parser reports it.
  if (min > max) return undefined;
  if (wanted) return [[{ kind: 'length', min, max }]];
  const shorter: OutputClaim = { kind: 'length', min: 0, max: min - 1 };
  const longer: OutputClaim = { kind: 'length', min: max + 1, max: endless };
  return [...(min > 0 ? [[shorter]] : []), ...(max < endless ? [[longer]] : [])];
}

function canBeOneText(claims: readonly OutputClaim[]): boolean {
  const lengths = claims.filter((claim) => claim.kind === 'length');
  const min = Math.max(0, ...lengths.map((claim) => claim.min));
  const max = Math.min(endless, ...lengths.map((claim) => claim.max));
  const parts = claims.filter((claim) => claim.kind === 'contains');
  const wanted = parts.filter((part) => part.wanted).map(({ value }) => value);
  const unwanted = parts.filter((part) => !part.wanted).map(({ value }) => value);
  return (
    min <= max &&
    wanted.every((value) => [...value].length <= max) &&
    unwanted.every((value) => value !== '' && wanted.every((whole) => !whole.includes(value))) &&
    !hasOpposites(claims)
  );
}

function hasOpposites(claims: readonly OutputClaim[]): boolean {
  const others = claims.filter((claim) => claim.kind === 'other');
  const denied = new Set(others.filter(({ wanted }) => !wanted).map(({ rule }) => rule));
  return others.some(({ rule, wanted }) => wanted && denied.has(rule));
}
