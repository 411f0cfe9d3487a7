/**
 * Prepares a JSON Schema of an untrusted author for compilation: enforces limits, allows only internal references that
 * end, and adds a meter to each subschema to count its cost.
 */
import { createMatcher, type Json } from '../../../expression/index.ts';
import { isJsonObject, type JsonObject, ownField } from './json-object.ts';
import { escapeStep, type Survey, surveySchema } from './survey-schema.ts';

export type RestrictedSchema =
  | {
      readonly kind: 'tamed';
      readonly schema: JsonObject;
      readonly dialect: SchemaDialect;
      /** From a schema with a `$ref` to the schema that it references. */
      readonly targets: ReadonlyMap<Json, Json>;
      /** Number of subschemas. */
      readonly size: number;
    }
  | { readonly kind: 'problem'; readonly message: string };

export type SchemaDialect = '2020-12' | '2019-09' | 'draft-07';

/** Keyword of the meter; its value is the cost of one use of the schema, and of each entry of the data. */
export const meterKeyword = 'x-meter';

const maxLength = 100_000;
const maxValues = 3_000;
const maxDepth = 60;
/** Referenced schemas are compiled inside each other. */
const maxTargets = 150;

const dialects: readonly (readonly [name: RegExp, dialect: SchemaDialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/, 'draft-07'],
];

/** Their content is a plain value, even if it looks like a schema. */
const plain = ['const', 'default', 'enum', 'examples'];

/** They iterate over all entries of a value, even if no subschema has a meter. */
const wide = [
  'additionalProperties',
  'contains',
  'items',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
];

export function restrictSchema(schema: unknown): RestrictedSchema {
  if (!isJsonObject(schema)) return problem('A JSON Schema must be an object.');
  const size = sizeProblem(schema);
  if (size !== null) return problem(size);
  const survey = surveySchema(schema);
  if (typeof survey === 'string') return problem(survey);
  const wrong = findBadPattern(survey) ?? findPlain(survey) ?? findCycle(survey);
  if (wrong !== null) return problem(wrong);
  const dialect = dialectOf(schema, survey);
  if (dialect === null) {
    return problem('“$schema” names an unknown version. Use 2020-12, 2019-09, draft-07 or draft-06.');
  }
  if (new Set(survey.targets.values()).size > maxTargets) {
    return problem(`References lead to more than ${maxTargets} places.`);
  }
  const copies = new Map<string, Json>();
  const restricted = copy(survey, copies, schema, '') as JsonObject;
  const targets = new Map<Json, Json>();
  for (const [from, to] of survey.targets) targets.set(copies.get(from) ?? true, copies.get(to) ?? true);
  return { kind: 'tamed', schema: restricted, dialect, targets, size: survey.schemas.size };
}

function findBadPattern({ schemas }: Survey): string | null {
  for (const [pointer, { schema }] of schemas) {
    const { pattern, patternProperties } = schema;
    const patterns = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
    if (typeof pattern === 'string') patterns.push(pattern);
    for (const each of patterns) {
      const matcher = createMatcher(each);
      if (matcher.kind === 'problem') return `The pattern “${each}” at “#${pointer}”: ${matcher.message}`;
    }
  }
  return null;
}

/** A schema inside a plain value would be changed by its meter, or have none. */
function findPlain({ schemas }: Survey): string | null {
  const values = new Set<string>();
  for (const [pointer, { schema }] of schemas) {
    for (const keyword of plain) if (Object.hasOwn(schema, keyword)) values.add(`${pointer}/${keyword}`);
  }
  for (const pointer of schemas.keys()) {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const value = pointer.slice(0, end);
      if (values.has(value)) return `A “$ref” leads to “#${value}”, which is a value, not a schema.`;
    }
  }
  return null;
}

/** A schema that references itself for the same value would never end. */
function findCycle({ schemas }: Survey): string | null {
  const done = new Set<string>();
  const open = new Set<string>();
  const leadsBack = (pointer: string): boolean => {
    if (open.has(pointer)) return true;
    if (done.has(pointer)) return false;
    open.add(pointer);
    const found = schemas.get(pointer)?.beside.some(leadsBack) === true;
    open.delete(pointer);
    done.add(pointer);
    return found;
  };
  const cycle = [...schemas.keys()].find(leadsBack);
  return cycle === undefined ? null : `The schema at “#${cycle}” refers to itself without end.`;
}

function dialectOf(root: JsonObject, { schemas }: Survey): SchemaDialect | null {
  const written = root['$schema'];
  if (written !== undefined) {
    return dialects.find(([name]) => typeof written === 'string' && name.test(written))?.[1] ?? null;
  }
  // The list form of items was removed later.
  const isOld = [...schemas.values()].some(({ schema }) => Array.isArray(schema['items']));
  return isOld ? 'draft-07' : '2020-12';
}

/** The copy has no ids: its references are pointers, so that they are unambiguous. */
const dropped = new Set(['$schema', '$id', '$anchor', '$ref', '$vocabulary', meterKeyword]);

function copy(survey: Survey, copies: Map<string, Json>, value: Json, pointer: string): Json {
  if (Array.isArray(value)) return value.map((each, i) => copy(survey, copies, each, `${pointer}/${i}`));
  if (!isJsonObject(value)) return value;
  const isSchema = survey.schemas.has(pointer);
  const fields = Object.entries(value)
    .filter(([key]) => !isSchema || !dropped.has(key))
    .map(([key, each]) => [key, copy(survey, copies, each, `${pointer}/${escapeStep(key)}`)] as const);
  if (!isSchema) return Object.fromEntries(fields);
  const target = survey.targets.get(pointer);
  const reference = target === undefined ? [] : [['$ref', asFragment(target)] as const];
  const metered = Object.fromEntries<Json>([[meterKeyword, costOf(value)], ...reference, ...fields]);
  copies.set(pointer, metered);
  return metered;
}

const asFragment = (pointer: string): string => `#${pointer.split('/').map(encodeURIComponent).join('/')}`;

function costOf(schema: JsonObject): readonly [once: number, each: number] {
  const size = (keyword: string): number => {
    const value = ownField(schema, keyword) ?? null;
    return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
  };
  const once = 1 + size('enum') + size('required') + size('properties');
  const each = wide.filter((keyword) => Object.hasOwn(schema, keyword)).length + size('patternProperties');
  return [once, each];
}

function sizeProblem(schema: JsonObject): string | null {
  let values = 0;
  let length = 0;
  const isTooDeep = (value: Json, depth: number): boolean => {
    values += 1;
    if (typeof value === 'string') length += value.length;
    if (typeof value !== 'object' || value === null || values > maxValues) return false;
    if (depth === 0) return true;
    return Object.entries(value).some(([key, each]) => {
      length += key.length;
      return isTooDeep(each, depth - 1);
    });
  };
  if (isTooDeep(schema, maxDepth)) return `A JSON Schema can be at most ${maxDepth} levels deep.`;
  if (values > maxValues) return `A JSON Schema can have at most ${maxValues} values.`;
  return length > maxLength ? `A JSON Schema can have at most ${maxLength} characters.` : null;
}

const problem = (message: string): RestrictedSchema => ({ kind: 'problem', message });
