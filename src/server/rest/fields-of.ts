/** The fields of an operation's input from its JSON Schema: created when a route is first used, and cached. */
import { z } from 'zod';
import type { AnyOperation } from '../../operations/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';

export interface InputFields {
  /** The schema of each field, by name. */
  readonly schemas: ReadonlyMap<string, JsonObject>;
  readonly required: ReadonlySet<string>;
  /** What the schemas refer to, by name. */
  readonly parts: JsonObject;
}

const known = new WeakMap<AnyOperation, InputFields>();

export function fieldsOf(operation: AnyOperation): InputFields {
  const found = known.get(operation) ?? readFields(operation);
  known.set(operation, found);
  return found;
}

function readFields({ input }: AnyOperation): InputFields {
  // JSON Schema is JSON.
  const schema = z.toJSONSchema(input, { io: 'input' }) as unknown as Partial<ObjectSchema>;
  const { properties = {}, required = [], $defs = {} } = schema;
  return { schemas: new Map(Object.entries(properties)), required: new Set(required), parts: $defs };
}

interface ObjectSchema {
  readonly properties: { readonly [name: string]: JsonObject };
  readonly required: readonly string[];
  readonly $defs: JsonObject;
}
