/** Converts types of parameters and answers to JSON Schema, for forms, hosts and agents. */
import type { Type } from '../expression/index.ts';
import type { Json } from '../kernel/index.ts';
import { schemaOfShape } from './xsd/schema-of-shape.ts';
import type { Shape } from './xsd/shape.ts';

export type Schema = { readonly [key: string]: Json };

/** An XML Schema type takes precedence. */
export const schemaOfDeclared = (shape: Shape | undefined, type: Type, typeName: string): Schema =>
  shape === undefined ? schemaOfType(type, typeName) : schemaOfShape(shape);

/** @param typeName as the author wrote it: tells a date from a date with time */
function schemaOfType(type: Type, typeName = ''): Schema {
  switch (type.kind) {
    case 'bool':
      return { type: 'boolean' };
    case 'int':
      return { type: 'integer' };
    case 'number':
    case 'duration':
      return { type: 'number' };
    case 'string':
      return { type: 'string' };
    case 'date':
      return /time/.test(typeName)
        ? { type: 'string', format: 'date-time', description: 'A time such as 2026-01-15T10:00:00Z.' }
        : { type: 'string', format: 'date', description: 'A date such as 2026-01-15.' };
    case 'list':
      return { type: 'array', items: schemaOfType(type.of) };
    case 'object':
      return { type: 'object' };
    case 'null':
      return { type: 'null' };
    case 'any':
      return {};
  }
}

/** An object with exactly these fields. */
export function schemaOfFields(
  fields: readonly { readonly name: string; readonly schema: Schema; readonly required: boolean }[],
): Schema {
  const definitions = fields.flatMap(({ schema }) => Object.entries(definitionsOf(schema)));
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema: { $defs: _, ...schema } }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
    // References resolve at the root of the schema.
    ...(definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  };
}

const definitionsOf = ({ $defs }: Schema): Schema =>
  typeof $defs === 'object' && $defs !== null && !Array.isArray($defs) ? ($defs as Schema) : {};
