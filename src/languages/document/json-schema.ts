/** Describes a declared shape as JSON Schema (2020-12), for editors and agents. */
import type { JsonSchema, Key, MapShape } from './shape.ts';

/** @param head `$id`, `title` and `description` of the document */
export function jsonSchema(root: MapShape, head: JsonSchema = {}): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  const refer = (shape: MapShape): JsonSchema => {
    if (!definitions.has(shape.name)) {
      // Entered before its parts, which may refer to it.
      definitions.set(shape.name, {});
      definitions.set(shape.name, schemaOf(shape, refer));
    }
    return { $ref: `#/$defs/${shape.name}` };
  };
  const schema = schemaOf(root, refer);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...head,
    ...schema,
    ...(definitions.size === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  };
}

function schemaOf({ keys, together = {} }: MapShape, refer: (shape: MapShape) => JsonSchema): JsonSchema {
  const required = Object.entries(keys).flatMap(([name, { placeholder }]) =>
    placeholder === undefined ? [] : [name],
  );
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(keys).map(([name, key]) => [name, schemaOfKey(key, refer)]),
    ),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...together,
  };
}

function schemaOfKey(key: Key, refer: (shape: MapShape) => JsonSchema): JsonSchema {
  const { type, doc, example } = key;
  return {
    ...type.schema(refer),
    description: doc,
    ...(key.default === undefined ? {} : { default: key.default }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/** The keys of a shape as a table for a page of documentation. */
export function markdownTable({ keys }: MapShape): string {
  const rows = Object.entries(keys).map(([name, { type, placeholder, doc, ...key }]) => {
    const given =
      placeholder !== undefined
        ? 'required'
        : key.default === undefined
          ? ''
          : `default \`${JSON.stringify(key.default)}\``;
    return `| \`${name}\` | ${[type.label, given, doc].map(asCell).join(' | ')} |`;
  });
  return ['| key | type | | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

const asCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
