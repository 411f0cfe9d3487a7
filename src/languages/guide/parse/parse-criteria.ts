/**
 * What the output of a step has to be: rules and compositions of them. Whatever is wrong with them is told under one
 * rule, and a schema that cannot be used under another. What cannot be read as a rule is left out.
 */
import { findNearest } from '../../../expression/index.ts';
import { describe } from '../../document/describe.ts';
import type { Located, LocatedMap } from '../../document/located.ts';
import { removeEntry } from '../../document/map-edits.ts';
import { readMap } from '../../document/read-map.ts';
import { readList } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Criteria, Rule } from '../schema.ts';
import { checkPattern } from './parse-pattern.ts';
import { readRule, ruleKeys } from './parse-rule.ts';
import { type ParseScope, underRule } from './parse-scope.ts';
import { reportCount } from './parse-text.ts';

const deepest = 20;
const mostRules = 500;

const composers = ['and', 'or', 'not'] as const;
const synonyms = { all: 'and', any: 'or', none: 'not' } as const;

/** Reads parts of criteria, and counts them. */
interface CriteriaScope extends ParseScope {
  /** Mistakes of schemas, which are told under a rule of their own. */
  readonly schemas: ParseScope['violations'];
  readonly left: { rules: number };
}

/** @returns null where any output will do */
export function readCriteria(outer: ParseScope, located: Located | undefined): Criteria | null {
  if (located === undefined) return null;
  const scope: CriteriaScope = {
    ...outer,
    violations: underRule(outer.violations, 'bad-criteria'),
    schemas: underRule(outer.violations, 'bad-schema'),
    left: { rules: mostRules },
  };
  const criteria =
    located.kind === 'list'
      ? located.items.flatMap((item) => readPart(scope, item, 1) ?? [])
      : (readPart(scope, located, 1) ?? null);
  if (scope.left.rules < 0) reportMany(scope, located);
  return Array.isArray(criteria) && criteria.length === 0 ? null : criteria;
}

function reportMany({ violations }: CriteriaScope, located: Located): void {
  report(violations, located, {
    rule: 'limit',
    message: `A step has at most ${mostRules} validation rules.`,
    expected: `at most ${mostRules}`,
    actual: 'more',
  });
}

function readPart(scope: CriteriaScope, located: Located, depth: number): Rule | undefined {
  scope.left.rules -= 1;
  if (scope.left.rules < 0) return undefined;
  if (depth > deepest) {
    report(scope.violations, located, {
      rule: 'limit',
      message: `Validation rules stand at most ${deepest} deep in each other.`,
      expected: `at most ${deepest} levels`,
      actual: 'more',
    });
    return undefined;
  }
  if (located.kind === 'scalar' && typeof located.value === 'string') return readLegacy(scope, located);
  if (located.kind !== 'map' || located.entries.length === 0) {
    reportNoRule(scope, located);
    return undefined;
  }
  return isComposition(located) ? readComposition(scope, located, depth) : readRule(scope, located);
}

function reportNoRule({ violations }: CriteriaScope, located: Located): void {
  report(violations, located, {
    rule: 'bad-criteria',
    message: `A validation rule has a type and a message, or combines others by and, or, not; here is ${
      located.kind === 'map' ? 'nothing' : describe(located)
    }.`,
    expected: '{ "type": "contains", "value": "…", "message": "…" }',
    actual: located.kind === 'map' ? 'an empty map' : describe(located),
  });
}

/** A text alone is a pattern, as it was before there were rules. */
function readLegacy({ violations }: CriteriaScope, located: Located & { kind: 'scalar' }): Rule | undefined {
  const pattern = String(located.value);
  if (!checkPattern(violations, located, pattern, '')) return undefined;
  return { type: 'regex', pattern, message: `Output does not match pattern: ${pattern}` };
}

/** What has no key of a rule, and one that is or was meant to be a key of a composition. */
function isComposition({ entries }: LocatedMap): boolean {
  const known: readonly string[] = [...ruleKeys, ...composers];
  const isComposer = (key: string | undefined): boolean => composers.some((each) => each === key);
  return (
    !entries.some(({ key }) => ruleKeys.some((each) => each === key)) &&
    entries.some(
      ({ key }) => isComposer(key) || Object.hasOwn(synonyms, key) || isComposer(findNearest(key, known)),
    )
  );
}

function readComposition(scope: CriteriaScope, located: LocatedMap, depth: number): Rule | undefined {
  const { violations } = scope;
  const fields = readMap(violations, located, {
    what: 'A composition of validation rules',
    keys: composers,
    synonyms,
  });
  const [first, second] = composers.flatMap((key) => fields?.entry(key) ?? []);
  if (fields === undefined || first === undefined) return undefined;
  if (second !== undefined) {
    report(
      violations,
      { span: second.keySpan, path: second.value.path },
      {
        rule: 'bad-criteria',
        message: `A composition has one of and, or, not; here are “${first.key}” and “${second.key}”. Put one into the other.`,
        expected: 'one of and, or, not',
        actual: `${first.key} and ${second.key}`,
        suggestion: {
          text: `Remove “${second.key}”.`,
          edits: removeEntry(violations.source, located, second),
        },
      },
    );
  }
  const not = fields.value('not');
  if (not === first.value) {
    const part = readPart(scope, not, depth + 1);
    return part === undefined ? undefined : { not: part };
  }
  const key = fields.value('and') === first.value ? 'and' : 'or';
  const list = readList(violations, first.value, `“${key}”`);
  if (list === undefined) return undefined;
  if (list.items.length === 0) reportCount(violations, list, `“${key}”`, 1, mostRules);
  const parts = list.items.flatMap((item) => readPart(scope, item, depth + 1) ?? []);
  if (parts.length === 0) return undefined;
  return key === 'and' ? { and: parts } : { or: parts };
}
