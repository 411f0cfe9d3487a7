/**
 * Parses conditions, in the form of the format. Reports all problems of a condition under one rule. Leaves out an
 * operator with an invalid value, so that the rest can be checked.
 */
import { findNearest, type Json } from '../../../expression/index.ts';
import { describeLocated } from '../../document/describe.ts';
import { type Located, toJson } from '../../document/located.ts';
import { insertEntry, renameKey } from '../../document/map-edits.ts';
import { type MapFields, readShape } from '../../document/read-shape.ts';
import { readList } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import { convertToType } from '../../document/value-of-type.ts';
import type { Condition } from '../model/schema.ts';
import { type GuideParseContext, underRule } from './guide-parse-context.ts';
import { checkPattern } from './parse-pattern.ts';
import { readTextWithin } from './parse-text.ts';
import { conditionShape, maxVariableLength, operatorNames } from './part-shapes.ts';

/** Maximum nesting depth. */
const maxDepth = 20;

const keys = Object.keys(conditionShape.keys) as readonly Key[];
const aliases: readonly string[] = Object.values(conditionShape.keys).flatMap((key) =>
  'aliases' in key ? key.aliases : [],
);

type Key = keyof typeof conditionShape.keys;

export function readCondition(context: GuideParseContext, located: Located): Condition | undefined {
  return readInnerCondition(
    { ...context, violations: underRule(context.violations, 'bad-condition') },
    located,
  );
}

/** Parses a condition inside a part whose problems are already reported under one rule. */
export function readInnerCondition(context: GuideParseContext, located: Located): Condition | undefined {
  return readPart(context, located, 1);
}

function readPart(context: GuideParseContext, located: Located, depth: number): Condition | undefined {
  const reporter = context.violations;
  if (depth > maxDepth) {
    report(reporter, located, {
      rule: 'limit',
      message: `Conditions can be nested at most ${maxDepth} levels deep.`,
      expected: `at most ${maxDepth} levels`,
      actual: 'more',
    });
    return undefined;
  }
  const shorthand = readShorthand(reporter, located);
  if (shorthand !== undefined) return shorthand;
  const fields = readShape(reporter, located, conditionShape);
  if (fields === undefined) return undefined;
  if (fields.map.entries.length === 0) warnAlways(context, located, 'A condition without operators');
  const parts = readParts(context, fields, depth);
  // Part of a condition would have another meaning.
  return parts.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(parts);
}

type Part = readonly [key: Key, value: Json | Condition | readonly Condition[] | undefined];

/** The meaning of each key; `undefined` if it cannot be determined. */
function readParts(context: GuideParseContext, fields: MapFields<Key>, depth: number): readonly Part[] {
  const reporter = context.violations;
  return keys.flatMap((key): readonly Part[] => {
    const located = fields.value(key);
    if (key === 'var') return readVariable(reporter, fields);
    if (located === undefined) return [];
    if (key === 'not') return [[key, readPart(context, located, depth + 1)]];
    if (key === 'and' || key === 'or') return [[key, readAll(context, located, key, depth)]];
    return [[key, readOperand(reporter, located, key)]];
  });
}

function readAll(
  context: GuideParseContext,
  located: Located,
  key: 'and' | 'or',
  depth: number,
): readonly Condition[] | undefined {
  const list = readList(context.violations, located, `“${key}”`);
  if (list === undefined) return undefined;
  if (key === 'and' && list.items.length === 0) warnAlways(context, list, 'An “and” without conditions');
  const read = list.items.map((item) => readPart(context, item, depth + 1));
  return read.some((each) => each === undefined) ? undefined : read.filter((each) => each !== undefined);
}

/** `{ taskScope: large }`: shorthand that compares a variable without `equals`. */
function readShorthand(reporter: Reporter, located: Located): Condition | undefined {
  const entry = located.kind === 'map' && located.entries.length === 1 ? located.entries[0] : undefined;
  if (located.kind !== 'map' || entry === undefined || entry.value.kind !== 'scalar') return undefined;
  const { key, keySpan, value } = entry;
  if (aliases.includes(key) || keys.some((each) => each === key) || findNearest(key, keys) !== undefined) {
    return undefined;
  }
  const { source } = reporter;
  reporter.report({
    at: keySpan,
    path: value.path,
    rule: 'unknown-key',
    message: `A condition has no key “${key}”. To test the variable “${key}”, name it in “var”.`,
    expected: keys.join(', '),
    actual: key === '' ? 'an empty key' : key,
    suggestion: {
      text: `Write var: ${JSON.stringify(key)}, equals: ${JSON.stringify(value.value)}`,
      edits: [...renameKey(source, located, entry, 'equals'), ...insertEntry(source, located, 'var', key)],
    },
  });
  return { var: key, equals: value.value };
}

function readVariable(reporter: Reporter, fields: MapFields<Key>): readonly Part[] {
  const written = fields.value('var');
  if (written !== undefined) {
    return [['var', readTextWithin(reporter, written, { what: 'A variable', maxLength: maxVariableLength })]];
  }
  const operator = operatorNames.find((key) => fields.value(key) !== undefined);
  if (operator === undefined) return [];
  report(reporter, fields.map, {
    rule: 'missing-key',
    message: `A condition with “${operator}” needs “var”: the context variable to test.`,
    expected: 'var: …',
    actual: 'nothing',
    suggestion: {
      text: 'Add var: "name"',
      edits: insertEntry(reporter.source, fields.map, 'var', 'name'),
    },
  });
  return [['var', undefined]];
}

function readOperand(
  reporter: Reporter,
  located: Located,
  key: (typeof operatorNames)[number],
): Json | undefined {
  switch (key) {
    case 'equals':
    case 'not_equals':
    case 'contains':
      return toJson(located);
    case 'in':
      return readChoices(reporter, located);
    case 'startsWith':
    case 'endsWith':
      return readTextWithin(reporter, located, { what: `“${key}”` });
    case 'matches': {
      const pattern = readTextWithin(reporter, located, { what: 'The pattern of “matches”' });
      return pattern !== undefined && checkPattern(reporter, located, pattern, 'i') ? pattern : undefined;
    }
    default:
      return readNumber(reporter, located, key);
  }
}

function readChoices(reporter: Reporter, located: Located): Json | undefined {
  const list = readList(reporter, located, '“in”');
  return list === undefined ? undefined : toJson(list);
}

function readNumber(reporter: Reporter, located: Located, key: string): number | undefined {
  const written = toJson(located);
  if (typeof written === 'number') return written;
  const meant = convertToType(written, { kind: 'number' });
  const number = typeof meant === 'number' ? meant : undefined;
  report(reporter, located, {
    rule: 'wrong-type',
    message: `The value of “${key}” must be a number, but is ${describeLocated(located)}.`,
    expected: 'a number',
    actual: describeLocated(located),
    suggestion:
      number === undefined || located.kind !== 'scalar'
        ? undefined
        : { text: `Write ${number}.`, edits: replaceScalar(reporter.source, located, number) },
  });
  return number;
}

function warnAlways({ warnings }: GuideParseContext, located: Located, what: string): void {
  report(warnings, located, {
    rule: 'always-holds',
    message: `${what} always holds.`,
    expected: 'a condition such as { "var": "taskScope", "equals": "large" }',
    actual: 'an empty condition',
  });
}
