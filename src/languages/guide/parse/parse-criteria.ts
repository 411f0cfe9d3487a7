/**
 * Parses the criteria for the output of a step: rules and compositions. Reports all their problems under one rule, and
 * unusable schemas under another. Leaves out what cannot be read as a rule.
 */
import { findNearest } from '../../../expression/index.ts';
import { describeLocated } from '../../document/describe.ts';
import type { Located, LocatedMap } from '../../document/located.ts';
import { removeEntry } from '../../document/map-edits.ts';
import { readShape } from '../../document/read-shape.ts';
import { readList } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Criteria, Rule } from '../model/schema.ts';
import { type GuideParseContext, underRule } from './guide-parse-context.ts';
import { checkPattern } from './parse-pattern.ts';
import { readRule } from './parse-rule.ts';
import { reportCount } from './parse-text.ts';
import { compositionShape, ruleShape } from './part-shapes.ts';

const ruleKeys = Object.keys(ruleShape.keys);

const maxDepth = 20;
const maxRules = 500;

const composers = ['and', 'or', 'not'] as const;
const aliases = Object.values(compositionShape.keys).flatMap((key) => key.aliases ?? []);

/** Parses parts of criteria, and counts them. */
interface CriteriaParseContext extends GuideParseContext {
  /** Reports problems of schemas, under a separate rule. */
  readonly schemas: GuideParseContext['violations'];
  readonly left: { rules: number };
}

/** @returns null if any output is valid */
export function parseCriteria(outer: GuideParseContext, located: Located | undefined): Criteria | null {
  if (located === undefined) return null;
  const context: CriteriaParseContext = {
    ...outer,
    violations: underRule(outer.violations, 'bad-criteria'),
    schemas: underRule(outer.violations, 'bad-schema'),
    left: { rules: maxRules },
  };
  const criteria =
    located.kind === 'list'
      ? located.items.flatMap((item) => readPart(context, item, 1) ?? [])
      : (readPart(context, located, 1) ?? null);
  if (context.left.rules < 0) reportMany(context, located);
  return Array.isArray(criteria) && criteria.length === 0 ? null : criteria;
}

function reportMany({ violations }: CriteriaParseContext, located: Located): void {
  report(violations, located, {
    rule: 'limit',
    message: `A step can have at most ${maxRules} validation rules.`,
    expected: `at most ${maxRules}`,
    actual: 'more',
  });
}

function readPart(context: CriteriaParseContext, located: Located, depth: number): Rule | undefined {
  context.left.rules -= 1;
  if (context.left.rules < 0) return undefined;
  if (depth > maxDepth) {
    report(context.violations, located, {
      rule: 'limit',
      message: `Validation rules can be nested at most ${maxDepth} levels deep.`,
      expected: `at most ${maxDepth} levels`,
      actual: 'more',
    });
    return undefined;
  }
  if (located.kind === 'scalar' && typeof located.value === 'string') return readLegacy(context, located);
  if (located.kind !== 'map' || located.entries.length === 0) {
    reportNoRule(context, located);
    return undefined;
  }
  return isComposition(located) ? readComposition(context, located, depth) : readRule(context, located);
}

function reportNoRule({ violations }: CriteriaParseContext, located: Located): void {
  report(violations, located, {
    rule: 'bad-criteria',
    message: `A validation rule needs a type and a message, or combines others by and, or, not, but is ${
      located.kind === 'map' ? 'nothing' : describeLocated(located)
    }.`,
    expected: '{ "type": "contains", "value": "…", "message": "…" }',
    actual: located.kind === 'map' ? 'an empty map' : describeLocated(located),
  });
}

/** A text alone is a pattern, as in older documents. */
function readLegacy(
  { violations }: CriteriaParseContext,
  located: Located & { kind: 'scalar' },
): Rule | undefined {
  const pattern = String(located.value);
  if (!checkPattern(violations, located, pattern, '')) return undefined;
  return { type: 'regex', pattern, message: `Output does not match pattern: ${pattern}` };
}

/** Whether the map is a composition: it has no key of a rule, and a key of a composition, maybe misspelled. */
function isComposition({ entries }: LocatedMap): boolean {
  const known: readonly string[] = [...ruleKeys, ...composers];
  const isComposer = (key: string | undefined): boolean => composers.some((each) => each === key);
  return (
    !entries.some(({ key }) => ruleKeys.some((each) => each === key)) &&
    entries.some(({ key }) => isComposer(key) || aliases.includes(key) || isComposer(findNearest(key, known)))
  );
}

function readComposition(
  context: CriteriaParseContext,
  located: LocatedMap,
  depth: number,
): Rule | undefined {
  const { violations } = context;
  const fields = readShape(violations, located, compositionShape);
  const [first, second] = composers.flatMap((key) => fields?.entry(key) ?? []);
  if (fields === undefined || first === undefined) return undefined;
  if (second !== undefined) {
    report(
      violations,
      { span: second.keySpan, path: second.value.path },
      {
        rule: 'bad-criteria',
        message: `A composition must have one of and, or, not, but has “${first.key}” and “${second.key}”. Nest one in the other.`,
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
    const part = readPart(context, not, depth + 1);
    return part === undefined ? undefined : { not: part };
  }
  const key = fields.value('and') === first.value ? 'and' : 'or';
  const list = readList(violations, first.value, `“${key}”`);
  if (list === undefined) return undefined;
  if (list.items.length === 0) reportCount(violations, list, `“${key}”`, 1, maxRules);
  const parts = list.items.flatMap((item) => readPart(context, item, depth + 1) ?? []);
  if (parts.length === 0) return undefined;
  return key === 'and' ? { and: parts } : { or: parts };
}
