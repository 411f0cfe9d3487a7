/** Tools whose answers have the fields of the result in snake case, as their inputs have. Names in maps stay as they are. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import type { OperationTool, Values } from '../../languages/index.ts';

interface Schema {
  readonly properties?: { readonly [field: string]: Schema };
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

type AnswerlessTool = Omit<OperationTool, 'output' | 'present'>;

/** @param result the schema of what its operation returns */
export function snakeTool(result: z.ZodType, tool: AnswerlessTool): OperationTool {
  let known: Schema | undefined;
  // Computed when it is first needed.
  const schema = (): Schema => {
    known ??= z.toJSONSchema(result, { io: 'output', reused: 'inline' }) as Schema;
    return known;
  };
  return {
    ...tool,
    get output() {
      // Nothing is required: some clients validate errors by it.
      return { type: 'object', properties: listed(schema()).properties } as Values;
    },
    present: (value) => renamed(value, schema()) as Values,
  };
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function renamed(value: Json, { properties, items, anyOf }: Schema): Json {
  if (anyOf !== undefined) {
    const inner = anyOf.find((each) => each.properties !== undefined || each.items !== undefined);
    return inner === undefined ? value : renamed(value, inner);
  }
  if (Array.isArray(value))
    return items === undefined ? value : value.map((item: Json) => renamed(item, items));
  if (properties === undefined || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as { readonly [field: string]: Json });
  return Object.fromEntries(
    entries.map(([field, part]) => [snakeCase(field), renamed(part, properties[field] ?? {})]),
  );
}

/** The same names in the schema, without prose. */
function listed(schema: Schema): Schema {
  const { description: _, properties, required, items, anyOf, ...others } = schema;
  return {
    ...others,
    ...(properties === undefined ? {} : { properties: listedFields(properties) }),
    ...(Array.isArray(required) ? { required: required.map(String).map(snakeCase) } : {}),
    ...(items === undefined ? {} : { items: listed(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(listed) }),
  };
}

const listedFields = (properties: { readonly [field: string]: Schema }) =>
  Object.fromEntries(Object.entries(properties).map(([field, part]) => [snakeCase(field), listed(part)]));
