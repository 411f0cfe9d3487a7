/** Converts the parameters of a workflow to JSON Schema: a plain object without references. */
import type { Parameter } from '../../languages/index.ts';
import { type Schema, schemaOfDeclared, schemaOfFields } from '../../languages/schema-of-type.ts';

export function inputSchema(parameters: readonly Parameter[]): Schema {
  return schemaOfFields(
    parameters.map((parameter) => ({
      name: parameter.name,
      schema: schemaOfParameter(parameter),
      required: parameter.required && parameter.default === undefined,
    })),
  );
}

function schemaOfParameter(parameter: Parameter): Schema {
  const { type, typeName, shape, description, default: defaultValue, example } = parameter;
  return {
    ...schemaOfDeclared(shape, type, typeName),
    ...(description === '' ? {} : { description }),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}
