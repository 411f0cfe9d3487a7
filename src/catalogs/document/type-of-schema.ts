/** Derives the type of a value from its schema. Alternatives result in `any`: only what is certain may be checked. */
import type { Json, Type, TypeField } from '../../expression/index.ts';
import type { ApiDocument } from './api-document.ts';
import { countNode, deeper, expandWithinLimit, isOverLimit, type Walk } from './expand-within-limit.ts';
import { ownField } from './own-field.ts';
import { findKeyword, type SchemaView } from './view-schema.ts';

/** A field may apply to one direction only (`readOnly`, `writeOnly`). */
export type Direction = 'sent' | 'received';

const unknown: Type = { kind: 'any' };

/** @param isPresent it is the type of a value that is not null, even if the schema allows null */
export function typeOfSchema(
  api: ApiDocument,
  schema: Json | undefined,
  direction: Direction,
  isPresent = false,
): Type {
  const expand = (part: Json | undefined, walk: Walk): Type => {
    if (!countNode(walk)) return unknown;
    const view = api.view(part);
    const isNullable = view.nullable && !(isPresent && walk.inside.size === 0);
    if (walk.inside.has(view.head) || isNullable || view.choices.length > 0) return unknown;
    switch (view.kind) {
      case 'boolean':
        return { kind: 'bool' };
      case 'integer':
        return { kind: 'int' };
      case 'number':
      case 'null':
        return { kind: view.kind };
      case 'string':
        return { kind: isDate(view) ? 'date' : 'string' };
      case 'array':
        return { kind: 'list', of: walk.depth > 0 ? expand(view.items, deeper(walk, view.head)) : unknown };
      case 'object':
        return walk.depth > 0
          ? { kind: 'object', fields: fieldsOf(view, deeper(walk, view.head)), open: !view.closed }
          : { kind: 'object', fields: [], open: true };
      case 'unknown':
        return unknown;
    }
  };
  const fieldsOf = (view: SchemaView, walk: Walk): readonly TypeField[] => {
    const fields: TypeField[] = [];
    for (const [name, property] of view.properties) {
      if (isOverLimit(walk)) break;
      if (!isMeantFor(api.view(property), direction)) continue;
      fields.push({ name, type: expand(property, walk), optional: !view.required.has(name) });
    }
    return fields;
  };
  return expandWithinLimit((walk) => expand(schema, walk));
}

export function isDate(view: SchemaView): boolean {
  const format = findKeyword(view.parts, 'format');
  return format === 'date' || format === 'date-time';
}

export function isMeantFor({ parts }: SchemaView, direction: Direction): boolean {
  return !parts.some((part) => ownField(part, direction === 'sent' ? 'readOnly' : 'writeOnly') === true);
}
