/** Describes a declared shape as JSON Schema, for editors and agents, and as a table, for people. */
import { once } from './once.ts';
import type { JsonSchema, Key, MapShape } from './shape.ts';

/** @param language whose documents it describes */
export const jsonSchemaText = (language: string, root: MapShape, title: string) => ({
  mediaType: 'application/schema+json' as const,
  text: once(
    () => `${JSON.stringify(jsonSchema(root, { $id: `signalbox://schemas/${language}`, title }))}\n`,
  ),
});

/** @param head `$id`, `title` and `description` of the document */
export function jsonSchema(root: MapShape, head: JsonSchema = {}): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const keysByName = new Map<string, string>();
  const refer = (shape: MapShape): JsonSchema => {
    const { name } = shape;
    const keys = Object.keys(shape.keys).join(' ');
    const known = keysByName.get(name);
    if (known !== undefined && known !== keys) throw new Error(`Two shapes have the name “${name}”.`);
    // Entered before its parts, which may refer to it.
    keysByName.set(name, keys);
    if (known === undefined) definitions[name] = schemaOf(shape, refer);
    return { $ref: `#/$defs/${name}` };
  };
  const schema = schemaOf(root, refer);
  return {
    // The newest draft that all editors support.
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...head,
    ...schema,
    ...(keysByName.size === 0 ? {} : { $defs: definitions }),
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
  const schema = type.schema(refer);
  return {
    // Nothing beside a `$ref` is read.
    ...('$ref' in schema ? { allOf: [schema] } : schema),
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
