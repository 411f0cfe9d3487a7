/** How the results of operations look in the answers of tools that operations declare, by the schema of the result. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Json } from '../../../kernel/index.ts';
import { object, text } from '../../../languages/answer-schema.ts';
import { type MovedItem, type MovedRun, movedItem, movedRunView } from '../../../operations/index.ts';
import type { JsonObject, ToolAnswer } from '../contract/tool.ts';
import { caseAnswer, presentCase } from './present-case.ts';
import { movedItemFields, presentMovedItem } from './present-work-item.ts';
import { uriOfRun } from './resource-uri.ts';
import { snakeSchema, snakeValue } from './snake-names.ts';

export interface Presenter {
  /** JSON Schema of the answer. */
  readonly output: JsonObject;
  present(result: Json): ToolAnswer;
}

// The operation's own type guarantees each result.
const presenters: ReadonlyMap<z.ZodType, Presenter> = new Map<z.ZodType, Presenter>([
  [
    movedItem,
    {
      output: object({ ...movedItemFields, next: text }),
      present(result) {
        const moved = result as unknown as MovedItem;
        const resource = uriOfRun(moved.item.run, 'state');
        return { kind: 'answer', value: presentMovedItem(moved), resource };
      },
    },
  ],
  [movedRunView, { output: caseAnswer, present: (result) => presentCase(result as unknown as MovedRun) }],
]);

/** A result without a presentation of its own is the answer, which is an object then. */
export const presenterOf = (result: z.ZodType, inSnakeCase = false): Presenter =>
  presenters.get(result) ?? asItIs(result, inSnakeCase);

function asItIs(result: z.ZodType, inSnakeCase: boolean): Presenter {
  let listed: JsonObject | undefined;
  const schema = (): JsonObject => {
    listed ??= listedSchema(result);
    return listed;
  };
  let output: JsonObject | undefined;
  return {
    get output() {
      output ??= (inSnakeCase ? snakeSchema(schema()) : schema()) as JsonObject;
      return output;
    },
    present: (value) => ({
      kind: 'answer',
      value: (inSnakeCase ? snakeValue(value, schema()) : value) as JsonObject,
    }),
  };
}

/** The root requires nothing and allows more fields: some clients validate errors against it. */
function listedSchema(result: z.ZodType): JsonObject {
  const { properties = {} } = z.toJSONSchema(result, { io: 'output', reused: 'inline' });
  return { type: 'object', properties: withoutProse(properties as JsonObject) as JsonObject };
}

/** An agent reads the shape; the names of fields say what they mean. */
function withoutProse(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutProse);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(noise.has(key) && typeof value !== 'object') && !isObvious(key, value),
  );
  return Object.fromEntries(
    // Not every host supports a list of types.
    kept.map(([key, value]) =>
      key === 'type' && Array.isArray(value)
        ? ['anyOf', value.map((type) => ({ type }))]
        : [key, withoutProse(value)],
    ),
  );
}

/** Names are texts. */
const isObvious = (key: string, value: Json): boolean =>
  key === 'propertyNames' && isDeepStrictEqual(value, { type: 'string' });

const noise: ReadonlySet<string> = new Set([
  ...['description', 'title', 'additionalProperties'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'],
]);
