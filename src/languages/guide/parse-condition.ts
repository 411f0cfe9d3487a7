/**
 * Conditions, in the form of the format. Whatever is wrong in one is told under one rule. An operator with a value that
 * it cannot have is left out, so that the rest can be looked at.
 */
import type { Json } from '../../expression/index.ts';
import { describe } from '../document/describe.ts';
import { type Located, toJson } from '../document/located.ts';
import { insertEntry } from '../document/map-edits.ts';
import { type Fields, readMap } from '../document/read-map.ts';
import { readList } from '../document/read-value.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import { convert } from '../value-of-type.ts';
import { checkPattern } from './parse-pattern.ts';
import { type ParseScope, underRule } from './parse-scope.ts';
import { readSized } from './parse-text.ts';
import type { Condition } from './schema.ts';

/** What is nested deeper nobody understands. */
const deepest = 20;

const comparisons = ['gt', 'gte', 'lt', 'lte'] as const;
const operators = [
  'equals',
  'not_equals',
  ...comparisons,
  'contains',
  'in',
  'startsWith',
  'endsWith',
  'matches',
] as const;
const keys = ['var', ...operators, 'and', 'or', 'not'] as const;

type Key = (typeof keys)[number];

const synonyms: Readonly<Record<string, Key>> = {
  variable: 'var',
  name: 'var',
  key: 'var',
  path: 'var',
  field: 'var',
  eq: 'equals',
  is: 'equals',
  '==': 'equals',
  '=': 'equals',
  ne: 'not_equals',
  neq: 'not_equals',
  '!=': 'not_equals',
  '>': 'gt',
  '>=': 'gte',
  ge: 'gte',
  '<': 'lt',
  '<=': 'lte',
  le: 'lte',
  greaterThan: 'gt',
  lessThan: 'lt',
  includes: 'contains',
  oneOf: 'in',
  regex: 'matches',
  pattern: 'matches',
  all: 'and',
  any: 'or',
};

export function readCondition(scope: ParseScope, located: Located): Condition | undefined {
  return readInnerCondition({ ...scope, violations: underRule(scope.violations, 'bad-condition') }, located);
}

/** In a part whose mistakes are told under one rule already. */
export function readInnerCondition(scope: ParseScope, located: Located): Condition | undefined {
  return readPart(scope, located, 1);
}

function readPart(scope: ParseScope, located: Located, depth: number): Condition | undefined {
  const reporter = scope.violations;
  if (depth > deepest) {
    report(reporter, located, {
      rule: 'limit',
      message: `Conditions stand at most ${deepest} deep in each other.`,
      expected: `at most ${deepest} levels`,
      actual: 'more',
    });
    return undefined;
  }
  const fields = readMap(reporter, located, { what: 'A condition', keys, synonyms });
  if (fields === undefined) return undefined;
  if (fields.map.entries.length === 0) warnAlways(scope, located, 'A condition without operators');
  const condition: { -readonly [key in Key]?: Condition[key] } = {};
  setIfThere(condition, 'var', readVariable(reporter, fields));
  for (const key of operators) {
    const operand = fields.value(key);
    if (operand !== undefined) setIfThere(condition, key, readOperand(reporter, operand, key));
  }
  for (const key of ['and', 'or'] as const) {
    const list = readList(reporter, fields.value(key), `“${key}”`);
    if (list === undefined) continue;
    if (key === 'and' && list.items.length === 0) warnAlways(scope, list, 'An “and” of nothing');
    condition[key] = list.items.flatMap((item) => readPart(scope, item, depth + 1) ?? []);
  }
  const not = fields.value('not');
  if (not !== undefined) setIfThere(condition, 'not', readPart(scope, not, depth + 1));
  return condition;
}

type OperandOf = { readonly [key in Key]?: Json | Condition | readonly Condition[] };

function setIfThere(
  condition: { -readonly [key in Key]?: OperandOf[key] },
  key: Key,
  value: OperandOf[Key] | undefined,
): void {
  if (value !== undefined) condition[key] = value;
}

function readVariable(reporter: Reporter, fields: Fields<Key>): string | undefined {
  const written = fields.value('var');
  if (written !== undefined) return readSized(reporter, written, { what: 'A variable', most: 256 });
  const operator = operators.find((key) => fields.value(key) !== undefined);
  if (operator === undefined) return undefined;
  report(reporter, fields.map, {
    rule: 'missing-key',
    message: `A condition with “${operator}” needs “var”: the variable of the context that it is about.`,
    expected: 'var: …',
    actual: 'nothing',
    suggestion: {
      text: 'Add var: "name"',
      edits: insertEntry(reporter.source, fields.map, 'var', 'name'),
    },
  });
  return undefined;
}

function readOperand(
  reporter: Reporter,
  located: Located,
  key: (typeof operators)[number],
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
      return readSized(reporter, located, { what: `“${key}”` });
    case 'matches': {
      const pattern = readSized(reporter, located, { what: 'The pattern of “matches”' });
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
  const meant = convert(written, { kind: 'number' });
  const number = typeof meant === 'number' ? meant : undefined;
  report(reporter, located, {
    rule: 'wrong-type',
    message: `“${key}” compares with a number, but here is ${describe(located)}.`,
    expected: 'a number',
    actual: describe(located),
    suggestion:
      number === undefined || located.kind !== 'scalar'
        ? undefined
        : { text: `Write ${number}.`, edits: replaceScalar(reporter.source, located, number) },
  });
  return number;
}

function warnAlways({ warnings }: ParseScope, located: Located, what: string): void {
  report(warnings, located, {
    rule: 'always-holds',
    message: `${what} always holds.`,
    expected: 'a condition such as { "var": "taskScope", "equals": "large" }',
    actual: 'nothing to hold',
  });
}
