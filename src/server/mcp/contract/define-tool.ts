/** Makes a tool of zod schemas: what is written once is both the schema that is listed and the check that is made. */
import { z } from 'zod';
import { checkInput } from '../../../operations/index.ts';
import type { JsonObject, Tool, ToolCall, ToolInput, ToolOutcome } from './tool.ts';

interface ToolDefinition<Input extends z.ZodObject>
  extends Omit<Tool, 'input' | 'output' | 'perform' | 'aliases'> {
  readonly input: Input;
  readonly output: z.ZodObject;
  readonly aliases?: readonly string[];
  perform(input: z.infer<Input>, call: ToolCall): Promise<ToolOutcome>;
}

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { input, output, aliases = [], perform, ...rest } = definition;
  return {
    ...rest,
    aliases,
    input: inputOf(definition.name, input),
    output: schemaOf(output, 'output'),
    // `parse` has made it fit.
    perform: (given, call) => perform(given as z.infer<Input>, call),
  };
}

function inputOf(name: string, schema: z.ZodObject): ToolInput {
  return {
    schema: schemaOf(schema, 'input'),
    parse: (given) => checkInput(name, schema, given) as JsonObject,
  };
}

/** What we list is portable: without the marks of a dialect, which some hosts refuse. */
function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, reused: 'inline' });
  return rest as JsonObject;
}
