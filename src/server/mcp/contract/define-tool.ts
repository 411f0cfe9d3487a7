/** Makes a tool of a zod schema: what is written once is both the schema that is listed and the check that is made. */
import { z } from 'zod';
import type { Json } from '../../../kernel/index.ts';
import { checkInput, OperationError, type OperationViolation } from '../../../operations/index.ts';
import type { JsonObject, Tool, ToolCall, ToolInput, ToolOutcome } from './tool.ts';

interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'perform' | 'aliases'> {
  readonly input: Input;
  readonly aliases?: readonly string[];
  /** Fields of the input as other designs spell them, with the name that is listed. */
  readonly spellings?: Spellings;
  perform(input: z.infer<Input>, call: ToolCall): Promise<ToolOutcome>;
  /** What else is wrong with an input that does not fit, where that takes more than a look at it. */
  mismatches?(given: JsonObject, call: ToolCall): Promise<readonly OperationViolation[]>;
}

type Spellings = Readonly<Record<string, string>>;

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { input, aliases = [], spellings = {}, perform, mismatches, ...rest } = definition;
  const strict = inputOf(definition.name, input, spellings);
  // `parse` has made it fit.
  const fitting: Tool['perform'] = (given, call) => perform(given as z.infer<Input>, call);
  if (mismatches === undefined) return { ...rest, aliases, input: strict, perform: fitting };
  return {
    ...rest,
    aliases,
    ...withMismatches(strict, fitting, (given, call) => mismatches(respell(given, spellings), call)),
  };
}

type FindMismatches = (given: JsonObject, call: ToolCall) => Promise<readonly OperationViolation[]>;

/** An input that does not fit is refused only when it is known what else is wrong with it [P2.4]. */
export function withMismatches(
  input: ToolInput,
  perform: Tool['perform'],
  mismatches: FindMismatches,
): Pick<Tool, 'input' | 'perform'> {
  const refusals = new WeakMap<JsonObject, OperationError>();
  return {
    input: {
      get schema() {
        return input.schema;
      },
      parse(given) {
        try {
          return input.parse(given);
        } catch (error) {
          if (!(error instanceof OperationError)) throw error;
          const refused = { ...given };
          refusals.set(refused, error);
          return refused;
        }
      },
    },
    async perform(given, call) {
      const refusal = refusals.get(given);
      if (refusal === undefined) return perform(given, call);
      const { message, violations = [] } = refusal.details;
      // What is no object, for example, is told by both.
      const reportedPaths = new Set(violations.map(({ path }) => path));
      const more = (await mismatches(given, call)).filter(({ path }) => !reportedPaths.has(path));
      if (more.length === 0) throw refusal;
      const summary = [message, ...more.slice(0, 5).map((each) => each.message)].join(' ');
      throw new OperationError({
        ...refusal.details,
        message: summary,
        violations: [...violations, ...more],
      });
    },
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
    parse: (given) =>
      checkInput(name, schema, withoutBlanks(respell(given, spellings), schema)) as JsonObject,
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

/** Whoever sends it means it: without one an order could be carried out twice. */
const keyFieldName = 'idempotency_key';

/** Clients that fill in every field send null for what may be left out. */
function withoutBlanks(given: JsonObject, { shape }: z.ZodObject): JsonObject {
  const isBlank = ([name, value]: [string, Json]): boolean => {
    const mayBeLeftOut = value === null && name !== keyFieldName && Object.hasOwn(shape, name);
    const field = mayBeLeftOut ? shape[name] : undefined;
    return field instanceof z.ZodType && field.isOptional() && !field.isNullable();
  };
  const entries = Object.entries(given);
  return entries.some(isBlank) ? Object.fromEntries(entries.filter((entry) => !isBlank(entry))) : given;
}

/** What we list is portable: without the marks of a dialect, which some hosts refuse. */
export function schemaOf(schema: z.ZodObject): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', reused: 'inline' });
  return rest as JsonObject;
}
