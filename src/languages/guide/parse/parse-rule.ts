/** Parses one validation rule: the keys that its type needs, and no others. */
import { describeLocated } from '../../document/describe.ts';
import { findEntry, type Located, type LocatedMap, toJson } from '../../document/located.ts';
import { insertEntry } from '../../document/map-edits.ts';
import { readShape, type ShapeFields } from '../../document/read-shape.ts';
import { readOneOf } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { ValidationRule } from '../model/schema.ts';
import { checkSchema } from '../validation/compile-schema.ts';
import { type DocumentQuota, spendQuota } from './document-quota.ts';
import type { GuideParseContext } from './guide-parse-context.ts';
import { readInnerCondition } from './parse-condition.ts';
import { checkPattern } from './parse-pattern.ts';
import { readTextWithin } from './parse-text.ts';
import { headKeysOfRule, ownRuleKeys, type RuleType, ruleShape, ruleTypes } from './part-shapes.ts';

const schemas: DocumentQuota = {
  what: 'The schemas of the guide',
  max: 5_000,
  unit: 'values',
  spent: new WeakMap(),
};

type RuleFields = ShapeFields<typeof ruleShape.keys>;

const needed = {
  contains: { value: 'the required text' },
  regex: { pattern: '\\S' },
  length: {},
  schema: { schema: { type: 'object' } },
} as const;

const placeholders = {
  contains: 'The output lacks a required text.',
  regex: 'The output does not have the required form.',
  length: 'The output does not have the required length.',
  schema: 'The output does not have the required structure.',
} as const;

export interface RuleParseContext extends GuideParseContext {
  readonly schemas: Reporter;
}

export function readRule(context: RuleParseContext, map: LocatedMap): ValidationRule | undefined {
  const { violations } = context;
  const written = findEntry(map, 'type')?.value;
  const guessed = guessType(map);
  const type = readOneOf(violations, written, ruleTypes, 'The type of a validation rule', guessed);
  if (type === undefined) {
    // Without a type its other keys cannot be checked.
    readShape(violations, map, ruleShape, { placeholders: { type: 'contains' } });
    return undefined;
  }
  const fields = readShape(violations, map, ruleShape, {
    what: `A validation rule of the type “${type}”`,
    only: [...headKeysOfRule, ...ownRuleKeys(type)],
    whyMisplaced: (key) =>
      ruleTypes.some((other) => ownRuleKeys(other).includes(key))
        ? `a rule of the type “${type}” does not use it`
        : undefined,
    placeholders: { type, ...needed[type], message: placeholders[type] },
  });
  if (fields === undefined) return undefined;
  const message =
    readTextWithin(violations, fields.value('message'), {
      what: 'The message of a validation rule',
      instead: placeholders[type],
    }) ?? placeholders[type];
  const condition = fields.value('condition');
  const read = condition === undefined ? undefined : readInnerCondition(context, condition);
  return readOwn(context, fields, type, { message, ...(read === undefined ? {} : { condition: read }) });
}

/** The type that follows from a key that only one type has. */
function guessType(map: LocatedMap): RuleType | undefined {
  return ruleTypes.find((type) => ownRuleKeys(type).some((key) => findEntry(map, key) !== undefined));
}

type Head = Pick<ValidationRule, 'message' | 'condition'>;

function readOwn(
  context: RuleParseContext,
  fields: RuleFields,
  type: RuleType,
  head: Head,
): ValidationRule | undefined {
  switch (type) {
    case 'contains': {
      const value = fields.read('value');
      return value === undefined ? undefined : { type, value, ...head };
    }
    case 'regex':
      return readRegex(context.violations, fields, head);
    case 'length':
      return readLength(context.violations, fields, head);
    case 'schema':
      return readSchema(context.schemas, fields.value('schema'), head);
  }
}

function readRegex(reporter: Reporter, fields: RuleFields, head: Head): ValidationRule | undefined {
  const located = fields.value('pattern');
  const pattern = fields.read('pattern');
  const flags = readFlags(reporter, fields);
  if (located === undefined || pattern === undefined) return undefined;
  if (!checkPattern(reporter, located, pattern, flags ?? '')) return undefined;
  return { type: 'regex', pattern, ...(flags === undefined ? {} : { flags }), ...head };
}

/** Flags about the position of a match or the counting of characters have no effect here. */
const knownFlags = 'imsgu';

function readFlags(reporter: Reporter, fields: RuleFields): string | undefined {
  const located = fields.value('flags');
  const flags = fields.read('flags');
  if (flags === undefined || located?.kind !== 'scalar') return undefined;
  const usable = [...new Set(flags.toLowerCase())].filter((flag) => knownFlags.includes(flag)).join('');
  if (usable === flags) return flags;
  report(reporter, located, {
    rule: 'bad-value',
    message: 'The flags of a rule can be i, m, s, g and u, each once.',
    expected: 'some of i, m, s, g, u',
    actual: describeLocated(located),
    suggestion: {
      text: `Write ${JSON.stringify(usable)}.`,
      edits: replaceScalar(reporter.source, located, usable),
    },
  });
  return usable;
}

function readLength(reporter: Reporter, fields: RuleFields, head: Head): ValidationRule {
  const min = fields.read('min');
  const max = fields.read('max');
  const rule = {
    type: 'length' as const,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...head,
  };
  if (fields.value('min') === undefined && fields.value('max') === undefined) {
    report(reporter, fields.map, {
      rule: 'missing-key',
      message: 'A validation rule of the type “length” needs “min”, “max” or both.',
      expected: 'min: …',
      actual: 'nothing',
      suggestion: {
        text: 'Add min: 1',
        edits: insertEntry(reporter.source, fields.map, 'min', 1),
      },
    });
  } else if (min !== undefined && max !== undefined && min > max) {
    report(reporter, fields.value('max') ?? fields.map, {
      rule: 'bad-value',
      message: `No text can have at least ${min} and at most ${max} characters.`,
      expected: `${min} or more`,
      actual: String(max),
    });
  }
  return rule;
}

function readSchema(
  reporter: Reporter,
  located: Located | undefined,
  head: Head,
): ValidationRule | undefined {
  if (located === undefined) return undefined;
  if (located.kind !== 'map') {
    report(reporter, located, {
      rule: 'bad-schema',
      message: `The schema of a validation rule must be a JSON Schema, which is a map, but is ${describeLocated(located)}.`,
      expected: 'a JSON Schema, such as { "type": "object" }',
      actual: describeLocated(located),
    });
    return undefined;
  }
  if (!spendQuota(schemas, reporter, located, countValues(located))) return undefined;
  const schema = Object.fromEntries(located.entries.map(({ key, value }) => [key, toJson(value)]));
  const problem = checkSchema(schema);
  if (problem === null) return { type: 'schema', schema, ...head };
  report(reporter, located, {
    rule: 'bad-schema',
    message: problem,
    expected: 'a valid JSON Schema',
    actual: 'an invalid one',
  });
  return undefined;
}

function countValues(located: Located): number {
  const parts = located.kind === 'map' ? located.entries.map(({ value }) => value) : [];
  const inside = located.kind === 'list' ? located.items : parts;
  return inside.reduce((sum, part) => sum + countValues(part), 1);
}
