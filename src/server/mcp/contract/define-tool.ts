/** Defines a tool from a zod schema, which is both the listed schema and the validation. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Json } from '../../../kernel/index.ts';
import {
  checkInput,
  joinPhrases,
  OperationError,
  type OperationViolation,
} from '../../../operations/index.ts';
import type { JsonObject, Tool, ToolCall, ToolInput, ToolOutcome } from './tool.ts';

interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'perform' | 'aliases'> {
  readonly input: Input;
  readonly aliases?: readonly string[];
  /** Fields of the input in the spellings of other designs, with the listed name. */
  readonly spellings?: Spellings;
  perform(input: z.infer<Input>, call: ToolCall): Promise<ToolOutcome>;
  /** Finds further violations of an invalid input that need more than the schema. */
  mismatches?(given: JsonObject, call: ToolCall): Promise<readonly OperationViolation[]>;
}

type Spellings = Readonly<Record<string, string>>;

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { input, aliases = [], spellings = {}, perform, mismatches, ...rest } = definition;
  const strict = inputOf(definition.name, input, spellings);
  // `parse` has validated it.
  const fitting: Tool['perform'] = (given, call) => perform(given as z.infer<Input>, call);
  if (mismatches === undefined) return { ...rest, aliases, input: strict, perform: fitting };
  return {
    ...rest,
    aliases,
    ...withMismatches(strict, fitting, (given, call) => mismatches(respell(given, spellings), call)),
  };
}

type FindMismatches = (given: JsonObject, call: ToolCall) => Promise<readonly OperationViolation[]>;

/** Refuses an invalid input with all violations, including those that `mismatches` finds [P2.4]. */
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
      // Both report an input that is not an object, for example.
      const reportedPaths = new Set(violations.map(({ path }) => path));
      const more = (await mismatches(given, call)).filter(({ path }) => !reportedPaths.has(path));
      if (more.length === 0) throw refusal;
      const summary = joinPhrases([message, ...more.slice(0, 5).map((each) => each.message)]);
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
    // Created when first listed: it takes a while and would delay the start.
    get schema() {
      listed ??= schemaOf(schema);
      return listed;
    },
    parse: (given) =>
      checkInput(name, schema, withoutBlanks(respell(given, spellings), schema)) as JsonObject,
  };
}

/** Two spellings of one field with different values: the second is kept, and refused as unknown. */
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

/** A null here is kept and refused: without a key the request could be performed twice. */
export const keyFieldName = 'idempotency_key';

export const confirmTokenFieldName = 'confirm_token';

/** Clients that fill in every field send null for optional ones. */
function withoutBlanks(given: JsonObject, { shape }: z.ZodObject): JsonObject {
  const isBlank = ([name, value]: [string, Json]): boolean => {
    const mayBeLeftOut = value === null && name !== keyFieldName && Object.hasOwn(shape, name);
    const field = mayBeLeftOut ? shape[name] : undefined;
    return field instanceof z.ZodType && field.isOptional() && !field.isNullable();
  };
  const entries = Object.entries(given);
  return entries.some(isBlank) ? Object.fromEntries(entries.filter((entry) => !isBlank(entry))) : given;
}

/**
 * Listed schemas carry no dialect markers and no references, which some hosts refuse, and nothing that a caller hardly
 * needs: it would take room in every conversation.
 */
export function schemaOf(schema: z.ZodObject): JsonObject {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io: 'input', reused: 'inline' });
  return listed(rest as JsonObject) as JsonObject;
}

function listed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(listed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    // Only a schema that contains itself is referred to: it stands for any JSON value.
    ([key, value]) => !(key === '$ref' && typeof value === 'string') && !isObvious(key, value),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, listed(value)]));
}

/** Bounds that are far away, names of any form, a flag that is off by default, an object that is empty by default or has any field. */
function isObvious(keyword: string, value: Json): boolean {
  if (/^min(imum|Length|Items)$/.test(keyword)) return Number(value) <= 1;
  if (/^max(Length|Items)$/.test(keyword)) return Number(value) >= 20;
  if (keyword === 'maximum') return Number(value) >= 1_000_000;
  // Names are texts; a limit of their length is reported to who exceeds it.
  if (keyword === 'propertyNames') return Object(value).type === 'string';
  if (keyword === 'default') return value === false || isDeepStrictEqual(value, {});
  return keyword === 'additionalProperties' && typeof value === 'object';
}
