/** One validation rule: what its type needs, and nothing else. */
import { describe } from '../../document/describe.ts';
import { findEntry, type Located, type LocatedMap, toJson } from '../../document/located.ts';
import { insertEntry } from '../../document/map-edits.ts';
import { type Fields, readMap } from '../../document/read-map.ts';
import { readInteger, readOneOf } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { ValidationRule } from '../schema.ts';
import { checkSchema } from '../validation/compile-schema.ts';
import { type Allowance, spend } from './parse-allowance.ts';
import { readInnerCondition } from './parse-condition.ts';
import { checkPattern } from './parse-pattern.ts';
import type { ParseScope } from './parse-scope.ts';
import { readSized } from './parse-text.ts';

const types = ['contains', 'regex', 'length', 'schema'] as const;
type RuleType = (typeof types)[number];

const ownKeys = {
  contains: ['value'],
  regex: ['pattern', 'flags'],
  length: ['min', 'max'],
  schema: ['schema'],
} as const;

const schemas: Allowance = {
  what: 'The schemas of the guide',
  most: 5_000,
  unit: 'values',
  spent: new WeakMap(),
};

const headKeys = ['type', 'message', 'condition'] as const;
export const ruleKeys = [...headKeys, ...Object.values(ownKeys).flat()];
type RuleKey = (typeof ruleKeys)[number];

const needed = {
  contains: { value: 'what the output has to contain' },
  regex: { pattern: '\\S' },
  length: {},
  schema: { schema: { type: 'object' } },
} as const;

const placeholders = {
  contains: 'The output lacks what it has to contain.',
  regex: 'The output is not of the form that it has to have.',
  length: 'The output is not as long as it has to be.',
  schema: 'The output does not have the structure that it has to have.',
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

export interface RuleScope extends ParseScope {
  readonly schemas: Reporter;
}

export function readRule(scope: RuleScope, map: LocatedMap): ValidationRule | undefined {
  const { violations } = scope;
  const written = findEntry(map, 'type')?.value;
  const guessed = guessType(map);
  const type = readOneOf(violations, written, types, 'The type of a validation rule', guessed);
  if (type === undefined) {
    // Without a type nothing tells what its other keys should be.
    readMap(violations, map, { what: 'A validation rule', keys: ruleKeys, required: { type: 'contains' } });
    return undefined;
  }
  const fields = readMap<RuleKey>(violations, map, {
    what: `A validation rule of the type “${type}”`,
    keys: [...headKeys, ...ownKeys[type]],
    elsewhere: elsewhereFor(type),
    synonyms,
    required: { type, ...needed[type], message: placeholders[type] },
  });
  if (fields === undefined) return undefined;
  const message =
    readSized(violations, fields.value('message'), {
      what: 'The message of a validation rule',
      instead: placeholders[type],
    }) ?? placeholders[type];
  const condition = fields.value('condition');
  const read = condition === undefined ? undefined : readInnerCondition(scope, condition);
  return readOwn(scope, fields, type, { message, ...(read === undefined ? {} : { condition: read }) });
}

/** By the keys that only one type has. */
function guessType(map: LocatedMap): RuleType | undefined {
  return types.find((type) => ownKeys[type].some((key) => findEntry(map, key) !== undefined));
}

function elsewhereFor(type: RuleType): Readonly<Record<string, string>> {
  return Object.fromEntries(
    types
      .filter((other) => other !== type)
      .flatMap((other) =>
        ownKeys[other].map((key) => [key, `a rule of the type “${type}” does not look at it`]),
      ),
  );
}

type Head = Pick<ValidationRule, 'message' | 'condition'>;

function readOwn(
  scope: RuleScope,
  fields: Fields<RuleKey>,
  type: RuleType,
  head: Head,
): ValidationRule | undefined {
  switch (type) {
    case 'contains': {
      const value = readSized(scope.violations, fields.value('value'), { what: 'The value of the rule' });
      return value === undefined ? undefined : { type, value, ...head };
    }
    case 'regex':
      return readRegex(scope.violations, fields, head);
    case 'length':
      return readLength(scope.violations, fields, head);
    case 'schema':
      return readSchema(scope.schemas, fields.value('schema'), head);
  }
}

function readRegex(reporter: Reporter, fields: Fields<RuleKey>, head: Head): ValidationRule | undefined {
  const located = fields.value('pattern');
  const pattern = readSized(reporter, located, { what: 'The pattern of the rule' });
  const flags = readFlags(reporter, fields.value('flags'));
  if (located === undefined || pattern === undefined) return undefined;
  if (!checkPattern(reporter, located, pattern, flags ?? '')) return undefined;
  return { type: 'regex', pattern, ...(flags === undefined ? {} : { flags }), ...head };
}

/** Those that say where a match is, or how characters are counted, change nothing here. */
const knownFlags = 'imsgu';

function readFlags(reporter: Reporter, located: Located | undefined): string | undefined {
  const flags = readSized(reporter, located, { what: 'The flags of the rule', least: 0 });
  if (flags === undefined || located?.kind !== 'scalar') return undefined;
  const usable = [...new Set(flags.toLowerCase())].filter((flag) => knownFlags.includes(flag)).join('');
  if (usable === flags) return flags;
  report(reporter, located, {
    rule: 'bad-value',
    message: 'The flags of a rule are some of i, m, s, g and u, each once.',
    expected: 'some of i, m, s, g, u',
    actual: describe(located),
    suggestion: {
      text: `Write ${JSON.stringify(usable)}.`,
      edits: replaceScalar(reporter.source, located, usable),
    },
  });
  return usable;
}

function readLength(reporter: Reporter, fields: Fields<RuleKey>, head: Head): ValidationRule {
  const least = { least: 0 };
  const min = readInteger(reporter, fields.value('min'), 'The least length', least);
  const max = readInteger(reporter, fields.value('max'), 'The greatest length', least);
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
      message: `No text has at least ${min} and at most ${max} characters.`,
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
      message: `The schema of a validation rule is a JSON Schema, which is a map, but here is ${describe(located)}.`,
      expected: 'a JSON Schema, such as { "type": "object" }',
      actual: describe(located),
    });
    return undefined;
  }
  if (!spend(schemas, reporter, located, countValues(located))) return undefined;
  const schema = Object.fromEntries(located.entries.map(({ key, value }) => [key, toJson(value)]));
  const problem = checkSchema(schema);
  if (problem === null) return { type: 'schema', schema, ...head };
  report(reporter, located, {
    rule: 'bad-schema',
    message: problem,
    expected: 'a JSON Schema that can be used',
    actual: 'one that cannot',
  });
  return undefined;
}

function countValues(located: Located): number {
  const parts = located.kind === 'map' ? located.entries.map(({ value }) => value) : [];
  const inside = located.kind === 'list' ? located.items : parts;
  return inside.reduce((sum, part) => sum + countValues(part), 1);
}
