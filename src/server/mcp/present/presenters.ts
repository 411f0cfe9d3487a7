/** How the results of operations look in the answers of tools that operations declare, by the schema of the result. */
import { z } from 'zod';
import type { Json } from '../../../kernel/index.ts';
import { object, text } from '../../../languages/answer-schema.ts';
import { type MovedItem, type MovedRun, movedItem, movedRunView } from '../../../operations/index.ts';
import type { JsonObject, ToolAnswer } from '../contract/tool.ts';
import { caseAnswer, presentCase } from './present-case.ts';
import { movedItemFields, presentMovedItem } from './present-work-item.ts';
import { uriOfRun } from './resource-uri.ts';

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
export const presenterOf = (result: z.ZodType): Presenter => presenters.get(result) ?? asItIs(result);

function asItIs(result: z.ZodType): Presenter {
  let output: JsonObject | undefined;
  return {
    get output() {
      output ??= listedSchema(result);
      return output;
    },
    present: (value) => ({ kind: 'answer', value: value as JsonObject }),
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
    ([key, value]) => !(noise.has(key) && typeof value !== 'object'),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutProse(value)]));
}

const noise: ReadonlySet<string> = new Set([
  ...['description', 'title', 'additionalProperties'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'],
]);
