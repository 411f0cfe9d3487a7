/** Finds every subschema of a JSON Schema, by its pointer, and the targets of its references. */
import type { Json } from '../../../expression/index.ts';
import { isJsonObject, type JsonObject, listIn, ownField } from './json-object.ts';

export interface Survey {
  /** By pointer; the root has the empty one. */
  readonly schemas: ReadonlyMap<string, SurveyedSchema>;
  /** From the pointer of a schema to the one that it references. */
  readonly targets: ReadonlyMap<string, string>;
}

export interface SurveyedSchema {
  readonly schema: JsonObject;
  /** Pointer of the base of its references: the nearest enclosing schema with an `$id`, or the root. */
  readonly base: string;
  /** Pointers of the schemas that validate the same value as this one. */
  readonly beside: string[];
}

interface SchemaPosition {
  readonly pointer: string;
  readonly value: Json;
  readonly base: string;
}

interface Draft {
  readonly root: JsonObject;
  readonly schemas: Map<string, SurveyedSchema>;
  readonly targets: Map<string, string>;
  /** Pointers by `$id`, and by base and anchor. */
  readonly names: Map<string, string>;
}

/** Keywords by their content: a schema, a list of schemas, or schemas by name. */
const single = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const listed = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];
const named = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'];
/** They validate the same value as the schema that contains them. */
const inPlace = new Set([
  'allOf',
  'anyOf',
  'dependencies',
  'dependentSchemas',
  'else',
  'if',
  'not',
  'oneOf',
  'then',
]);

/** Their target cannot be determined from the text. */
const unavailable = ['$dynamicRef', '$recursiveRef', '$async'];

/** @returns what is wrong with its references, if anything */
export function surveySchema(root: JsonObject): Survey | string {
  const draft: Draft = { root, schemas: new Map(), targets: new Map(), names: new Map() };
  walk(draft, { pointer: '', value: root, base: '' });
  return follow(draft) ?? draft;
}

/** Collects a schema and all schemas inside it. */
function walk(draft: Draft, from: SchemaPosition): void {
  const waiting = [from];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    waiting.push(...visit(draft, next));
}

function visit(draft: Draft, { pointer, value, base: around }: SchemaPosition): readonly SchemaPosition[] {
  if (!isJsonObject(value) || draft.schemas.has(pointer)) return [];
  const id = ownField(value, '$id');
  const anchor = ownField(value, '$anchor');
  const base = typeof id === 'string' && !id.startsWith('#') ? pointer : around;
  const beside: string[] = [];
  draft.schemas.set(pointer, { schema: value, base, beside });
  if (typeof id === 'string') {
    // Before anchors existed, an id that is a fragment served as one.
    draft.names.set(id.startsWith('#') ? `${base}${id}` : id.replace(/#$/, ''), pointer);
  }
  if (typeof anchor === 'string') draft.names.set(`${base}#${anchor}`, pointer);
  return [...schemasIn(value)].map(({ keyword, below, inside }) => {
    const at = `${pointer}/${below}`;
    if (inPlace.has(keyword)) beside.push(at);
    return { pointer: at, value: inside, base };
  });
}

function* schemasIn(
  schema: JsonObject,
): Generator<{ readonly keyword: string; readonly below: string; readonly inside: Json }> {
  for (const keyword of single) {
    const inside = ownField(schema, keyword);
    if (isJsonObject(inside)) yield { keyword, below: keyword, inside };
  }
  for (const keyword of listed) {
    for (const [i, inside] of listIn(schema, keyword).entries())
      yield { keyword, below: `${keyword}/${i}`, inside };
  }
  for (const keyword of named) {
    const inside = ownField(schema, keyword);
    if (!isJsonObject(inside)) continue;
    for (const [name, each] of Object.entries(inside)) {
      yield { keyword, below: `${keyword}/${escapeStep(name)}`, inside: each };
    }
  }
}

/** Follows every reference, also to parts that no keyword marks as a schema. */
function follow(draft: Draft): string | null {
  for (const [pointer, { schema, base, beside }] of draft.schemas) {
    const strange = unavailable.find((keyword) => ownField(schema, keyword) !== undefined);
    if (strange !== undefined) return `“${strange}” is not supported.`;
    const reference = ownField(schema, '$ref');
    if (reference === undefined) continue;
    if (typeof reference !== 'string') return 'A $ref must be a text.';
    const target = resolve(draft, reference, base);
    if (target === null) {
      const name = reference.length > 80 ? `${reference.slice(0, 80)}…` : reference;
      return `“$ref”: “${name}” is not found in this schema. Other documents are never loaded.`;
    }
    beside.push(target.pointer);
    draft.targets.set(pointer, target.pointer);
    // New schemas are appended to the map, and so are visited by this loop.
    walk(draft, target);
  }
  return null;
}

function resolve(draft: Draft, reference: string, base: string): SchemaPosition | null {
  const [document = '', fragment = ''] = reference.split('#', 2);
  const start = document === '' ? base : draft.names.get(document);
  if (start === undefined) return null;
  const isPointer = fragment === '' || fragment.startsWith('/');
  const pointer = isPointer ? start + readable(fragment) : draft.names.get(`${start}#${fragment}`);
  // Unpaired surrogates cannot be written in a URI.
  if (pointer === undefined || /\p{Cs}/u.test(pointer)) return null;
  let value: Json = draft.root;
  let here = '';
  let around = draft.schemas.get('')?.base ?? '';
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as JsonObject)[key] as Json;
    here += `/${step}`;
    around = draft.schemas.get(here)?.base ?? around;
  }
  return isJsonObject(value) || typeof value === 'boolean' ? { pointer, value, base: around } : null;
}

/** Fragments may be percent-encoded. */
function readable(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

export const escapeStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
