/** Makes a tool of a zod schema: what is written once is both the schema that is listed and the check that is made. */
import { z } from 'zod';
import { checkInput } from '../../../operations/index.ts';
import type { JsonObject, Tool, ToolCall, ToolInput, ToolOutcome } from './tool.ts';

interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'perform' | 'aliases'> {
  readonly input: Input;
  readonly aliases?: readonly string[];
  /** Fields of the input as other designs spell them, with the name that is listed. */
  readonly spellings?: Spellings;
  perform(input: z.infer<Input>, call: ToolCall): Promise<ToolOutcome>;
}

type Spellings = Readonly<Record<string, string>>;

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { input, aliases = [], spellings = {}, perform, ...rest } = definition;
  return {
    ...rest,
    aliases,
    input: inputOf(definition.name, input, spellings),
    // `parse` has made it fit.
    perform: (given, call) => perform(given as z.infer<Input>, call),
  };
}

function inputOf(name: string, schema: z.ZodObject, spellings: Spellings): ToolInput {
  let listed: JsonObject | undefined;
  return {
    // Made when it is first listed: that takes a while, and a start should not.
    get schema() {
      listed ??= schemaOf(schema);
      return listed;
    },
    parse: (given) => checkInput(name, schema, respell(given, spellings)) as JsonObject,
  };
}

/** Whoever sends two spellings of one field with different values means two things: the second stays, and is refused. */
function respell(given: JsonObject, spellings: Spellings): JsonObject {
  const found = Object.entries(spellings).filter(([other]) => Object.hasOwn(given, other));
  if (found.length === 0) return given;
  const renamed = { ...given };
  for (const [other, listed] of found) {
    const value = given[other];
    if (value === undefined || (Object.hasOwn(renamed, listed) && renamed[listed] !== value)) continue;
    renamed[listed] = value;
    delete renamed[other];
  }
  return renamed;
}

/** What we list is portable: without the marks of a dialect, which some hosts refuse. */
export function schemaOf(schema: z.ZodObject): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', reused: 'inline' });
  return rest as JsonObject;
}
