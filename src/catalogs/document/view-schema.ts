/**
 * Flattens a schema into one record: resolves references, merges `allOf` and keywords next to a reference. Reads
 * only one level and never recurses, so cycles and deep nesting are harmless.
 */
import type { Json } from '../../expression/index.ts';
import { findTarget, followReference } from './follow-reference.ts';
import { asList, asObject, asText, entriesOf, type JsonObject, ownField } from './own-field.ts';

export type SchemaKind =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'array'
  | 'object'
  | 'null'
  | 'unknown';

export interface SchemaView {
  /** The schema behind its references; finding it again inside itself is a cycle. */
  readonly head: Json | undefined;
  readonly kind: SchemaKind;
  readonly nullable: boolean;
  readonly properties: ReadonlyMap<string, Json>;
  readonly required: ReadonlySet<string>;
  /** Only `properties` are allowed. */
  readonly closed: boolean;
  readonly items: Json | undefined;
  /** The alternatives of `oneOf` or `anyOf`; empty if there are none. */
  readonly choices: readonly Json[];
  /** The merged schemas, the nearest first; all of them apply. */
  readonly parts: readonly JsonObject[];
}

const kinds = new Map<Json, SchemaKind>(
  (['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'] as const).map((kind) => [
    kind,
    kind,
  ]),
);

/** Limits the merged schemas, because each is examined at every use. */
const maxParts = 200;

/** An alternative with only these keywords combines required fields and does not affect the type. */
const mereConstraints = new Set(['required', 'not', 'title', 'description']);

export function viewSchema(document: Json, schema: Json | undefined): SchemaView {
  const { parts, choices, nullable, complete } = mergeParts(document, schema);
  const listing = parts.filter((part) => asObject(ownField(part, 'properties')) !== undefined);
  return {
    head: followReference(document, schema),
    kind: parts.map(kindOf).reduce(intersectKinds, undefined) ?? 'unknown',
    nullable: nullable || parts.some(allowsNull),
    properties: mergeProperties(listing),
    required: new Set(parts.flatMap((part) => asList(ownField(part, 'required')).filter(isText))),
    closed: complete && isClosed(parts, listing),
    items: findKeyword(parts, 'items'),
    choices,
    parts,
  };
}

/** The value of a keyword in the nearest part that has it. */
export function findKeyword(parts: readonly JsonObject[], keyword: string): Json | undefined {
  for (const part of parts) {
    const value = ownField(part, keyword);
    if (value !== undefined) return value;
  }
  return undefined;
}

interface MergedParts {
  readonly parts: readonly JsonObject[];
  readonly choices: readonly Json[];
  readonly nullable: boolean;
  /** False if a part is not available, for example behind a reference to another document. */
  readonly complete: boolean;
}

function mergeParts(document: Json, schema: Json | undefined): MergedParts {
  const seen = new Set<Json | undefined>();
  const parts: JsonObject[] = [];
  let choices: readonly Json[] = [];
  let nullable = false;
  let complete = true;
  // Uses a stack, because `allOf` can be nested deeper than the call stack allows.
  const open: (Json | undefined)[] = [schema];
  while (open.length > 0 && parts.length < maxParts) {
    const next = open.pop();
    if (next === true || seen.has(next)) continue;
    seen.add(next);
    const part = asObject(next);
    if (part === undefined) {
      complete = false;
      continue;
    }
    parts.push(part);
    const further: (Json | undefined)[] = [];
    const reference = asText(ownField(part, '$ref'));
    if (reference !== undefined) further.push(findTarget(document, reference));
    for (const member of asList(ownField(part, 'allOf'))) further.push(member);
    for (const keyword of ['oneOf', 'anyOf']) {
      const shapes = asList(ownField(part, keyword)).filter((choice) => !isMereConstraint(choice));
      const real = shapes.filter((choice) => ownField(choice, 'type') !== 'null');
      nullable ||= real.length < shapes.length;
      if (real.length === 1) further.push(real[0]);
      else if (choices.length === 0) choices = real;
    }
    for (const member of further.reverse()) open.push(member);
  }
  return { parts, choices, nullable, complete: complete && open.length === 0 };
}

function isMereConstraint(choice: Json): boolean {
  const object = asObject(choice);
  return object !== undefined && Object.keys(object).every((key) => mereConstraints.has(key));
}

function kindOf(part: JsonObject): SchemaKind | undefined {
  const type = ownField(part, 'type');
  if (type !== undefined) {
    const names = Array.isArray(type) ? asList(type) : [type];
    const named = names.filter((name) => name !== 'null');
    if (named.length === 0 && names.length > 0) return 'null';
    return named.length === 1 ? (kinds.get(named[0] ?? null) ?? 'unknown') : 'unknown';
  }
  if (ownField(part, 'properties') !== undefined) return 'object';
  if (asObject(ownField(part, 'additionalProperties')) !== undefined) return 'object';
  if (ownField(part, 'items') !== undefined) return 'array';
  const values = allowedValues(part).filter((value) => value !== null);
  return values.length > 0 ? values.map(kindOfValue).reduce(unionKinds) : undefined;
}

export function allowedValues(part: JsonObject): readonly Json[] {
  const only = ownField(part, 'const');
  return only === undefined ? asList(ownField(part, 'enum')) : [only];
}

export function kindOfValue(value: Json): SchemaKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object';
}

/** Both apply. If they contradict each other the document has an error, and nothing is known. */
function intersectKinds(a: SchemaKind | undefined, b: SchemaKind | undefined): SchemaKind | undefined {
  if (a === undefined || a === b) return b;
  if (b === undefined) return a;
  return isNumeric(a) && isNumeric(b) ? 'integer' : 'unknown';
}

/** Either applies. */
function unionKinds(a: SchemaKind, b: SchemaKind): SchemaKind {
  if (a === b) return a;
  return isNumeric(a) && isNumeric(b) ? 'number' : 'unknown';
}

function isNumeric(kind: SchemaKind): boolean {
  return kind === 'integer' || kind === 'number';
}

function allowsNull(part: JsonObject): boolean {
  return (
    ownField(part, 'nullable') === true ||
    ownField(part, 'x-nullable') === true ||
    asList(ownField(part, 'type')).includes('null') ||
    allowedValues(part).includes(null)
  );
}

function mergeProperties(listing: readonly JsonObject[]): ReadonlyMap<string, Json> {
  const merged = new Map<string, Json>();
  for (const part of listing) {
    for (const [name, schema] of entriesOf(ownField(part, 'properties'))) {
      const known = merged.get(name);
      merged.set(name, known === undefined ? schema : { allOf: [known, schema] });
    }
  }
  return merged;
}

/** Closed and open property lists contradict each other: then further fields are possible. */
function isClosed(parts: readonly JsonObject[], listing: readonly JsonObject[]): boolean {
  if (parts.some((part) => ownField(part, 'unevaluatedProperties') === false)) return true;
  const closing = (part: JsonObject) =>
    ownField(part, 'additionalProperties') === false && ownField(part, 'patternProperties') === undefined;
  return listing.length > 0 ? listing.every(closing) : parts.some(closing);
}

function isText(json: Json): json is string {
  return typeof json === 'string';
}
