/** Parses one validation rule: the keys that its type needs, and no others. */
import { describeLocated } from '../../document/describe.ts';
import { findEntry, type Located, type LocatedMap, toJson } from '../../document/located.ts';
import { insertEntry } from '../../document/map-edits.ts';
import { type MapFields, readMap } from '../../document/read-map.ts';
import { readInteger, readOneOf } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { ValidationRule } from '../schema.ts';
import { checkSchema } from '../validation/compile-schema.ts';
import { type DocumentQuota, spendQuota } from './document-quota.ts';
import type { GuideParseContext } from './guide-parse-context.ts';
import { readInnerCondition } from './parse-condition.ts';
import { checkPattern } from './parse-pattern.ts';
import { readTextWithin } from './parse-text.ts';

const types = ['contains', 'regex', 'length', 'schema'] as const;
type RuleType = (typeof types)[number];

const ownKeys = {
  contains: ['value'],
  regex: ['pattern', 'flags'],
  length: ['min', 'max'],
  schema: ['schema'],
} as const;

const schemas: DocumentQuota = {
  what: 'The schemas of the guide',
  max: 5_000,
  unit: 'values',
  spent: new WeakMap(),
};

const ruleHeadKeys = ['type', 'message', 'condition'] as const;
export const ruleKeys = [...ruleHeadKeys, ...Object.values(ownKeys).flat()];
type RuleKey = (typeof ruleKeys)[number];

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

const synonyms = {
  text: 'value',
  contains: 'value',
  regex: 'pattern',
  minLength: 'min',
  maxLength: 'max',
  jsonSchema: 'schema',
  when: 'condition',
  runCondition: 'condition',
  error: 'message',
  errorMessage: 'message',
} as const;

export interface RuleParseContext extends GuideParseContext {
  readonly schemas: Reporter;
}

export function readRule(context: RuleParseContext, map: LocatedMap): ValidationRule | undefined {
  const { violations } = context;
  const written = findEntry(map, 'type')?.value;
  const guessed = guessType(map);
  const type = readOneOf(violations, written, types, 'The type of a validation rule', guessed);
  if (type === undefined) {
    // Without a type its other keys cannot be checked.
    readMap(violations, map, { what: 'A validation rule', keys: ruleKeys, required: { type: 'contains' } });
    return undefined;
  }
  const fields = readMap<RuleKey>(violations, map, {
    what: `A validation rule of the type “${type}”`,
    keys: [...ruleHeadKeys, ...ownKeys[type]],
    misplacedKeys: misplacedKeysFor(type),
    synonyms,
    required: { type, ...needed[type], message: placeholders[type] },
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
  return types.find((type) => ownKeys[type].some((key) => findEntry(map, key) !== undefined));
}

function misplacedKeysFor(type: RuleType): Readonly<Record<string, string>> {
  return Object.fromEntries(
    types
      .filter((other) => other !== type)
      .flatMap((other) => ownKeys[other].map((key) => [key, `a rule of the type “${type}” does not use it`])),
  );
}

type Head = Pick<ValidationRule, 'message' | 'condition'>;

function readOwn(
  context: RuleParseContext,
  fields: MapFields<RuleKey>,
  type: RuleType,
  head: Head,
): ValidationRule | undefined {
  switch (type) {
    case 'contains': {
      const value = readTextWithin(context.violations, fields.value('value'), {
        what: 'The value of the rule',
      });
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

function readRegex(reporter: Reporter, fields: MapFields<RuleKey>, head: Head): ValidationRule | undefined {
  const located = fields.value('pattern');
  const pattern = readTextWithin(reporter, located, { what: 'The pattern of the rule' });
  const flags = readFlags(reporter, fields.value('flags'));
  if (located === undefined || pattern === undefined) return undefined;
  if (!checkPattern(reporter, located, pattern, flags ?? '')) return undefined;
  return { type: 'regex', pattern, ...(flags === undefined ? {} : { flags }), ...head };
}

/** Flags about the position of a match or the counting of characters have no effect here. */
const knownFlags = 'imsgu';

function readFlags(reporter: Reporter, located: Located | undefined): string | undefined {
  const flags = readTextWithin(reporter, located, { what: 'The flags of the rule', minLength: 0 });
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

function readLength(reporter: Reporter, fields: MapFields<RuleKey>, head: Head): ValidationRule {
  const minimum = { minimum: 0 };
  const min = readInteger(reporter, fields.value('min'), 'The minimum length', minimum);
  const max = readInteger(reporter, fields.value('max'), 'The maximum length', minimum);
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
