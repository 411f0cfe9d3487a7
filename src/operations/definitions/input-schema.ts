/** What a workflow takes, as JSON Schema: a plain object without references. */
import type { Parameter } from '../../languages/index.ts';
import { type Schema, schemaOfFields, schemaOfType } from '../schema-of-type.ts';

export function inputSchema(parameters: readonly Parameter[]): Schema {
  return schemaOfFields(
    parameters.map((parameter) => ({
      name: parameter.name,
      schema: schemaOfParameter(parameter),
      required: parameter.required && parameter.default === undefined,
    })),
  );
}

function schemaOfParameter({ type, typeName, description, default: usual, example }: Parameter): Schema {
  return {
    ...schemaOfType(type, typeName),
    ...(description === '' ? {} : { description }),
    ...(usual === undefined ? {} : { default: usual }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}
