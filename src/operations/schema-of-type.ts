/** Types of parameters and answers as JSON Schema, for forms, for hosts and for agents. */
import type { Type } from '../expression/index.ts';
import type { Json } from '../kernel/index.ts';
import { type Shape, schemaOfShape } from '../languages/index.ts';

export type Schema = { readonly [key: string]: Json };

/** What XML Schema says decides, where it says something. */
export const schemaOfDeclared = (shape: Shape | undefined, type: Type, typeName: string): Schema =>
  shape === undefined ? schemaOfType(type, typeName) : schemaOfShape(shape);

/** @param typeName as its author wrote it: says whether a date is a day or a moment */
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

/** An object with these fields and no others. */
export function schemaOfFields(
  fields: readonly { readonly name: string; readonly schema: Schema; readonly required: boolean }[],
): Schema {
  const definitions = fields.flatMap(({ schema }) => Object.entries(definitionsOf(schema)));
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema: { $defs: _, ...schema } }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
    // What refers to them looks for them at the root.
    ...(definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  };
}

const definitionsOf = ({ $defs }: Schema): Schema =>
  typeof $defs === 'object' && $defs !== null && !Array.isArray($defs) ? ($defs as Schema) : {};
