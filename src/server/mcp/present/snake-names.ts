/** The fields of a result in snake case, in its schema and in its values. Names that are data stay as they are. */
import type { Json } from '../../../kernel/index.ts';
import type { JsonObject } from '../contract/tool.ts';

export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Only the shape: more would take room in every conversation. @param schema JSON Schema without references */
export function snakeSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(snakeSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { properties, ...rest } = schema as JsonObject;
  const kept = Object.entries(rest).filter(([key]) => !details.has(key));
  return {
    ...Object.fromEntries(kept.map(([key, value]) => [key, snakeSchema(value)])),
    ...(properties === undefined ? {} : { properties: renamed(properties, snakeSchema) }),
  };
}

const details: ReadonlySet<string> = new Set(['required', 'enum', 'format', 'additionalProperties']);

/** @param schema of the value, before its fields are renamed */
export function snakeValue(value: Json, schema: Json | undefined): Json {
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, items, properties } = Object(schema) as JsonObject;
  // A value, or null.
  if (Array.isArray(anyOf)) return snakeValue(value, anyOf[0] as Json);
  if (Array.isArray(value)) return value.map((item) => snakeValue(item, items));
  return properties === undefined
    ? value
    : renamed(value, (field, name) => snakeValue(field, (properties as JsonObject)[name]));
}

const renamed = (object: Json, each: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(
    Object.entries(object as JsonObject).map(([name, value]) => [snakeCase(name), each(value, name)]),
  );
