/** Lists all violations of an input. Never quotes values of the input: they may be secret. */
import { z } from 'zod';
import { findNearest } from '../../expression/index.ts';
import { type Phrase, phrase, plainText } from '../../languages/index.ts';
import type { OperationViolation } from './operation-error.ts';

type Issue = z.core.$ZodIssue;

const maxDepth = 64;
/** Limit for the report: a longer list does not help the caller. */
const maxViolations = 100;

/** Checked before any recursive function runs. */
export function isTooDeep(input: unknown, levels = maxDepth): boolean {
  let level: unknown[] = [input];
  for (let depth = 0; depth <= levels; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}

export function violationsOfInput(
  schema: z.ZodType,
  input: unknown,
  issues: readonly Issue[],
): readonly OperationViolation[] {
  const violations: OperationViolation[] = [];
  for (const issue of issues) {
    if (violations.length >= maxViolations) break;
    violations.push(...violationsOf(schema, input, issue));
  }
  return violations.slice(0, maxViolations);
}

function violationsOf(schema: z.ZodType, input: unknown, issue: Issue): readonly OperationViolation[] {
  const path = pathOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 0 && schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    return issue.keys.slice(0, maxViolations).map((key) => unknownKey(path, key, known));
  }
  const value = valueAt(input, issue.path);
  const actual = describeValue(value);
  const expected = isWhole(schema, issue) ? 'a whole number' : expectedBy(issue);
  const rule = value === undefined ? 'required' : issue.code.replaceAll('_', '-');
  const where = path === '' ? 'The input' : { field: path };
  const message =
    value === undefined
      ? phrase`${where} is missing: ${expected}.`
      : phrase`${where} must be ${expected}.${hintOf(issue, value)}`;
  return [{ path, rule, message, expected, actual }];
}

function hintOf(issue: Issue, value: unknown): string {
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return '';
  const nearest = findNearest(value, issue.values.map(String));
  return nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
}

/** Zod reports a string in place of an integer as “no number”. Only the schema knows that an integer is expected. */
function isWhole(schema: z.ZodType, { code, path: [field, ...deeper] }: Issue): boolean {
  if (code !== 'invalid_type' || deeper.length > 0 || !(schema instanceof z.ZodObject)) return false;
  const inner: unknown = Object.hasOwn(schema.shape, String(field)) ? schema.shape[String(field)] : undefined;
  return inner instanceof z.ZodType && z.toJSONSchema(inner, { io: 'input' }).type === 'integer';
}

function unknownKey(path: string, key: string, known: readonly string[]): OperationViolation {
  const name = key.slice(0, 100);
  const nearest = findNearest(name, known);
  const listed = known.length === 0 ? '' : ` Known fields: ${known.join(', ')}.`;
  return {
    path: path === '' ? name : `${path}.${name}`,
    rule: 'unknown-field',
    message: phrase`Unknown field “${name}”.${nearest === undefined ? listed : phrase` Did you mean ${{ field: nearest }}?`}`,
    expected: nearest ?? (known.length === 0 ? 'a known field' : known.join(', ')),
    actual: name,
  };
}

/** `a text of at most 200 characters`. */
function expectedBy(issue: Issue): Phrase {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? issue.expected;
    case 'too_big':
      return sized(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'too_small':
      return sized(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'invalid_value':
      return oneOf(issue.values.map((value) => JSON.stringify(value) ?? String(value)));
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return issue.errors.length === 0
        ? 'one of the known kinds'
        : oneOf(
            issue.errors.flatMap((errors) => errors.slice(0, 1).map((each) => plainText(expectedBy(each)))),
          );
    case 'custom':
      // A phrase of the schema; zod itself has room for texts only.
      return (issue.params?.['expected'] as Phrase | undefined) ?? issue.message;
    default:
      return issue.message;
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};

const counted: Readonly<Record<string, readonly [what: string, one: string, several: string]>> = {
  string: ['a text', 'character', 'characters'],
  array: ['a list', 'entry', 'entries'],
  object: ['an object', 'field', 'fields'],
  record: ['an object', 'field', 'fields'],
};

function sized(origin: string, bound: string, size: number | bigint): string {
  const unitNames = counted[origin];
  if (unitNames === undefined) return `${bound} ${size}`;
  const [what, one, several] = unitNames;
  if (bound === 'at least' && size === 1) return `${what} that is not empty`;
  return `${what} of ${bound} ${size} ${size === 1 ? one : several}`;
}

function oneOf(choices: readonly string[]): string {
  const different = [...new Set(choices)];
  return different.length === 1 ? (different[0] ?? '') : `one of: ${different.join(', ')}`;
}

/** `params.legs.0.from`; a long key is cut. */
function pathOf(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, 100)).join('.');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? Reflect.get(value, part)
        : undefined,
    input,
  );
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') {
    return `a text of ${value.length} ${value.length === 1 ? 'character' : 'characters'}`;
  }
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
