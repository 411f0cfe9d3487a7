/** What the keywords of a schema say of a value itself, without what is inside it. */
import { createMatcher, type Json, type Matcher } from '../../expression/index.ts';
import { asList, asObject, asText, type JsonObject, ownField } from '../document/own-field.ts';
import { kindOfValue } from '../document/view-schema.ts';

/** Shared by all patterns of one validation: each is compiled once, and together they take a limited effort. */
export interface PatternBudget {
  readonly matchers: Map<string, Matcher>;
  readonly effort: { left: number };
}

const maxEffort = 20_000_000;

export const createPatternBudget = (): PatternBudget => ({
  matchers: new Map(),
  effort: { left: maxEffort },
});

/** A pattern that is not supported, or for which no effort is left, excludes nothing. */
export function isMatch({ matchers, effort }: PatternBudget, pattern: string, text: string): boolean {
  const matcher = matchers.get(pattern) ?? createMatcher(pattern);
  matchers.set(pattern, matcher);
  return matcher.kind !== 'matcher' || matcher.isFoundIn(text, effort) !== false;
}

/** The keywords that are validated, here and by who walks through the value. */
export const validated: ReadonlySet<string> = new Set([
  ...['type', 'nullable', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'minProperties'],
  ...['maxProperties', 'properties', 'required', 'additionalProperties', 'patternProperties', 'items'],
  ...['prefixItems', 'allOf', 'anyOf', 'title', 'description', 'example', 'examples', 'default'],
]);

export function problemsOfValue(part: JsonObject, value: Json, budget: PatternBudget): readonly string[] {
  const wrongType = problemOfType(part, value);
  if (wrongType !== undefined) return [wrongType];
  const only = ownField(part, 'const');
  const allowed = only === undefined ? ownField(part, 'enum') : [only];
  if (Array.isArray(allowed) && !allowed.some((each: Json) => isSame(each, value))) {
    const shown = allowed
      .slice(0, 20)
      .map((each: Json) => JSON.stringify(each))
      .join(', ');
    return [`must be one of ${shown}${allowed.length > 20 ? ', …' : ''}, but is ${show(value)}`];
  }
  if (typeof value === 'number') return problemsOfNumber(part, value);
  if (typeof value === 'string') return problemsOfText(part, value, budget);
  if (Array.isArray(value)) return problemsOfCount(part, 'Items', value.length, 'entries');
  const fields = asObject(value);
  return fields === undefined
    ? []
    : problemsOfCount(part, 'Properties', Object.keys(fields).length, 'fields');
}

function problemOfType(part: JsonObject, value: Json): string | undefined {
  const type = ownField(part, 'type');
  const kind = kindOfValue(value);
  if (type === undefined || type === kind) return undefined;
  const types = (Array.isArray(type) ? asList(type) : [type]).filter((each) => typeof each === 'string');
  const fits = types.some(
    (each) => each === kind || (each === 'number' && kind === 'integer') || each === 'file',
  );
  if (types.length === 0 || fits) return undefined;
  return `must be ${types.map((each) => typeNames[String(each)] ?? each).join(' or ')}, but is ${show(value)}`;
}

const typeNames: { readonly [type: string]: string } = {
  string: 'a text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function problemsOfNumber(part: JsonObject, value: number): readonly string[] {
  const bound = (keyword: string, exclusive: string): readonly [number | undefined, boolean] => {
    const [plain, strict] = [ownField(part, keyword), ownField(part, exclusive)];
    if (typeof strict === 'number') return [strict, true];
    return [typeof plain === 'number' ? plain : undefined, strict === true];
  };
  const [min, isAbove] = bound('minimum', 'exclusiveMinimum');
  const [max, isBelow] = bound('maximum', 'exclusiveMaximum');
  const step = ownField(part, 'multipleOf');
  return [
    ...(min !== undefined && (isAbove ? value <= min : value < min)
      ? [`must be ${isAbove ? 'more than' : 'at least'} ${min}, but is ${value}`]
      : []),
    ...(max !== undefined && (isBelow ? value >= max : value > max)
      ? [`must be ${isBelow ? 'less than' : 'at most'} ${max}, but is ${value}`]
      : []),
    ...(typeof step === 'number' && step > 0 && !isMultiple(value, step)
      ? [`must be a multiple of ${step}, but is ${value}`]
      : []),
  ];
}

/** 0.3 is three times 0.1, although their quotient is not exactly 3. */
const isMultiple = (value: number, step: number): boolean =>
  Math.abs(value / step - Math.round(value / step)) < 1e-9;

function problemsOfText(part: JsonObject, value: string, budget: PatternBudget): readonly string[] {
  const [min, max] = [ownField(part, 'minLength'), ownField(part, 'maxLength')];
  // A character has one or two units: it is counted only where that could matter.
  const isNear =
    (typeof min === 'number' && value.length < min * 2) || (typeof max === 'number' && value.length > max);
  const counted = isNear ? problemsOfCount(part, 'Length', countOf(value), 'characters') : [];
  const pattern = asText(ownField(part, 'pattern'));
  return pattern === undefined || isMatch(budget, pattern, value)
    ? counted
    : [...counted, `must match ${pattern}`];
}

function countOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function problemsOfCount(part: JsonObject, keyword: string, count: number, noun: string): readonly string[] {
  const [min, max] = [ownField(part, `min${keyword}`), ownField(part, `max${keyword}`)];
  if (typeof min === 'number' && count < min) return [`must have at least ${min} ${noun}, but has ${count}`];
  if (typeof max === 'number' && count > max) return [`must have at most ${max} ${noun}, but has ${count}`];
  return [];
}

function isSame(one: Json, other: Json): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === others.length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isSame((one as JsonObject)[key] ?? null, (other as JsonObject)[key] ?? null),
    )
  );
}

const maxShown = 100;

function show(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return value.length <= maxShown ? JSON.stringify(value) : `${JSON.stringify(value.slice(0, maxShown))}…`;
}
