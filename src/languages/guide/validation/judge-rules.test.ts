import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../../testing/stand-ins/seeded-random.ts';
import { createLookUp } from '../conditions/look-up.ts';
import type { Rule, ValidationRule } from '../model/schema.ts';
import { checkOutput } from './check-output.ts';

/** The result of a rule: yes, no, or none. */
type Truth = true | false | null;

/** The text of a leaf encodes its result: met or not, and applicable or not. */
const output = 'yes';

function leaf(random: Random, name: string): ValidationRule {
  const value = random.pick(['yes', 'no']);
  const condition = random.weighted<ValidationRule['condition']>([
    [4, undefined],
    [1, { var: 'on', equals: true }],
    [2, { var: 'on', equals: false }],
  ]);
  return { type: 'contains', value, message: name, ...(condition === undefined ? {} : { condition }) };
}

function randomRule(random: Random, depth: number, names: { next: number }): Rule {
  if (depth === 0 || random.chance(0.3)) {
    names.next += 1;
    return leaf(random, `not leaf ${names.next}`);
  }
  const below = (): Rule => randomRule(random, depth - 1, names);
  const some = (): readonly Rule[] => Array.from({ length: random.between(1, 3) }, below);
  return random.pick([() => ({ and: some() }), () => ({ or: some() }), () => ({ not: below() })])();
}

/** A second implementation, by truth tables alone. */
function truthOf(rule: Rule): Truth {
  if ('type' in rule) {
    if (rule.condition?.equals === false) return null;
    return rule.type === 'contains' && rule.value === 'yes';
  }
  const truthsOf = (rules: readonly Rule[]): readonly Truth[] =>
    rules.map(truthOf).filter((truth) => truth !== null);
  if (rule.and !== undefined) {
    const truths = truthsOf(rule.and);
    return truths.length === 0 ? null : !truths.includes(false);
  }
  if (rule.or !== undefined) {
    const truths = truthsOf(rule.or);
    return truths.length === 0 ? null : truths.includes(true);
  }
  const inside = rule.not === undefined ? null : truthOf(rule.not);
  return inside === null ? null : !inside;
}

function leavesOf(rule: Rule): readonly ValidationRule[] {
  if ('type' in rule) return [rule];
  return [...(rule.and ?? []), ...(rule.or ?? []), ...(rule.not === undefined ? [] : [rule.not])].flatMap(
    leavesOf,
  );
}

/** The same tree with the rules of these messages inverted. */
function withCorrectedRules(rule: Rule, wrong: ReadonlySet<string>): Rule {
  if ('type' in rule) {
    if (rule.type !== 'contains' || !wrong.has(rule.message)) return rule;
    return { ...rule, value: rule.value === 'yes' ? 'no' : 'yes' };
  }
  if (rule.and !== undefined) return { and: rule.and.map((each) => withCorrectedRules(each, wrong)) };
  if (rule.or !== undefined) return { or: rule.or.map((each) => withCorrectedRules(each, wrong)) };
  return rule.not === undefined ? rule : { not: withCorrectedRules(rule.not, wrong) };
}

describe.each([1, 2, 3])('random compositions, seed %i', (seed) => {
  const random = createRandom(seed);
  const rules = Array.from({ length: 400 }, () => randomRule(random, 4, { next: 0 }));
  const check = (rule: Rule) => {
    const requirements = { criteria: rule, contract: null, assessments: [], consequences: [] };
    const verdict = checkOutput(requirements, output, createLookUp({ on: true }));
    if (verdict.kind === 'malformed') throw new Error(verdict.message);
    return verdict;
  };

  test('[U5.2] an output is valid unless the composition is false', () => {
    for (const rule of rules) expect(check(rule).valid, JSON.stringify(rule)).toBe(truthOf(rule) !== false);
  });

  test('[U5.2] an invalid output has issues, each the message of an applicable leaf, without duplicates', () => {
    for (const rule of rules) {
      const { valid, issues } = check(rule);
      expect(issues.length === 0).toBe(valid);
      const applying = leavesOf(rule).filter((each) => each.condition?.equals !== false);
      const names = issues.map(({ message }) => message);
      expect(applying.map(({ message }) => message)).toEqual(expect.arrayContaining([...new Set(names)]));
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('[U5.2] the issues are the reasons: with those leaves inverted the output is valid', () => {
    for (const rule of rules) {
      const { valid, issues } = check(rule);
      if (valid) continue;
      const wrong = new Set(issues.map(({ message }) => message));
      expect(check(withCorrectedRules(rule, wrong)).valid, JSON.stringify(rule)).toBe(true);
    }
  });
});
