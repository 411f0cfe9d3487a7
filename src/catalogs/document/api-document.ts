/** An API description during reading: its data, and the schemas resolved so far. */
import type { Json } from '../../expression/index.ts';
import { findTarget } from './follow-reference.ts';
import { asObject, asText, type JsonObject, ownField } from './own-field.ts';
import { type SchemaView, viewSchema } from './view-schema.ts';

export interface ApiDocument {
  readonly root: Json;
  view(schema: Json | undefined): SchemaView;
}

/**
 * A schema is viewed once, regardless of how often it is referenced: otherwise a small document could require
 * endless work.
 */
export function createApiDocument(root: Json): ApiDocument {
  const views = new Map<JsonObject, SchemaView>();
  const view = (schema: Json | undefined): SchemaView => {
    const object = skipReference(root, schema);
    if (object === undefined) return viewSchema(root, schema);
    const known = views.get(object);
    if (known !== undefined) return known;
    const made = viewSchema(root, object);
    views.set(object, made);
    return made;
  };
  return { root, view };
}

/** The target of a plain reference, so that all references to it share one view. */
function skipReference(root: Json, schema: Json | undefined): JsonObject | undefined {
  const object = asObject(schema);
  const reference = asText(ownField(object, '$ref'));
  if (object === undefined || reference === undefined || Object.keys(object).length > 1) return object;
  return asObject(findTarget(root, reference));
}
